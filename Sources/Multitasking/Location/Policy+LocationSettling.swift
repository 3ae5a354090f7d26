// What follows from what all apps need: who is held in the background, when the receiver is on, what is
// to be kept, and what is due.
extension Policy {
  /// After every event.
  mutating func settleLocation() {
    guard
      !locators.isEmpty || location.duty != .off || location.isPromptShown
        || !location.prompts.isEmpty
    else { return }
    passLocationDeadlines()
    settleTemporaryPermissions()
    settlePrompts()
    settleLocationHolds()
    locators.removeAll { place in
      let user = apps[place].process?.location
      return (user?.isUntouched ?? true) && !apps[place].location.isMonitoring
        && !apps[place].location.wasLive && !apps[place].location.permission.isOnce
    }
    if !settleDuty() {
      giveFirstFixes()
      // Who wanted one fix has it now, and who was frozen runs.
      settleLocationHolds()
      _ = settleDuty()
    }
    for place in changedLocations { keepLocation(of: place) }
    changedLocations = []
  }

  mutating func keepLocation(of place: Int) {
    command(place, .keepRecord, .recordChanged)
  }

  /// G16: what is known already is told to who begins, if no fix is about to come.
  private mutating func giveFirstFixes() {
    guard let last = location.last else { return }
    for place in locators where isAuthorized(place) {
      for manager in apps[place].process?.location.managers ?? []
      where manager.wantsFix && manager.wantsFixes {
        offerFix(last, place, onlyTo: manager.id)
      }
    }
  }

  // MARK: Holds

  /// G4, G18, G19.
  private mutating func settleLocationHolds() {
    for place in locators {
      guard case .background(let background) = apps[place].process?.stage else { continue }
      let isHeld = holdsByLocation(place)
      guard isHeld != background.holds(.location) else { continue }
      let (now, grace) = (now, profile.releaseGrace)
      withBackground(place) { background in
        if isHeld {
          background.assert(Assertion(kind: .location, since: now, endsAt: nil))
        } else {
          background.release(.location, at: now, grace: grace, .location(.stopped))
        }
      }
    }
  }

  /// G4: updates with the right to run in the background keep the app running.
  func holdsByLocation(_ place: Int) -> Bool {
    guard profile.location.keepsRunning else { return false }
    return apps[place].process?.location.managers.contains { manager in
      manager.isUpdating && !manager.isPaused && hasRight(manager, place)
    } ?? false
  }

  // MARK: Beginning and end

  /// What an earlier boot has kept holds again; what was about to happen then does not.
  mutating func beginLocation(_ place: Int) {
    for index in apps[place].location.regions.indices {
      apps[place].location.regions[index].crossing = nil
      apps[place].location.regions[index].isAsked = false
    }
    apps[place].location.permission.isAccuracyReduced =
      apps[place].location.permission.isAccuracyReduced
      || (apps[place].location == LocationRecord()
        && apps[place].manifest.location.isAccuracyReduced)
    let record = apps[place].location
    if record.isMonitoring || record.wasLive || record.permission.isOnce { noteLocator(place) }
  }

  /// G18: whose live updates ran when its process ended is launched again for them.
  mutating func noteEndOfLocation(_ place: Int, _ reason: ExitReason) {
    let wasLive =
      reason != .forceQuit && reason != .uninstalled
      && apps[place].process?.location.managers.contains {
        $0.isUpdating && $0.needs.isLive && hasRight($0, place)
      } ?? false
    if reason == .forceQuit { change(place) { $0.hasBackgroundActivity = false } }
    if wasLive != apps[place].location.wasLive { change(place) { $0.wasLive = wasLive } }
  }

  // MARK: Deadlines

  enum LocationDue: Hashable {
    case crossing(String)
    case significantChange
    case arrival
    case pause(UInt64)
    case timeout(UInt64)
    case unknown(UInt64)
    case deferral(UInt64)
  }

  /// The earliest limit of one app; at one instant, the first in this order.
  private func nextLocationDue(_ place: Int) -> (at: Instant, due: LocationDue)? {
    var next: (at: Instant, due: LocationDue)?
    func consider(_ at: Instant?, _ due: LocationDue) {
      guard let at else { return }
      if let earlier = next, earlier.at <= at { return }
      next = (at, due)
    }
    let rules = profile.location
    for region in apps[place].location.regions {
      consider(region.crossing.map { $0 + rules.regionDelay }, .crossing(region.region.identifier))
    }
    consider(significantChangeDeadline(place), .significantChange)
    consider(arrivalDeadline(place), .arrival)
    for manager in apps[place].process?.location.managers ?? [] {
      consider(manager.onceUntil, .timeout(manager.id))
      consider(pauseDeadline(manager, place), .pause(manager.id))
      consider(unknownDeadline(manager, place), .unknown(manager.id))
      if let until = manager.deferral?.until, isInBackgroundOrFrozen(place) {
        consider(until, .deferral(manager.id))
      }
    }
    return next
  }

  private func isInBackgroundOrFrozen(_ place: Int) -> Bool {
    switch apps[place].process?.stage {
    case .background, .suspended: true
    default: false
    }
  }

  private func unknownDeadline(_ manager: LocationUser.Manager, _ place: Int) -> Instant? {
    guard let lostAt = location.lostAt, manager.isUpdating, !manager.isPaused,
      !manager.wasToldUnknown, isAuthorized(place)
    else { return nil }
    return max(lostAt, manager.since) + profile.location.unknownAfter
  }

  /// When something about location is due.
  var nextLocationDeadline: Instant? {
    var earliest: Instant?
    for place in locators {
      guard let due = nextLocationDue(place)?.at else { continue }
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }

  /// Does what is due, earliest first, in the order of installation at one instant.
  mutating func passLocationDeadlines(until limit: Instant? = nil) {
    let limit = limit ?? now
    while true {
      var earliest: (at: Instant, due: LocationDue, place: Int)?
      for place in locators {
        guard let next = nextLocationDue(place), next.at <= limit else { continue }
        if let earlier = earliest, earlier.at <= next.at { continue }
        earliest = (next.at, next.due, place)
      }
      guard let earliest else { return }
      pass(earliest.due, earliest.place)
    }
  }

  private mutating func pass(_ due: LocationDue, _ place: Int) {
    let user = apps[place].process?.location
    switch due {
    case .crossing(let identifier): cross(identifier, place)
    case .significantChange:
      if let last = location.last { tellSignificantChange(last, place) }
    case .arrival: arrive(place)
    case .pause(let id):
      if let manager = user?.manager(id) { pause(manager, place) }
    case .timeout(let id):
      withManager(id, place) { $0.onceUntil = nil }
      tell(.failed(manager: id, .locationUnknown), place, .timedOut)
    case .unknown(let id):
      withManager(id, place) { $0.wasToldUnknown = true }
      tell(.failed(manager: id, .locationUnknown), place, .lost)
    case .deferral(let id):
      guard hasRightByNumber(id, place) else {
        return endDeferral(of: id, nil, place, .requested)
      }
      if case .suspended = apps[place].process?.stage { return wakeForLocation(place, .location) }
      endDeferral(of: id, nil, place, .requested)
    }
  }

  private func hasRightByNumber(_ id: UInt64, _ place: Int) -> Bool {
    apps[place].process?.location.manager(id).map { hasRight($0, place) } ?? false
  }
}
