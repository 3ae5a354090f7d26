// Ends: asked for, deserved, and those that just happen (L70-L75, O2, O3, T5).
extension Policy {
  mutating func forceQuit(_ app: AppID) throws(Refusal) {
    let place = try place(of: app)
    guard screen.isSwitcherOpen else { throw .switcherNotOpen }
    guard let process = apps[place].process else {
      if case .dying = apps[place].phase { throw .ending(app) }
      throw .notRunning(app)
    }
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
    case .terminating(let termination): kill(place, termination.reason, code: nil)
    case .foreground, .background: beginTermination(place, reason)
    }
  }

  /// Sends `willTerminate` and whatever must precede it, and starts its budget (T5).
  mutating func beginTermination(_ place: Int, _ reason: ExitReason) {
    let from = apps[place].state.name
    let scenes = apps[place].process?.scenes ?? []
    let steps = farewell(reason)
    var limit = profile.terminateBudget
    for scene in scenes where scene.activation == .active && steps.resigns {
      deliver(.willResignActive(scene.id), .sceneUpdate, to: place, because: .exit(reason))
    }
    for scene in scenes where scene.activation.rawValue >= 2 {
      if steps.entersBackground {
        limit = profile.terminateBudget + profile.enterBackgroundBudget
        deliver(
          .didEnterBackground(scene.id, grant: nil), .didEnterBackground, to: place,
          because: .exit(reason))
      }
      move(scene.id, of: place, to: .background)
    }
    setStage(
      .terminating(
        Termination(
          reason: reason, deadline: now + limit, limit: limit, from: from, relaunch: nil)),
      at: place)
    deliver(.willTerminate, .willTerminate, to: place, because: .exit(reason))
    clearFront(of: place)
  }

  /// What an app in front hears before `willTerminate` (C7, C11, O2, O4).
  private func farewell(_ reason: ExitReason) -> (resigns: Bool, entersBackground: Bool) {
    switch reason {
    case .noMultitasking: (true, false)
    case .exitsOnSuspend:
      switch profile.optOut {
      case .book: (false, true)
      case .apple: (true, false)
      case .superset, .ignored: (true, true)
      }
    default: (true, isMultitaskingSupported)
    }
  }

  /// `willTerminate` did not return in time, or the process did not end after it.
  mutating func overstayed(_ place: Int) {
    guard case .terminating(let termination) = apps[place].process?.stage else { return }
    kill(place, .watchdog(.terminate, limit: termination.limit), code: .watchdog)
  }

  /// Ends an app at once. It hears nothing.
  mutating func kill(_ place: Int, _ reason: ExitReason, code: TerminationCode?) {
    guard let process = apps[place].process else { return }
    var relaunch: Relaunch?
    if case .terminating(let termination) = process.stage { relaunch = termination.relaunch }
    recordExit(reason, code: code, at: place)
    emit(apps[place].id, .kill(code), .exit(reason))
    setPhase(.dying(Death(reason: reason, since: now, relaunch: relaunch)), at: place)
    if relaunch == nil { clearFront(of: place) }
  }

  mutating func recordExit(_ reason: ExitReason, code: TerminationCode?, at place: Int) {
    var from = apps[place].state.name
    if case .terminating(let termination) = apps[place].process?.stage { from = termination.from }
    let record = ExitRecord(reason: reason, at: now, from: from, code: code)
    apps[place].lastExit = record
    emit(apps[place].id, .recordExit(record), .exit(reason))
  }

  /// The app is no longer there: below it is the Home screen.
  mutating func clearFront(of place: Int) {
    guard screen.front?.app == apps[place].id else { return }
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
        recordExit(termination.reason, code: nil, at: place)
      } else {
        recordExit(exit.reason, code: nil, at: place)
      }
    }
    setPhase(.notRunning, at: place)
    guard !forgetIfDue(place) else { return }
    if let relaunch, screen.front?.app == app, !isShuttingDown {
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

  mutating func install(_ manifest: AppManifest, lastExit: ExitRecord?, isForceQuit: Bool) {
    if let place = places[manifest.id] {
      kill(place, .updated, code: nil)
      apps[place].manifest = manifest
      apps[place].isToBeForgotten = false
    } else {
      places[manifest.id] = apps.count
      apps.append(App(manifest: manifest, lastExit: lastExit, isForceQuit: isForceQuit))
    }
  }

  mutating func uninstall(_ app: AppID) throws(Refusal) {
    let place = try place(of: app)
    apps[place].isToBeForgotten = true
    kill(place, .uninstalled, code: nil)
    forgetIfDue(place)
  }

  @discardableResult
  mutating func forgetIfDue(_ place: Int) -> Bool {
    guard apps[place].isToBeForgotten, apps[place].phase == .notRunning else { return false }
    emit(apps[place].id, .forget, .exit(.uninstalled))
    clearFront(of: place)
    apps.remove(at: place)
    places = [:]
    for (place, app) in apps.enumerated() { places[app.id] = place }
    awake = apps.indices.filter { place in
      switch apps[place].process?.stage {
      case nil, .suspended: false
      case .launching, .foreground, .background, .terminating: true
      }
    }
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

  var reason: ExitReason {
    switch self {
    case .exited(let code): .exitedByItself(code: code)
    case .signaled(let signal) where ProcessExit.crashes.contains(signal): .crashed(signal: signal)
    case .signaled(let signal): .killedFromOutside(signal: signal)
    }
  }
}
