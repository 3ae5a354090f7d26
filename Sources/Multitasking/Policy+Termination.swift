import RefreshLearning

// Ends: asked for, deserved, and those that just happen (L70-L75, O2, O3, T5).
extension Policy {
  mutating func forceQuit(_ app: AppID) throws(Refusal) {
    let place = try place(of: app)
    guard apps[place].process != nil else {
      if case .dying = apps[place].phase { throw .ending(app) }
      throw .notRunning(app)
    }
    if !screen.isSwitcherOpen { try openSwitcher() }
    guard let process = apps[place].process else { return }
    apps[place].isForceQuit = true
    emit(app, .recordForceQuit(true), .exit(.forceQuit))
    end(place, process, .forceQuit)
  }

  mutating func terminate(_ app: AppID) throws(Refusal) {
    let place = try place(of: app)
    guard let process = apps[place].process else {
      if case .dying = apps[place].phase { throw .ending(app) }
      throw .notRunning(app)
    }
    end(place, process, .terminatedByCommand)
  }

  /// L70-L72: a farewell for who runs, none for who does not.
  private mutating func end(_ place: Int, _ process: Process, _ reason: ExitReason) {
    switch process.stage {
    case .launching, .suspended: kill(place, reason, code: nil)
    case .terminating(var termination):
      termination.relaunch = nil
      setStage(.terminating(termination), at: place)
      kill(place, termination.reason, code: nil)
    case .foreground, .background: beginTermination(place, reason)
    }
  }

  /// Sends `willTerminate` and whatever must precede it, and starts its budget (T5).
  mutating func beginTermination(_ place: Int, _ reason: ExitReason) {
    let from = apps[place].state.name
    let scenes = apps[place].process?.scenes ?? []
    let steps = farewell(place, reason)
    for scene in scenes where scene.activation == .active && steps.resigns {
      deliver(.willResignActive(scene.id), .sceneUpdate, to: place, because: .exit(reason))
    }
    for scene in scenes where scene.activation.isInForeground {
      if steps.entersBackground {
        deliver(
          .didEnterBackground(scene.id, grant: nil), .didEnterBackground, to: place,
          because: .exit(reason))
      }
      move(scene.id, of: place, to: .background)
    }
    let isEntering =
      apps[place].process?.awaited.contains { $0.kind == .didEnterBackground } ?? false
    let limit = isEntering ? profile.enterBackgroundBudget : profile.terminateBudget
    setStage(
      .terminating(
        Termination(
          reason: reason, watchdog: isEntering ? .enterBackground : .terminate, limit: limit,
          deadline: now + limit, from: from, relaunch: nil)),
      at: place)
    deliver(.willTerminate, .willTerminate, to: place, because: .exit(reason))
    clearFront(of: place)
  }

  /// T5: `didEnterBackground` has returned, the time of `willTerminate` begins.
  mutating func awaitTermination(_ place: Int) {
    guard case .terminating(var termination) = apps[place].process?.stage,
      termination.watchdog == .enterBackground
    else { return }
    termination.watchdog = .terminate
    termination.limit = profile.terminateBudget
    termination.deadline = now + termination.limit
    setStage(.terminating(termination), at: place)
  }

  /// What an app in front hears before `willTerminate` (C7, C11, O2, O4).
  private func farewell(
    _ place: Int, _ reason: ExitReason
  ) -> (resigns: Bool, entersBackground: Bool) {
    guard isMultitaskingSupported else { return (true, false) }
    guard apps[place].manifest.exitsOnSuspend else { return (true, true) }
    switch profile.optOut {
    case .book: return (reason != .exitsOnSuspend, true)
    case .apple: return (true, false)
    case .superset, .ignored: return (true, true)
    }
  }

  /// A message of the farewell did not return in time, or the process did not end after it.
  mutating func overstayed(_ place: Int) {
    guard case .terminating(let termination) = apps[place].process?.stage else { return }
    kill(place, .watchdog(termination.watchdog, limit: termination.limit), code: .watchdog)
  }

  /// Ends an app at once. It hears nothing.
  mutating func kill(_ place: Int, _ reason: ExitReason, code: TerminationCode?) {
    guard let process = apps[place].process else { return }
    var relaunch: Relaunch?
    if case .terminating(let termination) = process.stage { relaunch = termination.relaunch }
    recordExit(reason, code: code, at: place)
    emit(apps[place].id, .kill(code), .exit(reason))
    cancelReclaim(place)
    setPhase(.dying(Death(reason: reason, since: now, relaunch: relaunch)), at: place)
    if relaunch == nil { clearFront(of: place) }
  }

  mutating func recordExit(_ reason: ExitReason, code: TerminationCode?, at place: Int) {
    var from = apps[place].state.name
    if case .terminating(let termination) = apps[place].process?.stage { from = termination.from }
    let record = ExitRecord(reason: reason, at: now, from: from, code: code)
    apps[place].lastExit = record
    abandonWork(place, reason)
    noteEndOfLocation(place, reason)
    noteChange(of: place)
    emit(apps[place].id, .recordExit(record), .exit(reason))
  }

  /// The app is no longer there: below it is the Home screen.
  mutating func clearFront(of place: Int) {
    guard screen.front?.app == apps[place].id else { return }
    apps[place].lastUsed = now
    screen.front = nil
  }

