/// F3, F14: the time that must lie between two refreshes, by the app's wish and by the system's.
enum MinimumIntervalCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    guard candidate.isFetch || candidate.taskKind == .refresh,
      let last = candidate.app.background.refreshedAt
    else { return nil }
    let own = candidate.isFetch ? candidate.app.background.minimumFetchInterval ?? .zero : .zero
    let until = last + max(own, situation.profile.refreshIntervalMin)
    return situation.now < until ? .minimumInterval(until: until) : nil
  }
}
