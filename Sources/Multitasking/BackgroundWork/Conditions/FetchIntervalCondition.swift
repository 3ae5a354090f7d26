/// F2: an app is fetched for only once it has asked for it.
enum FetchIntervalCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    guard candidate.isFetch, candidate.app.background.minimumFetchInterval == nil else {
      return nil
    }
    return .neverFetches
  }
}
