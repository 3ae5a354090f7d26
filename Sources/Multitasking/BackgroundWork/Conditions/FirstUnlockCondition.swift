/// F25: before the first unlock nobody's files can be read.
enum FirstUnlockCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    candidate.isDiscretionary && !situation.hasBeenUnlocked ? .notUnlockedYet : nil
  }
}
