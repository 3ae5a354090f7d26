// From a fix of the receiver to the apps that want it (G1-G5, G9, G10, G14-G16, G18).
extension Policy {
  mutating func receive(_ given: Fix) {
    var fix = given
    // Nobody is told of times that run backwards.
    fix.at = max(fix.at, location.last?.at ?? fix.at)
    location.last = fix
    location.lostAt = nil
    let hasMoved = noteMovement(fix)
    noteStay(fix)
    for place in locators {
      forEachManager(place) { $0.wasToldUnknown = false }
      if hasMoved { resumeLiveUpdates(place) }
      offerFix(fix, place)
    }
    observe(fix)
  }

  private mutating func noteMovement(_ fix: Fix) -> Bool {
    let far = Double(profile.location.movementDistance)
    if let anchor = location.anchor, anchor.distance(to: fix) <= far { return false }
    location.anchor = fix
    location.movedAt = now
    return true
  }

  /// Whether an app may have fixes in the background: G3, G4, G5, G18, G19.
  func hasRight(_ manager: LocationUser.Manager, _ place: Int) -> Bool {
    obstacleInBackground(manager, place) == nil
  }

  func obstacleInBackground(
    _ manager: LocationUser.Manager, _ place: Int
  ) -> LocationObstacle? {
    if let obstacle = obstacleToAny(place) { return obstacle }
    guard apps[place].manifest.backgroundModes.contains(.location) else { return .modeMissing }
    let isAlways = apps[place].location.permission.status == .always
    let hasSession = apps[place].process?.location.sessions.isEmpty == false
    if manager.needs.isLive {
      guard isAlways || hasSession else { return .noBackgroundActivity }
    } else if profile.location.needsAllowsBackground, !manager.needs.allowsBackground {
      return .backgroundNotAllowed
    }
    return isAlways || hasSession || manager.startedInFront ? nil : .startedInBackground
  }

  func obstacleToAny(_ place: Int) -> LocationObstacle? {
    guard location.isServiceEnabled else { return .serviceOff }
    switch apps[place].location.permission.status {
    case .notDetermined: return .notDetermined
    case .denied: return .denied
    case .restricted: return .restricted
    case .whenInUse, .always: return nil
    }
  }

  /// Gives a fix to those managers of an app that want it.
  mutating func offerFix(_ fix: Fix, _ place: Int, onlyTo wanted: UInt64? = nil) {
    guard isAuthorized(place), let process = apps[place].process, !process.isEnding else { return }
    let seen =
      authorization(of: place).isAccuracyReduced
      ? fix.coarsened(to: Double(profile.location.reducedGrid)) : fix
    var isEntitled = false
    var hears: [UInt64] = []
    for manager in process.location.managers where manager.wantsFixes {
      if let wanted, manager.id != wanted { continue }
      let answersRequest = manager.onceUntil != nil
      guard answersRequest || passes(seen, manager, place) else { continue }
      note(seen, manager.id, place)
      let runsForIt = mayRunFor(manager.id, place)
      isEntitled = isEntitled || runsForIt
      if runsForIt || (answersRequest && mayAskInBackground(place)) { hears.append(manager.id) }
    }
    switch process.stage {
    case .foreground: flush(place, .moved)
    case .background:
      if isEntitled, !profile.location.keepsRunning {
        // G3, G21: each fix gives it the time of a wake.
        let hold = wakeAssertion(.location)
        withBackground(place) { $0.assert(hold) }
      }
      for manager in hears { flush(place, onlyOf: manager, .moved) }
    case .suspended:
      if isEntitled { wakeForLocation(place, .location) }
    case .launching, .terminating: break
    }
  }

  /// A single request has no right to run in the background, nor has one that keeps its fixes (G14).
  private func mayRunFor(_ id: UInt64, _ place: Int) -> Bool {
    guard let manager = apps[place].process?.location.manager(id), manager.isUpdating,
      manager.deferral?.isOver(at: now) != false
    else { return false }
    return hasRight(manager, place)
  }

  private func mayAskInBackground(_ place: Int) -> Bool {
    apps[place].location.permission.status == .always || isInUse(place)
  }

  /// G10, G16: the distance filter counts from the fix that was told last; reduced accuracy comes rarely.
  private func passes(_ fix: Fix, _ manager: LocationUser.Manager, _ place: Int) -> Bool {
    guard manager.isUpdating, !manager.isPaused else { return false }
    guard let last = manager.last else { return true }
    let isReduced = authorization(of: place).isAccuracyReduced || manager.needs.wantsReduced
    if isReduced, last.at.duration(to: fix.at) < profile.location.reducedInterval { return false }
    return manager.needs.distanceFilter <= 0 || manager.wantsFix
      || last.distance(to: fix) >= manager.needs.distanceFilter
  }

