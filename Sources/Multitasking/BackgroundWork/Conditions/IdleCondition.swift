/// F25: processing waits until nobody has used the device for a while.
enum IdleCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    guard candidate.taskKind == .processing else { return nil }
    guard let lockedAt = situation.lockedAt else { return .inUse }
    let until = lockedAt + situation.profile.idleAfter
    return situation.now < until ? .notIdleYet(until: until) : nil
  }
}
