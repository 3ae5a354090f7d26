/// F24: by the wall clock, which people set and apps name dates in.
enum EarliestBeginCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    guard case .task(let request) = candidate.kind, let earliest = request.earliestBegin,
      situation.wall < earliest
    else { return nil }
    return .earliestBegin(situation.now + situation.wall.duration(to: earliest))
  }
}
