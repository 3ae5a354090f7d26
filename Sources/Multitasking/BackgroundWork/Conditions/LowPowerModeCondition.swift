/// F10, F32, F54: nothing discretionary while the person saves power.
enum LowPowerModeCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    candidate.isDiscretionary && situation.environment.isLowPowerModeEnabled ? .lowPowerMode : nil
  }
}
