// What apps ask for, and what happens to the location of the device. Each changes what apps need;
// `settleLocation` then does what follows for everybody.
extension Policy {
  mutating func handle(_ event: LocationEvent, of app: AppID) throws(Refusal) {
    let place = try place(of: app)
    if case .decided(let decision) = event { return try decide(decision, place) }
    // Late words of a process that is gone mean nothing.
    guard let process = apps[place].process, !process.isEnding else { return }
    switch event {
    case .decided: break
    case .asked(let request): ask(request, place)
    case .updating(let manager, let needs): update(manager, needs, place)
    case .stoppedUpdating(let manager):
      withManager(manager, place) { manager in
        manager.isUpdating = false
        manager.deferral = nil
        manager.queue = []
      }
    case .requestedOnce(let manager, let needs): requestOnce(manager, needs, place)
    case .significantChanges(let isOn): monitorSignificantChanges(isOn, place)
    case .visits(let isOn):
      guard apps[place].location.visits != isOn else { return }
      if isOn { askByItself(place) }
      change(place) { record in
        record.visits = isOn
        record.visit = nil
      }
    case .monitoring(let region): monitor(region, place)
    case .stoppedMonitoring(let identifier):
      change(place) { $0.regions.removeAll { $0.region.identifier == identifier } }
    case .regionStateAsked(let identifier): askState(identifier, place)
    case .backgroundActivity(let session, let isOn): setSession(session, isOn, place)
    case .deferring(let manager, let distance, let timeout):
      deferUpdates(of: manager, distance, timeout, place)
    }
  }

  mutating func handle(_ event: PositionEvent) throws(Refusal) {
    switch event {
    case .fix(let fix):
      guard fix.isPlace else { throw .notAPlace(latitude: fix.latitude, longitude: fix.longitude) }
      receive(fix)
    case .lost:
      location.lostAt = location.lostAt ?? now
      location.last = nil
      location.anchor = nil
      location.stay = nil
      for place in locators {
        forEachManager(place) { $0.wasToldUnknown = false }
      }
    case .service(let isEnabled):
      guard location.isServiceEnabled != isEnabled else { return }
      location.isServiceEnabled = isEnabled
      for place in locators {
        tell(.authorization(authorization(of: place)), place, .service(isEnabled: isEnabled))
      }
    }
  }

  // MARK: Updates

  private mutating func update(_ id: UInt64, _ needs: LocationNeeds, _ place: Int) {
    askByItself(place)
    let known = apps[place].process?.location.manager(id)
    let isNew = known?.isUpdating != true
    if isNew, let failure = failureToStart(place) {
      return tell(.failed(manager: id, failure), place, .obstacle(obstacleToAny(place) ?? .denied))
    }
    let (now, isInFront) = (now, isInUse(place))
    if isNew, needsFront(place), !isInFront {
      return tell(.failed(manager: id, .denied), place, .obstacle(.startedInBackground))
    }
    withManager(id, place) { manager in
      // G16: only a start has a first fix; G9: starting again ends a pause.
      if isNew || manager.isPaused {
        manager.since = now
        manager.wantsFix = true
        manager.last = isNew ? nil : manager.last
        manager.startedInFront = isInFront
      }
      manager.needs = needs
      manager.isUpdating = true
      manager.isPaused = false
    }
  }

  /// G15.
  private mutating func requestOnce(_ id: UInt64, _ needs: LocationNeeds, _ place: Int) {
    askByItself(place)
    if let failure = failureToStart(place) {
      return tell(.failed(manager: id, failure), place, .obstacle(obstacleToAny(place) ?? .denied))
    }
    let until = now + profile.location.requestTimeout
    withManager(id, place) { manager in
      if !manager.isUpdating { manager.needs = needs }
      manager.onceUntil = until
      manager.wantsFix = true
    }
  }

  /// G5: what was denied fails at once. Who has not been asked waits for the answer.
  private func failureToStart(_ place: Int) -> LocationFailure? {
    if !location.isServiceEnabled { return .denied }
    switch apps[place].location.permission.status {
    case .denied, .restricted: return .denied
    case .notDetermined, .always, .whenInUse: return nil
    }
  }

  /// G5: with permission while in use, updates begin in use.
  private func needsFront(_ place: Int) -> Bool {
    profile.location.hasInUseAuthorization
      && apps[place].location.permission.status == .whenInUse
  }

  /// G5: in front, on the way there, or with updates in the background that hold it in use.
  func isInUse(_ place: Int) -> Bool {
    guard let process = apps[place].process else { return false }
    switch process.stage {
    case .foreground: return true
    case .launching(let launching): return launching.wake == nil
    case .background, .suspended:
      return !process.location.sessions.isEmpty
        || process.location.managers.contains { $0.isUpdating && hasRight($0, place) }
    case .terminating: return false
    }
  }

