// Memory: warnings first, then kills in order (L80, L81, T48).
extension Policy {
  mutating func relieve(_ pressure: MemoryPressure) {
    switch pressure {
    case .warning: warnAll()
    case .critical:
      // Who was not warned lately is warned now and has its chance first (L81).
      warnAll()
      if let victim = leastRecentlyUsed(where: { if case .suspended = $0 { true } else { false } })
      {
        return killForMemory(victim)
      }
      // Nobody who runs is ended while somebody still answers a warning.
      let response = profile.memoryWarningResponse
      guard !awake.contains(where: { wasWarned($0, within: response) }) else { return }
      let background = leastRecentlyUsed(where: {
        if case .background = $0 { true } else { false }
      })
      if let victim = background ?? leastRecentlyUsed(where: { $0 == .foreground }) {
        killForMemory(victim)
      }
    }
  }

  mutating func note(_ bytes: Int, heldBy app: AppID) throws(Refusal) {
    let place = try place(of: app)
    _ = apps[place].withProcess { $0.footprint = bytes }
    guard let limit = profile.memoryLimit, apps[place].process != nil else { return }
    if bytes > limit {
      kill(place, .memory(.perProcessLimit(bytes: bytes, limit: limit)), code: nil)
    } else if bytes > limit / 100 * profile.memoryWarningPercent,
      !wasWarned(place, within: profile.memoryWarningInterval)
    {
      warn(place)
    }
  }

  private func wasWarned(_ place: Int, within time: Duration) -> Bool {
    guard let warnedAt = apps[place].process?.warnedAt else { return false }
    return now < warnedAt + time
  }

  private mutating func warnAll() {
    for place in awake where !wasWarned(place, within: profile.memoryWarningInterval) {
      warn(place)
    }
  }

  private mutating func warn(_ place: Int) {
    switch apps[place].process?.stage {
    case nil, .launching, .terminating, .suspended: return
    case .foreground, .background: break
    }
    let now = now
    _ = apps[place].withProcess { $0.warnedAt = now }
    deliver(.memoryWarning, .notice, to: place, because: .memoryPressure)
  }

  /// The first to go within a band: who was in front longest ago, or never.
  private func leastRecentlyUsed(where isInBand: (Process.Stage) -> Bool) -> Int? {
    var victim: Int?
    for place in apps.indices {
      guard let stage = apps[place].process?.stage, isInBand(stage) else { continue }
      guard let chosen = victim else {
        victim = place
        continue
      }
      if (apps[place].lastUsed ?? .zero) < (apps[chosen].lastUsed ?? .zero) { victim = place }
    }
    return victim
  }

  private mutating func killForMemory(_ place: Int) {
    let reason = MemoryKill.pageShortage(
      from: apps[place].state.name, bytes: apps[place].process?.footprint)
    kill(place, .memory(reason), code: nil)
  }
}
