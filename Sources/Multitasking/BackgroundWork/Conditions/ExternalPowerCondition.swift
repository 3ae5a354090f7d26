/// F25.
enum ExternalPowerCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    guard case .task(let request) = candidate.kind, request.requiresExternalPower else {
      return nil
    }
    return situation.environment.isCharging ? nil : .noExternalPower
  }
}
