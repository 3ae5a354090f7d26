/// F25: a task that wants the network waits for it; a refresh has no point without.
enum NetworkCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    let isNeeded =
      switch candidate.kind {
      case .fetch, .push: true
      case .task(let request): request.kind == .refresh || request.requiresNetwork
      }
    return isNeeded && situation.environment.network == .none ? .noNetwork : nil
  }
}
