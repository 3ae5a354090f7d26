/// So many apps at a time: a wake must not slow the device down for the person.
enum ConcurrencyCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    guard candidate.isDiscretionary, situation.working >= situation.profile.concurrentWakesMax
    else { return nil }
    return .otherWork(running: situation.working)
  }
}
