// What may happen to apps that do not run: significant changes, regions, visits (G6, G11-G13).
extension Policy {
  // MARK: Requests

  mutating func monitorSignificantChanges(_ isOn: Bool, _ place: Int) {
    if isOn { askByItself(place) }
    change(place) { record in
      record.significantChanges = isOn
      record.significant = nil
      record.significantAt = nil
    }
    // G11: the first event is what is known already.
    if isOn, let last = location.last, isAuthorized(place) { tellSignificantChange(last, place) }
  }

  mutating func monitor(_ region: Region, _ place: Int) {
    askByItself(place)
    let rules = profile.location
    func fail(_ failure: LocationFailure, _ obstacle: LocationObstacle) {
      tell(
        .monitoringFailed(identifier: region.identifier, failure), place, .obstacle(obstacle))
    }
    if let obstacle = obstacleToAny(place), obstacle != .notDetermined {
      return fail(.regionMonitoringDenied, obstacle)
    }
    let isPlace = Fix(latitude: region.latitude, longitude: region.longitude, at: now).isPlace
    guard isPlace, region.radius > 0, region.radius <= Double(rules.regionRadiusMax) else {
      return fail(.regionMonitoringFailure, .radiusTooLarge)
    }
    let others = apps[place].location.regions.filter { $0.region.identifier != region.identifier }
    guard others.count < rules.regionsMax else {
      return fail(.regionMonitoringFailure, .tooManyRegions(rules.regionsMax))
    }
    // G12: one of the same identifier is replaced.
    var monitored = LocationRecord.MonitoredRegion(region)
    if let last = location.last { monitored.state = state(of: region, last, before: .unknown) }
    change(place) { $0.regions = others + [monitored] }
    tell(.monitoringStarted(identifier: region.identifier), place, .requested)
  }

  mutating func askState(_ identifier: String, _ place: Int) {
    guard
      let index = apps[place].location.regions.firstIndex(where: {
        $0.region.identifier == identifier
      })
    else {
      return tell(.regionState(identifier: identifier, .unknown), place, .requested)
    }
    guard apps[place].location.regions[index].state != .unknown else {
      return change(place) { $0.regions[index].isAsked = true }
    }
    tell(
      .regionState(identifier: identifier, apps[place].location.regions[index].state), place,
      .requested)
  }

  // MARK: Observation

  /// What a fix means for those that monitor.
  mutating func observe(_ fix: Fix) {
    for place in locators where apps[place].location.isMonitoring {
      observeRegions(fix, place)
      endVisit(fix, place)
    }
  }

  private func state(of region: Region, _ fix: Fix, before: Region.State) -> Region.State {
    let distance = region.distance(of: fix)
    if distance <= 0 { return .inside }
    // G12: near the border it counts as being where it was.
    if distance <= Double(profile.location.regionMargin), before != .unknown { return before }
    return .outside
  }

  private mutating func observeRegions(_ fix: Fix, _ place: Int) {
    let now = now
    var told: [(String, Region.State)] = []
    let states = apps[place].location.regions.map {
      state(of: $0.region, fix, before: $0.state)
    }
    change(place) { record in
      for (index, state) in states.enumerated() {
        var region = record.regions[index]
        if region.state == .unknown {
          // Where it is at first is no crossing.
          region.state = state
          if region.isAsked { told.append((region.region.identifier, state)) }
          region.isAsked = false
        } else if region.state == state {
          region.crossing = nil
        } else {
          region.crossing = region.crossing ?? now
        }
        record.regions[index] = region
      }
    }
    for (identifier, state) in told {
      tell(.regionState(identifier: identifier, state), place, .requested)
    }
  }

  /// G12: the device has been on the other side long enough.
  mutating func cross(_ identifier: String, _ place: Int) {
    var crossed: LocationRecord.MonitoredRegion?
    change(place) { record in
      guard
        let index = record.regions.firstIndex(where: { $0.region.identifier == identifier })
      else { return }
      record.regions[index].crossing = nil
      record.regions[index].state = record.regions[index].state == .inside ? .outside : .inside
      crossed = record.regions[index]
    }
    guard let crossed else { return }
    let isInside = crossed.state == .inside
    guard isInside ? crossed.region.notifiesOnEntry : crossed.region.notifiesOnExit else { return }
    // With approximate location nobody could tell.
    guard !authorization(of: place).isAccuracyReduced else { return }
    report(
      isInside ? .regionEntered(identifier: identifier) : .regionExited(identifier: identifier),
      .region, place, .crossed(identifier))
  }

  // MARK: Significant changes

