/// F1, F22, F50: what Info.plist must declare.
enum BackgroundModeCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    guard let mode = mode(of: candidate.kind),
      !candidate.app.manifest.backgroundModes.contains(mode)
    else { return nil }
    return .modeMissing(mode)
  }

  static func mode(of kind: Work.Kind) -> BackgroundMode? {
    switch kind {
    case .fetch: .fetch
    case .push: .remoteNotification
    case .task(let request): request.mode
    }
  }
}