  mutating func exited(_ app: AppID, _ exit: ProcessExit) throws(Refusal) {
    let place = try place(of: app)
    var relaunch: Relaunch?
    switch apps[place].phase {
    case .notRunning: return
    case .dying(let death): relaunch = death.relaunch
    case .alive(let process):
      if case .terminating(let termination) = process.stage {
        relaunch = termination.relaunch
        recordExit(exit.isCrash ? exit.reason : termination.reason, code: nil, at: place)
      } else {
        recordExit(exit.reason, code: nil, at: place)
      }
    }
    gone(place, relaunch: relaunch)
  }

  /// The process is no more.
  mutating func gone(_ place: Int, relaunch: Relaunch?) {
    cancelReclaim(place)
    setPhase(.notRunning, at: place)
    isLookStale = true
    guard !forgetIfDue(place) else { return }
    if let relaunch, screen.front?.app == apps[place].id, !isShuttingDown {
      spawn(place, wake: nil, url: relaunch.url, because: .opened)
    } else {
      clearFront(of: place)
    }
  }

  mutating func linkBroke(_ app: AppID, _ violation: LinkViolation) throws(Refusal) {
    let place = try place(of: app)
    guard let process = apps[place].process else { return }
    let isSuspended = if case .suspended = process.stage { true } else { false }
    if violation == .closed, !isSuspended {
      // A process that ends closes its link first: its exit tells more than this.
      let now = now
      _ = apps[place].withProcess { $0.linkClosedAt = $0.linkClosedAt ?? now }
    } else {
      kill(place, .linkViolation(violation), code: nil)
    }
  }

  mutating func shutDown() throws(Refusal) {
    if isShuttingDown { throw .shuttingDown }
    isShuttingDown = true
    // L75: no message.
    for place in apps.indices { kill(place, .shutDown, code: nil) }
    screen = Screen()
  }

  // MARK: Installation

  mutating func install(
    _ manifest: AppManifest, lastExit: ExitRecord?, isForceQuit: Bool,
    background: BackgroundRecord, habits: [UInt8], location: LocationRecord
  ) {
    let schemes = urlSchemes
    defer { noteSchemes(before: schemes) }
    if let place = places[manifest.id] {
      kill(place, .updated, code: nil)
      apps[place].manifest = manifest
      apps[place].isToBeForgotten = false
      updateEnrolment(of: place)
      if lifeCycle(of: place) == .application || !manifest.supportsMultipleScenes {
        apps[place].sessions = []
        apps[place].freshScenes = []
      }
    } else {
      places[manifest.id] = apps.count
      apps.append(
        App(
          manifest: manifest, lastExit: lastExit, isForceQuit: isForceQuit, background: background,
          location: location))
      if learner.habits(of: manifest.id.bundleIdentifier) == nil {
        learner.add(
          manifest.id.bundleIdentifier, at: localTime,
          keeping: AppHabits(
            manifest.id.bundleIdentifier, bytes: habits, parameters: profile.learning))
      }
      nextWork = max(nextWork, (background.history.last?.work ?? 0) + 1)
      let place = apps.count - 1
      beginLocation(place)
      noteChange(of: place)
      changed.removeAll { $0 == place }
    }
  }

  mutating func uninstall(_ app: AppID) throws(Refusal) {
    let place = try place(of: app)
    apps[place].isToBeForgotten = true
    kill(place, .uninstalled, code: nil)
    forgetIfDue(place)
  }

  /// Tells apps when the set of schemes that can be opened is another one now.
  private mutating func noteSchemes(before schemes: [String]) {
    guard urlSchemes != schemes else { return }
    environment.urlSchemeChanges += 1
    for place in awake { tellEnvironment(place) }
  }

  @discardableResult
  mutating func forgetIfDue(_ place: Int) -> Bool {
    guard apps[place].isToBeForgotten, apps[place].phase == .notRunning else { return false }
    let schemes = urlSchemes
    defer { noteSchemes(before: schemes) }
    emit(apps[place].id, .forget, .exit(.uninstalled))
    clearFront(of: place)
    // Records that changed meanwhile are kept before their places are others.
    for other in changed where other != place { keepRecord(of: other) }
    changed = []
    for other in changedLocations where other != place { keepLocation(of: other) }
    changedLocations = []
    locators = locators.compactMap { $0 == place ? nil : $0 > place ? $0 - 1 : $0 }
    learner.remove(apps[place].id.bundleIdentifier)
    apps.remove(at: place)
    places = [:]
    for (place, app) in apps.enumerated() { places[app.id] = place }
    awake = apps.indices.filter(isAwake)
    waiting = waiting.compactMap { $0 == place ? nil : $0 > place ? $0 - 1 : $0 }
    soundUsers = soundUsers.compactMap { $0 == place ? nil : $0 > place ? $0 - 1 : $0 }
    return true
  }
}

extension Process {
  /// Whether nothing that is sent now will be handled.
  var isEnding: Bool { if case .terminating = stage { true } else { false } }
}

extension ProcessExit {
  /// Signals by which a process ends because of its own doing.
  private static let crashes: [Int32] = [3, 4, 5, 6, 7, 8, 11, 31]

  var isCrash: Bool { if case .crashed = reason { true } else { false } }

  var reason: ExitReason {
    switch self {
    case .exited(let code): .exitedByItself(code: code)
    case .signaled(let signal) where ProcessExit.crashes.contains(signal): .crashed(signal: signal)
    case .signaled(let signal): .killedFromOutside(signal: signal)
    }
  }
}
