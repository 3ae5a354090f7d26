// From no process to an app that runs: L10-L14, L30-L33.
extension Policy {
  mutating func spawn(_ place: Int, wake: WakeCause?, url: OpenURL?, because why: Reason) {
    let launching = Launching(wake: wake, url: url, lifeCycle: lifeCycle(of: place))
    setPhase(
      .alive(
        Process(
          launchedAt: now, stage: .launching(launching), environmentSeen: environment(of: place))),
      at: place)
    emit(apps[place].id, .spawn, why)
  }

  mutating func launchInBackground(_ app: AppID, _ cause: WakeCause) throws(Refusal) {
    let place = try place(of: app)
    if isShuttingDown { throw .shuttingDown }
    guard isMultitaskingSupported else { throw .noMultitasking }
    guard canEnterBackground(place) else { throw .optedOut(app) }
    switch apps[place].phase {
    case .dying: throw .ending(app)
    case .notRunning:
      guard !apps[place].isForceQuit else { throw .forceQuitUntilOpened(app) }
      spawn(place, wake: cause, url: nil, because: .woken(cause))
    case .alive(let process):
      switch process.stage {
      case .suspended: wake(place, holding: wakeAssertion(cause), because: .woken(cause))
      case .launching, .foreground, .background: throw .alreadyRunning(app)
      case .terminating: throw .ending(app)
      }
    }
  }

  mutating func spawnFailed(_ app: AppID, _ failure: SpawnFailure) throws(Refusal) {
    let place = try place(of: app)
    switch apps[place].phase {
    case .notRunning: return
    case .alive:
      recordExit(.neverStarted(failure), code: nil, at: place)
      gone(place, relaunch: nil)
    case .dying(let death): gone(place, relaunch: death.relaunch)
    }
  }

  mutating func connected(_ app: AppID) throws(Refusal) {
    let place = try place(of: app)
    guard let process = apps[place].process else { return }
    guard !process.isConnected, case .launching(let launching) = process.stage else {
      kill(place, .linkViolation(.outOfTurn), code: nil)
      return
    }
    let environment = environment(of: place)
    _ = apps[place].withProcess {
      $0.isConnected = true
      $0.environmentSeen = environment
    }
    let message = LaunchMessage(
      lifeCycle: launching.lifeCycle, startsInactive: launching.startsInactive,
      url: launching.url, lastExit: apps[place].lastExit,
      isLocationLaunch: launching.wake?.isLocation ?? false)
    deliver(.launch(message), .launch, to: place, because: .connected)
  }

  /// `didFinishLaunching` has returned: on to where the screen wants the app by now.
  mutating func finishLaunch(_ place: Int, _ launching: Launching, _ tasks: OpenTasks?) {
    let front = screen.front.flatMap { places[$0.app] == place ? $0.scene : nil }
    let presence = front == nil ? .background(.leaving) : screen.presenceOfFront
    // Without scenes the app is one implicit scene, inactive from the start (L12) or, after a
    // launch into the background, in the background (L30).
    if launching.lifeCycle == .application {
      _ = apps[place].withProcess {
        $0.scenes = [
          Process.Scene(id: .main, activation: launching.startsInactive ? .inactive : .background)
        ]
      }
    }
    switch presence {
    case .active, .inactive:
      if launching.startsInactive {
        setStage(.foreground, at: place)
      } else {
        // Launched for it in the background, and opened meanwhile: still there when it hears of it.
        startPendingWork(place)
      }
      show(
        front ?? .main, of: place, urls: launching.url.map { [$0] } ?? [],
        because: .launchFinished)
    case .background where launching.startsInactive:
      setStage(.foreground, at: place)
      abandonForeground(place, presence)
    case .background:
      runInBackground(place, launching.wake, tasks)
    }
    startPendingWork(place)
    tellEnvironment(place)
    tellPendingSound(place)
    tellPendingLocation(place)
  }

  /// The person left, or locked the screen, while the app was still launching.
  private mutating func abandonForeground(_ place: Int, _ presence: Screen.Presence) {
    if canEnterBackground(place) {
      enterBackground(place, because: .launchFinishedOffScreen)
    } else if presence != .background(.lock) {
      beginTermination(place, isMultitaskingSupported ? .exitsOnSuspend : .noMultitasking)
    }
  }

  /// L30: launched into the background, or launched for a screen that has moved on.
  private mutating func runInBackground(_ place: Int, _ cause: WakeCause?, _ tasks: OpenTasks?) {
    guard canEnterBackground(place) else {
      return beginTermination(place, isMultitaskingSupported ? .exitsOnSuspend : .noMultitasking)
    }
    let isApplication = lifeCycle(of: place) == .application
    let sendsEntry = isApplication && profile.sendsDidEnterBackgroundOnBackgroundLaunch
    var background = makeBackground(allowance: allowance, holding: transition(at: now))
    // For anything but a command or a location it is the work that holds the app.
    if let cause, cause == .command || cause.isLocation { background.assert(wakeAssertion(cause)) }
    let pending = apps[place].process?.work ?? []
    for work in pending { background.assert(hold(for: work)) }
    let why: Reason = cause.map { .woken($0) } ?? .launchFinishedOffScreen
    let grant = background.grant
    setStage(.background(background), at: place)
    if sendsEntry {
      deliver(
        .didEnterBackground(.main, grant: grant), .didEnterBackground, to: place, because: why)
    } else {
      deliver(.runInBackground(grant), .didEnterBackground, to: place, because: why)
    }
    if let tasks { report(tasks, at: place) }
  }
}