  /// G11: when the next one is due; nil: the device has not moved far.
  func significantChangeDeadline(_ place: Int) -> Instant? {
    let record = apps[place].location
    guard record.significantChanges, isAuthorized(place), let last = location.last else {
      return nil
    }
    guard let told = record.significant, let at = record.significantAt else { return now }
    guard told.distance(to: last) >= Double(profile.location.significantDistance) else {
      return nil
    }
    return at + profile.location.significantInterval
  }

  mutating func tellSignificantChange(_ fix: Fix, _ place: Int) {
    let now = now
    change(place) { record in
      record.significant = fix
      record.significantAt = now
    }
    let isReduced = authorization(of: place).isAccuracyReduced
    var seen = isReduced ? fix.coarsened(to: Double(profile.location.reducedGrid)) : fix
    seen.at = seen.at + clockAhead
    report(.locations(manager: nil, [seen]), .significantChange, place, .significantChange)
  }

  // MARK: Visits

  mutating func noteStay(_ fix: Fix) {
    if let stay = location.stay,
      stay.distance(to: fix) <= Double(profile.location.visitDistance)
    {
      return
    }
    location.stay = fix
  }

  /// G13: when a stay has become a visit; nil: that was told, or nobody asks.
  func arrivalDeadline(_ place: Int) -> Instant? {
    guard apps[place].location.visits, apps[place].location.visit == nil, isAuthorized(place),
      let stay = location.stay
    else { return nil }
    return stay.at + profile.location.visitAfter
  }

  mutating func arrive(_ place: Int) {
    guard let stay = location.stay else { return }
    let visit = Visit(place: stay, arrival: stay.at, departure: nil)
    change(place) { $0.visit = visit }
    report(.visited(onWallClock(visit)), .visit, place, .visit)
  }

  private mutating func endVisit(_ fix: Fix, _ place: Int) {
    guard var visit = apps[place].location.visit,
      visit.place.distance(to: fix) > Double(profile.location.visitDistance)
    else { return }
    visit.departure = fix.at
    change(place) { $0.visit = nil }
    report(.visited(onWallClock(visit)), .visit, place, .visit)
  }

  private func onWallClock(_ visit: Visit) -> Visit {
    var seen = visit
    seen.place.at = visit.place.at + clockAhead
    seen.arrival = visit.arrival + clockAhead
    seen.departure = visit.departure.map { $0 + clockAhead }
    return seen
  }

  // MARK: Reports

  /// Whether a process may be made for what an app monitors (G6, G12, C12).
  func obstacleToRelaunch(_ place: Int) -> LocationObstacle? {
    if let obstacle = obstacleToAny(place) { return obstacle }
    guard apps[place].location.permission.status == .always else { return .notAlways }
    if apps[place].isForceQuit, !profile.location.relaunchesAfterForceQuit { return .forceQuit }
    return nil
  }

  /// G12: not before the first unlock.
  private var mayRelaunch: Bool {
    hasBeenUnlocked && isMultitaskingSupported && !isShuttingDown
  }

  func canRelaunch(_ place: Int) -> Bool {
    mayRelaunch && canEnterBackground(place) && !apps[place].isToBeForgotten
      && obstacleToRelaunch(place) == nil
  }

  /// G18, G19: for live updates a background activity session that can be joined again does it too.
  func canRelaunchForUpdates(_ place: Int) -> Bool {
    if canRelaunch(place) { return true }
    return mayRelaunch && canEnterBackground(place) && !apps[place].isToBeForgotten
      && obstacleToRelaunch(place) == .notAlways && !apps[place].isForceQuit
      && apps[place].location.hasBackgroundActivity
  }

  /// Tells an app what it monitors, wherever that finds it: with permission always also frozen, and
  /// not running.
  private mutating func report(
    _ message: LocationMessage, _ cause: WakeCause, _ place: Int, _ why: LocationReason
  ) {
    switch apps[place].phase {
    case .dying: return
    case .notRunning:
      guard canRelaunch(place) else { return }
      relaunch(place, cause)
      keepToTell(message, place)
    case .alive(let process):
      let isAlways = apps[place].location.permission.status == .always
      guard obstacleToAny(place) == nil, isAlways || isInUse(place) else { return }
      switch process.stage {
      case .terminating: return
      case .foreground, .launching: tell(message, place, why)
      case .background:
        tell(message, place, why)
        let hold = wakeAssertion(cause)
        withBackground(place) { $0.assert(hold) }
      case .suspended:
        keepToTell(message, place)
        wakeForLocation(place, cause)
      }
    }
    if !isShown(place) { confirmProvisionalAlways(place) }
  }

  mutating func relaunch(_ place: Int, _ cause: WakeCause) {
    apps[place].locationAccount.wakes += 1
    spawn(place, wake: cause, url: nil, because: .woken(cause))
    noteLocator(place)
  }
}