  /// G19.
  private mutating func setSession(_ session: UInt64, _ isOn: Bool, _ place: Int) {
    guard isOn else {
      withLocation(place) { $0.sessions.removeAll { $0 == session } }
      if apps[place].process?.location.sessions.isEmpty == true {
        change(place) { $0.hasBackgroundActivity = false }
      }
      return
    }
    guard apps[place].manifest.backgroundModes.contains(.location) else {
      return ignore(.modeMissing, place)
    }
    // From the background an app only joins one that was there before.
    guard isShown(place) || apps[place].location.hasBackgroundActivity else {
      return ignore(.sessionNotInFront, place)
    }
    withLocation(place) { user in
      guard !user.sessions.contains(session) else { return }
      let index = user.sessions.firstIndex { $0 > session } ?? user.sessions.endIndex
      user.sessions.insert(session, at: index)
    }
    change(place) { $0.hasBackgroundActivity = true }
  }

  /// In front, or launching to be there.
  func isShown(_ place: Int) -> Bool {
    switch apps[place].process?.stage {
    case .foreground: true
    case .launching(let launching): launching.wake == nil
    default: false
    }
  }

  // MARK: Deferral

  /// G14.
  private mutating func deferUpdates(
    of id: UInt64, _ distance: Double?, _ timeout: Duration?, _ place: Int
  ) {
    // Since iOS 13 nothing comes of it.
    guard profile.location.defersUpdates else { return }
    guard let manager = apps[place].process?.location.manager(id), manager.isUpdating else {
      return tell(
        .finishedDeferred(manager: id, .deferredNotUpdatingLocation), place, .requested)
    }
    guard distance != nil || timeout != nil else {
      guard manager.deferral != nil else { return }
      return endDeferral(of: id, .deferredCanceled, place, .requested)
    }
    if manager.needs.distanceFilter > 0 {
      return tell(.finishedDeferred(manager: id, .deferredDistanceFiltered), place, .requested)
    }
    guard manager.needs.isBest else {
      return tell(.finishedDeferred(manager: id, .deferredAccuracyTooLow), place, .requested)
    }
    let until = timeout.map { now + $0 }
    withManager(id, place) {
      $0.deferral = LocationUser.Deferral(distance: distance, until: until)
    }
  }

  mutating func endDeferral(
    of id: UInt64, _ failure: LocationFailure?, _ place: Int, _ why: LocationReason
  ) {
    withManager(id, place) { $0.deferral = nil }
    tell(.finishedDeferred(manager: id, failure), place, why)
    switch apps[place].process?.stage {
    case .foreground, .background: flush(place)
    default: break
    }
  }

  // MARK: Steps

  mutating func withLocation(_ place: Int, _ body: (inout LocationUser) -> Void) {
    guard apps[place].withProcess({ body(&$0.location) }) != nil else { return }
    noteLocator(place)
  }

  mutating func withManager(
    _ id: UInt64, _ place: Int, _ body: (inout LocationUser.Manager) -> Void
  ) {
    let made = LocationUser.Manager(
      id: id, needs: LocationNeeds(), startedInFront: isShown(place), since: now)
    withLocation(place) { $0.with(id, made: made, body) }
  }

  mutating func forEachManager(
    _ place: Int, _ body: (inout LocationUser.Manager) -> Void
  ) {
    withLocation(place) { user in
      for index in user.managers.indices { body(&user.managers[index]) }
      user.managers.removeAll(where: \.isIdle)
    }
  }

  /// Changes what is kept.
  mutating func change(_ place: Int, _ body: (inout LocationRecord) -> Void) {
    let before = apps[place].location
    body(&apps[place].location)
    guard apps[place].location != before else { return }
    if !changedLocations.contains(place) { changedLocations.append(place) }
    noteLocator(place)
  }

  mutating func command(_ place: Int?, _ command: LocationCommand, _ why: LocationReason) {
    emit(place.map { apps[$0].id }, .location(command), .location(why))
  }

  mutating func ignore(_ obstacle: LocationObstacle, _ place: Int) {
    command(place, .ignore(obstacle), .obstacle(obstacle))
  }

  /// Tells an app now, or when it runs again.
  mutating func tell(_ message: LocationMessage, _ place: Int, _ why: LocationReason) {
    switch apps[place].process?.stage {
    case nil, .terminating: return
    case .suspended, .launching: keepToTell(message, place)
    case .foreground, .background: deliver(message, place, why)
    }
  }

  mutating func deliver(_ message: LocationMessage, _ place: Int, _ why: LocationReason) {
    if case .locations(_, let fixes) = message {
      apps[place].locationAccount.fixes += fixes.count
    }
    deliver(.location(message), .notice, to: place, because: .location(why))
  }

  /// Of permission only the latest counts; of all others as many as of fixes.
  mutating func keepToTell(_ message: LocationMessage, _ place: Int) {
    let most = profile.location.queueMax
    withLocation(place) { user in
      if case .authorization = message {
        user.pending.removeAll { if case .authorization = $0 { true } else { false } }
      }
      user.pending.append(message)
      if user.pending.count > most { user.pending.removeFirst(user.pending.count - most) }
    }
  }

  mutating func noteLocator(_ place: Int) {
    let position = locators.firstIndex { $0 >= place } ?? locators.endIndex
    guard position == locators.endIndex || locators[position] != place else { return }
    locators.insert(place, at: position)
  }
}
