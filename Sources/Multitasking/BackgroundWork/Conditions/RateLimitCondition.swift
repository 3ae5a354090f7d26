/// F51: so many silent pushes an hour and no more.
enum RateLimitCondition: WakeCondition {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold? {
    guard candidate.isPush else { return nil }
    let profile = situation.profile
    let recent = candidate.app.background.pushes.filter {
      situation.now < $0 + profile.pushLimitInterval
    }
    guard recent.count >= profile.pushLimit, let oldest = recent.first else { return nil }
    return .rateLimit(
      used: recent.count, limit: profile.pushLimit, until: oldest + profile.pushLimitInterval)
  }
}
