/// Nobody is woken who is awake in front, or who does such work already.
enum ForegroundCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    guard candidate.isDiscretionary, let process = candidate.app.process else { return nil }
    let isDoing = process.work.contains { $0.kind.isAlike(candidate.kind) }
    if isDoing { return .isWorking }
    // A push is heard in the foreground too (F53).
    if candidate.isPush { return nil }
    switch process.stage {
    case .foreground: return .inForeground
    case .launching(let launching): return launching.wake == nil ? .inForeground : nil
    case .background, .suspended, .terminating: return nil
    }
  }
}

extension Work.Kind {
  fileprivate func isAlike(_ other: Work.Kind) -> Bool {
    switch (self, other) {
    case (.fetch, .fetch), (.push, .push): true
    case (.task(let a), .task(let b)): a.identifier == b.identifier
    default: false
    }
  }
}
