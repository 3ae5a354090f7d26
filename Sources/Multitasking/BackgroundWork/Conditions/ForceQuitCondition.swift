/// F11, F52: what the person has thrown out stays out until the person opens it.
enum ForceQuitCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    candidate.app.isForceQuit ? .forceQuit : nil
  }
}
