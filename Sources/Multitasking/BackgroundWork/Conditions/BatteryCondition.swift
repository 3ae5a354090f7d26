/// F32: nothing discretionary on a battery that is nearly empty.
enum BatteryCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    let (environment, limit) = (situation.environment, situation.profile.lowBatteryPercent)
    guard candidate.isDiscretionary, !environment.isCharging, environment.batteryPercent <= limit
    else { return nil }
    return .batteryLow(percent: environment.batteryPercent, limit: limit)
  }
}
