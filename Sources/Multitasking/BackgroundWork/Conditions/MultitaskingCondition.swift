/// O2, O3, and an app or a device that is on its way out.
enum MultitaskingCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    if situation.isShuttingDown { return .shuttingDown }
    if !situation.isMultitaskingSupported { return .noMultitasking }
    if candidate.app.manifest.exitsOnSuspend, situation.profile.optOut != .ignored {
      return .optedOut
    }
    if case .dying = candidate.app.phase { return .ending }
    return candidate.app.process?.isEnding == true ? .ending : nil
  }
}
