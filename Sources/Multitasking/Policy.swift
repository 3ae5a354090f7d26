import RefreshLearning

/// The system as a value: who runs, who waits, who is woken, who is ended, and why.
///
/// ```swift
/// var policy = Policy(profile: .classic, at: start)
/// _ = policy.handle(.installed(manifest, lastExit: nil, isForceQuit: false), at: start)
/// for effect in policy.handle(.opened("com.example.game"), at: start) { perform(effect) }
/// ```
/// Events go in with a time, effects come out in the order in which they must be done. Nothing in
/// here reads a clock, does I/O, draws a random number or iterates a set or dictionary. A driver
/// calls ``handle(_:at:)`` for everything that happens, and with ``Event/deadline`` when
/// ``nextDeadline`` has come.
public struct Policy: Hashable, Sendable {
  public let profile: Profile
  /// What `UIDevice.isMultitaskingSupported` says (O1).
  public let isMultitaskingSupported: Bool
  /// The time of the latest event.
  public internal(set) var now: Instant
  public internal(set) var screen = Screen()
  public internal(set) var environment = Environment()
  public internal(set) var isShuttingDown = false

  /// In the order of installation.
  var apps: [App] = []
  /// Where in `apps` an app stands.
  var places: [AppID: Int] = [:]
  /// Places of apps whose code may run, ascending: only these can have deadlines.
  var awake: [Int] = []
  /// When the device was locked last.
  var lockedAt: Instant?
  /// F25.
  var hasBeenUnlocked = true
  /// What the wall clock shows more than this timeline, and local time more than that.
  var clockAhead = Duration.zero
  var localAhead = Duration.zero
  /// When the person opens apps, and when apps have news.
  var learner: RefreshLearner
  /// Who is seen on the screen, as the learner knows it.
  var seenFront: AppID?
  /// The device was unlocked in this event.
  var wasUnlocked = false
  /// When apps are looked at next, and whether that is to be found anew.
  var nextLook: Instant?
  var isLookStale = false
  /// Pieces of work that apps have and have not answered.
  var unanswered = 0
  /// The number of the next piece of work.
  var nextWork: UInt64 = 1
  /// Places of apps with a request or a push that waits, ascending.
  var waiting: [Int] = []
  /// Places of apps whose record has changed in this event.
  var changed: [Int] = []
  /// When time alone may let something begin.
  var nextChance: Instant?
  /// The sound of the device, beside what apps do.
  public internal(set) var sound = SoundConditions()
  /// Places of apps that have used sound, ascending.
  var soundUsers: [Int] = []
  /// The number of the activation of a session that came last.
  var lastActivation: UInt64 = 0
  /// Whether apps have been told of a call (A15).
  var wasInCall = false
  /// Suspended apps whose sockets are to be taken (N1), in the order of the times.
  var socketReclaims: [SocketReclaim] = []
  /// The location of the device, beside what apps do.
  public internal(set) var location: LocationConditions
  /// Places of apps that have to do with location, ascending.
  var locators: [Int] = []
  /// Places of apps whose location record has changed in this event.
  var changedLocations: [Int] = []
  /// What the current event has brought about so far.
  var effects: [Effect] = []

  /// A device without apps, at the Home screen.
  ///
  /// - Parameters:
  ///   - profile: Every number and choice.
  ///   - isMultitaskingSupported: Whether apps may be in the background at all (O1).
  ///   - isLocked: Whether the device is locked at first, and has to be unlocked before anything may
  ///     be done in the background (F25).
  ///   - learned: What an earlier boot has learned beside the apps.
  ///   - now: When it is booted.
  public init(
    profile: Profile, isMultitaskingSupported: Bool = true, isLocked: Bool = false,
    learned: LearnerClock? = nil, at now: Instant
  ) {
    learner = RefreshLearner(
      parameters: profile.learning, budget: Double(profile.wakesPerDay),
      at: Double(now.nanoseconds) / 1e9)
    if let learned { learner.restore(learned) }
    screen.isLocked = isLocked
    lockedAt = isLocked ? now : nil
    hasBeenUnlocked = !isLocked
    self.profile = profile
    self.isMultitaskingSupported = isMultitaskingSupported
    self.now = now
    location = LocationConditions(at: now)
  }

