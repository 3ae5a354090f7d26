/// F10, F54: the person's switches, of the device and of the app.
enum BackgroundRefreshCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    guard candidate.isDiscretionary else { return nil }
    if situation.environment.backgroundRefresh != .available { return .refreshOff }
    return candidate.app.background.isRefreshOn ? nil : .refreshOffForApp
  }
}