  /// Puts a fix where the app finds it.
  private mutating func note(_ fix: Fix, _ id: UInt64, _ place: Int) {
    let most = profile.location.queueMax
    withManager(id, place) { manager in
      if let last = manager.last, manager.deferral != nil {
        manager.deferral?.travelled += last.distance(to: fix)
      }
      manager.last = fix
      manager.wantsFix = false
      manager.queue.append(fix)
      manager.onceUntil = nil
      if manager.queue.count > most {
        manager.dropped += manager.queue.count - most
        manager.queue.removeFirst(manager.queue.count - most)
      }
    }
  }

  /// Tells an app that runs what waits for it: one array for each manager, oldest first (G1).
  mutating func flush(
    _ place: Int, onlyOf wanted: UInt64? = nil, _ why: LocationReason = .runsAgain
  ) {
    let isShown = apps[place].process?.stage == .foreground
    for manager in apps[place].process?.location.managers ?? [] where !manager.queue.isEmpty {
      if let wanted, manager.id != wanted { continue }
      // In front nothing is deferred (G14).
      if let deferral = manager.deferral, !isShown {
        guard deferral.isOver(at: now) else { continue }
        tell(.finishedDeferred(manager: manager.id, nil), place, .requested)
      }
      withManager(manager.id, place) { manager in
        manager.queue = []
        manager.dropped = 0
        if !isShown { manager.deferral = nil }
      }
      let hasWaited = manager.queue.count > 1 || manager.dropped > 0
      tellLocations(
        manager.queue, manager.id, place,
        hasWaited ? .queued(manager.queue.count, dropped: manager.dropped) : why)
    }
  }

  mutating func tellLocations(
    _ fixes: [Fix], _ manager: UInt64?, _ place: Int, _ why: LocationReason
  ) {
    let ahead = clockAhead
    let seen = fixes.map { fix in
      var seen = fix
      seen.at = fix.at + ahead
      return seen
    }
    tell(.locations(manager: manager, seen), place, why)
  }

  /// A frozen app runs for its location (G3, G21).
  mutating func wakeForLocation(_ place: Int, _ cause: WakeCause) {
    apps[place].locationAccount.wakes += 1
    wake(place, holding: wakeAssertion(cause), because: .woken(cause))
  }

  /// It runs again: what could not be told meanwhile is told now (G1).
  mutating func tellPendingLocation(_ place: Int) {
    guard let process = apps[place].process, !process.location.isUntouched,
      process.stage == .foreground || process.isInBackground
    else { return }
    let user = process.location
    withLocation(place) { $0.pending = [] }
    for message in user.pending { deliver(message, place, .runsAgain) }
    flush(place)
  }

  // MARK: Pauses

  /// G18: whoever follows live goes on by itself when the device moves, also after its process's end.
  private mutating func resumeLiveUpdates(_ place: Int) {
    if apps[place].location.wasLive, apps[place].phase == .notRunning,
      canRelaunchForUpdates(place)
    {
      change(place) { $0.wasLive = false }
      relaunch(place, .location)
    }
    for manager in apps[place].process?.location.managers ?? []
    where manager.isPaused && manager.needs.isLive {
      withManager(manager.id, place) { $0.isPaused = false }
      tell(.resumed(manager: manager.id), place, .moved)
    }
  }

  /// When updates of a manager pause by themselves; nil: they do not.
  func pauseDeadline(_ manager: LocationUser.Manager, _ place: Int) -> Instant? {
    guard manager.isUpdating, !manager.isPaused, isAuthorized(place) else { return nil }
    let since = max(manager.since, location.movedAt ?? manager.since)
    if manager.needs.isLive { return since + profile.location.stationaryAfter }
    // In front nothing pauses (a choice).
    guard manager.needs.pausesAutomatically, !isShown(place), hasRight(manager, place) else {
      return nil
    }
    return max(since, apps[place].lastUsed ?? since) + profile.location.pauseAfter
  }

  mutating func pause(_ manager: LocationUser.Manager, _ place: Int) {
    withManager(manager.id, place) { $0.isPaused = true }
    let time =
      manager.needs.isLive ? profile.location.stationaryAfter : profile.location.pauseAfter
    tell(.paused(manager: manager.id), place, .notMoving(for: time))
  }
}

extension LocationUser.Deferral {
  func isOver(at now: Instant) -> Bool {
    if let until, until <= now { return true }
    return distance.map { travelled >= $0 } ?? false
  }
}