  /// Handles one event.
  ///
  /// Deadlines that are due come first, in order. A time before ``now`` counts as ``now``: the
  /// policy's time never runs backwards.
  ///
  /// - Returns: What to do, in this order. An event that can't be yields one effect with
  ///   ``Effect/Action/refuse(_:)`` and changes nothing.
  public mutating func handle(_ event: Event, at instant: Instant) -> [Effect] {
    now = max(now, instant)
    chargeReceiver()
    do {
      switch event {
      case .debugger:
        // Known too late, a debugger could not save the app that it holds (T6).
        try apply(event)
        passDeadlines()
      default:
        passDeadlines()
        try apply(event)
        // An answer can bring a limit to light that an unfinished message has covered.
        passDeadlines()
      }
    } catch {
      emit(nil, .refuse(error), .refused)
    }
    settleLocation()
    settleSound()
    settleAllowances()
    settleWork()
    let result = effects
    effects = []
    return result
  }

  /// When ``Event/deadline`` is due; nil: nothing happens unless something happens.
  public var nextDeadline: Instant? {
    var earliest = nextChance.map { chance in min(chance, nextLook ?? chance) } ?? nextLook
    if let reclaim = socketReclaims.first?.at { earliest = min(earliest ?? reclaim, reclaim) }
    if let due = nextLocationDeadline { earliest = min(earliest ?? due, due) }
    for place in awake {
      guard let due = apps[place].process?.nextDue(profile)?.at else { continue }
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }

  private mutating func apply(_ event: Event) throws(Refusal) {
    switch event {
    case .opened(let app, let scene): try open(app, scene: scene)
    case .openedNewScene(let app): try openNewScene(app)
    case .homePressed: try pressHome()
    case .switcherOpened: try openSwitcher()
    case .switcherClosed: try closeSwitcher()
    case .forceQuit(let app): try forceQuit(app)
    case .sceneClosed(let app, let scene): try closeScene(app, scene)
    case .alertShown: try showAlert()
    case .alertDismissed: try dismissAlert()
    case .callIncoming: try ring()
    case .callAnswered(let cover): try answerCall(cover)
    case .callDeclined: try declineCall()
    case .callEnded: try endCall()
    case .locked: try lock()
    case .unlocked: try unlock()
    case .urlOpened(let url, let source): try openURL(url, source: source)

    case .installed(let manifest, let lastExit, let isForceQuit, let background):
      install(
        manifest, lastExit: lastExit, isForceQuit: isForceQuit,
        background: background?.record ?? BackgroundRecord(), habits: background?.habits ?? [],
        location: background?.location ?? LocationRecord())
    case .uninstalled(let app): try uninstall(app)
    case .terminated(let app): try terminate(app)
    case .suspended(let app): try suspendNow(app)
    case .resumed(let app): try resume(app)
    case .launchedInBackground(let app, let cause): try launchInBackground(app, cause)
    case .shutDown: try shutDown()

    case .environment(let change): changeEnvironment(change)
    case .memoryPressure(let pressure): relieve(pressure)
    case .footprint(let app, let bytes): try note(bytes, heldBy: app)
    case .debugger(let app, let isAttached): try setDebugged(app, isAttached)

    case .spawnFailed(let app, let failure): try spawnFailed(app, failure)
    case .connected(let app): try connected(app)
    case .started(let app, let delivery): try started(app, delivery)
    case .handled(let app, let delivery, let tasks): try handled(app, delivery, tasks)
    case .backgroundTasks(let app, let tasks): report(tasks, at: try place(of: app))
    case .linkBroke(let app, let violation): try linkBroke(app, violation)
    case .freezeFailed(let app, let why): try freezeFailed(app, why)
    case .exited(let app, let exit): try exited(app, exit)
    case .work(let app, let event): try handle(event, of: app)
    case .audio(let app, let event): try handle(event, of: app)
    case .sound(let event): try handle(event)
    case .location(let app, let event): try handle(event, of: app)
    case .position(let event): try handle(event)
    case .clockSet(let ahead, let fromUTC): setClock(ahead: ahead, fromUTC: fromUTC)
    case .deadline: break
    }
  }
}

// MARK: - What can be asked

extension Policy {
  /// Installed apps, in the order of installation.
  public var installed: [AppManifest] { apps.map(\.manifest) }

