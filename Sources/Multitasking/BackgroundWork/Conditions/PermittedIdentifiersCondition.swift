/// F13: who schedules tasks is not asked to fetch in the old way.
enum PermittedIdentifiersCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    guard candidate.isFetch, situation.profile.permittedIdentifiersDisableFetch,
      !candidate.app.manifest.permittedTaskIdentifiers.isEmpty
    else { return nil }
    return .fetchReplacedByTasks
  }
}