  /// Nil when no such app is installed.
  public func state(of app: AppID) -> AppState? { places[app].map { apps[$0].state } }

  public func manifest(of app: AppID) -> AppManifest? { places[app].map { apps[$0].manifest } }

  public func lastExit(of app: AppID) -> ExitRecord? { places[app].flatMap { apps[$0].lastExit } }

  public func isForceQuit(_ app: AppID) -> Bool {
    places[app].map { apps[$0].isForceQuit } ?? false
  }

  /// Whether the app's process was told to end, or is being ended.
  public func isEnding(_ app: AppID) -> Bool {
    switch places[app].map({ apps[$0].phase }) {
    case nil, .notRunning: false
    case .alive(let process): process.isEnding
    case .dying: true
    }
  }

  /// Scenes of an app that exist, the one used last at the end.
  public func scenes(of app: AppID) -> [SceneID] { places[app].map { apps[$0].sessions } ?? [] }

  /// Schemes that some app opens, sorted.
  public var urlSchemes: [String] { Set(apps.flatMap(\.manifest.urlSchemes)).sorted() }

  /// Whether some app has a process, alive or about to end.
  public var hasProcesses: Bool { apps.contains { $0.phase != .notRunning } }
}

// MARK: - Steps that all parts of the policy take

extension Policy {
  func place(of app: AppID) throws(Refusal) -> Int {
    guard let place = places[app] else { throw .unknownApp(app) }
    return place
  }

  mutating func emit(_ app: AppID?, _ action: Effect.Action, _ reason: Reason) {
    effects.append(Effect(app: app, action: action, reason: reason))
  }

  /// Sends a message and waits for its answer.
  mutating func deliver(
    _ message: Message, _ kind: Awaited.Kind, to place: Int, because reason: Reason
  ) {
    let sentAt = now
    let delivery = apps[place].withProcess { process in
      defer { process.nextDelivery += 1 }
      process.awaited.append(
        Awaited(delivery: process.nextDelivery, kind: kind, sentAt: sentAt, startedAt: nil))
      return process.nextDelivery
    }
    guard let delivery else { return }
    emit(apps[place].id, .deliver(Delivery(id: delivery, message: message)), reason)
  }

  mutating func setPhase(_ phase: App.Phase, at place: Int) {
    apps[place].phase = phase
    noteAwake(place)
  }

  mutating func setStage(_ stage: Process.Stage, at place: Int) {
    _ = apps[place].withProcess { $0.stage = stage }
    noteAwake(place)
  }

  /// Whether the app's code may run: what `awake` lists.
  func isAwake(_ place: Int) -> Bool { apps[place].process?.stage.runs ?? false }

  private mutating func noteAwake(_ place: Int) {
    let isAwake = isAwake(place)
    let position = awake.firstIndex { $0 >= place } ?? awake.endIndex
    let wasAwake = position < awake.endIndex && awake[position] == place
    if isAwake && !wasAwake { awake.insert(place, at: position) }
    if !isAwake && wasAwake { awake.remove(at: position) }
  }

  /// Whether an app may be in the background at all (O2, O3, O5, O6).
  func canEnterBackground(_ place: Int) -> Bool {
    isMultitaskingSupported
      && !(apps[place].manifest.exitsOnSuspend && profile.optOut != .ignored)
  }

  func lifeCycle(of place: Int) -> LaunchMessage.LifeCycle {
    profile.usesScenes && apps[place].manifest.usesScenes ? .scenes : .application
  }
}
