import Testing

@testable import Multitasking

/// A policy and obedient apps: a device without processes and without waiting.
///
/// Every verb returns what it brought about, one line for each effect: `game didEnterBackground`,
/// `game suspend`, `game kill 0x8badf00d`. Lines of ``advance(by:)`` begin with the time since its
/// start. The invariants are checked after every event.
struct Scenario {
  static let start = Instant(nanoseconds: 1_000_000_000_000)

  private(set) var policy: Policy
  private(set) var now: Instant
  /// Effects of the last verb, as values.
  private(set) var effects: [Effect] = []
  private(set) var puppets: [AppID: Puppet] = [:]
  private var invariants = Invariants()
  private var lines: [String] = []
  private var prefix = ""

  /// An app as the policy sees it.
  struct Puppet {
    var unanswered: [Delivery] = []
    var tasks: [String] = []
    /// Answers nothing: its main thread is blocked.
    var isBlocked = false
    /// Ends its tasks when its expiration handlers are called.
    var heedsExpiration = true
    /// Ends when it has returned from `willTerminate`, or is killed.
    var exits = true
    var isRunning = false
    var isFrozen = false
    /// Numbers of what it was given to do and has not answered.
    var work: [UInt64] = []
    /// How it answers a fetch, at once; nil: when it is told to.
    var fetchResult: FetchResult?
  }

  init(_ profile: Profile = .classic, isMultitaskingSupported: Bool = true, _ apps: AppManifest...)
  {
    now = Scenario.start
    policy = Policy(profile: profile, isMultitaskingSupported: isMultitaskingSupported, at: now)
    for app in apps.isEmpty ? [AppManifest(id: "a"), AppManifest(id: "b")] : apps { install(app) }
  }

  // MARK: The person

  @discardableResult mutating func open(_ app: AppID, scene: SceneID? = nil) -> [String] {
    send(.opened(app, scene: scene))
  }

  @discardableResult mutating func openURL(_ url: String, source: AppID? = nil) -> [String] {
    send(.urlOpened(url, source: source))
  }

  @discardableResult mutating func home() -> [String] { send(.homePressed) }
  @discardableResult mutating func lock() -> [String] { send(.locked) }
  @discardableResult mutating func unlock() -> [String] { send(.unlocked) }

  /// Through the switcher; what opening it brings about is left out.
  @discardableResult mutating func forceQuit(_ app: AppID) -> [String] {
    if !policy.screen.isSwitcherOpen { send(.switcherOpened) }
    return send(.forceQuit(app))
  }

  // MARK: The operator

  @discardableResult mutating func install(
    _ app: AppManifest, lastExit: ExitRecord? = nil, isForceQuit: Bool = false
  ) -> [String] {
    if puppets[app.id] == nil { puppets[app.id] = Puppet() }
    return send(.installed(app, lastExit: lastExit, isForceQuit: isForceQuit))
  }

  // MARK: Apps

  mutating func block(_ app: AppID) { puppets[app]?.isBlocked = true }

  /// The app takes what has waited for it.
  @discardableResult mutating func unblock(_ app: AppID) -> [String] {
    collect { scenario in
      scenario.puppets[app]?.isBlocked = false
      scenario.answerAll()
    }
  }

  mutating func ignoreExpiration(_ app: AppID) { puppets[app]?.heedsExpiration = false }
  mutating func outliveItsEnd(_ app: AppID) { puppets[app]?.exits = false }

  /// The main thread of a blocked app begins with the oldest delivery.
  @discardableResult mutating func begin(_ app: AppID) -> [String] {
    guard let first = puppets[app]?.unanswered.first else { return [] }
    return send(.started(app, delivery: first.id))
  }

  /// A blocked app answers its oldest delivery.
  @discardableResult mutating func answer(_ app: AppID) -> [String] {
    collect { $0.answerOldest(app) }
  }

  @discardableResult mutating func beginTask(_ app: AppID, _ name: String) -> [String] {
    puppets[app]?.tasks.append(name)
    return reportTasks(app, lastEnded: nil)
  }

  @discardableResult mutating func endTask(_ app: AppID, _ name: String) -> [String] {
    puppets[app]?.tasks.removeAll { $0 == name }
    return reportTasks(app, lastEnded: name)
  }

  /// From now on the app answers every fetch at once.
  mutating func answerFetches(_ app: AppID, _ result: FetchResult) {
    puppets[app]?.fetchResult = result
  }

  /// The app calls the completion handler of its oldest fetch or push.
  @discardableResult mutating func answerWork(_ app: AppID, _ result: FetchResult) -> [String] {
    guard let work = puppets[app]?.work.first else { return [] }
    puppets[app]?.work.removeFirst()
    return send(.work(app, .answered(work: work, result, cost: nil)))
  }

  /// The app completes its oldest task.
  @discardableResult mutating func completeTask(_ app: AppID, isSuccess: Bool = true) -> [String] {
    guard let work = puppets[app]?.work.first else { return [] }
    puppets[app]?.work.removeFirst()
    return send(.work(app, .completed(work: work, isSuccess: isSuccess, cost: nil)))
  }

  /// The app sets its category, and activates its session if it is to.
  @discardableResult mutating func configure(
    _ app: AppID, _ category: AudioConfiguration.Category,
    _ options: AudioConfiguration.Options = [], isActive: Bool = true
  ) -> [String] {
    let configuration = AudioConfiguration(category, options: options)
    return collect { scenario in
      scenario.take(.audio(app, .configured(configuration, request: 1)))
      if isActive { scenario.take(.audio(app, .activated(request: 2))) }
    }
  }

  /// The app plays a sound.
  @discardableResult mutating func play(_ app: AppID, player: UInt64 = 1) -> [String] {
    send(.audio(app, .played(player: player, at: nil, request: 3)))
  }

  @discardableResult mutating func pause(_ app: AppID, player: UInt64 = 1) -> [String] {
    send(.audio(app, .paused(player: player, request: 4)))
  }

  /// The sound of an app comes to its end.
  @discardableResult mutating func finish(_ app: AppID, player: UInt64 = 1) -> [String] {
    send(.audio(app, .finished(player: player)))
  }

  /// The device is so many metres north of the equator, and east of Greenwich.
  @discardableResult mutating func move(north: Double, east: Double = 0) -> [String] {
    send(.position(.fix(.metres(north: north, east: east, at: now))))
  }

  /// A person decides about the location of an app.
  @discardableResult mutating func decide(
    _ decision: LocationDecision, _ app: AppID
  ) -> [String] {
    send(.location(app, .decided(decision)))
  }

  /// The app starts location updates.
  @discardableResult mutating func update(
    _ app: AppID, _ needs: LocationNeeds = LocationNeeds(), manager: UInt64 = 1
  ) -> [String] {
    send(.location(app, .updating(manager: manager, needs)))
  }

  @discardableResult mutating func stopUpdating(
    _ app: AppID, manager: UInt64 = 1
  ) -> [String] {
    send(.location(app, .stoppedUpdating(manager: manager)))
  }

  @discardableResult mutating func exit(_ app: AppID, _ exit: ProcessExit) -> [String] {
    collect { $0.end(app, exit) }
  }

  // MARK: Time and everything else

  /// Time passes, deadline by deadline.
  @discardableResult mutating func advance(by duration: Duration) -> [String] {
    let (start, end) = (now, now + duration)
    return collect { scenario in
      while let deadline = scenario.policy.nextDeadline, deadline <= end {
        scenario.now = max(scenario.now, deadline)
        scenario.prefix = "\(start.duration(to: scenario.now).spoken): "
        scenario.take(.deadline)
      }
      scenario.now = end
      scenario.prefix = ""
    }
  }

  /// Time passes, and the driver sleeps through it.
  mutating func oversleep(_ duration: Duration) { now = now + duration }

  @discardableResult mutating func send(_ event: Event) -> [String] { collect { $0.take(event) } }

  func state(_ app: AppID) -> AppState.Name? { policy.state(of: app)?.name }
  func exitReason(_ app: AppID) -> ExitReason? { policy.lastExit(of: app)?.reason }

  /// The explanation, with the seconds since the start as clock.
  func explain(_ app: AppID) -> String {
    policy.explain(app, at: now) { Scenario.start.duration(to: $0).spoken }?.description ?? ""
  }

  /// The messages of the last verb to `app`.
  func messages(to app: AppID) -> [Message] {
    effects.compactMap { effect in
      guard effect.app == app, case .deliver(let delivery) = effect.action else { return nil }
      return delivery.message
    }
  }
}

// MARK: - How puppets live

extension Scenario {
  private mutating func collect(_ body: (inout Scenario) -> Void) -> [String] {
    lines = []
    effects = []
    body(&self)
    return lines
  }

  private mutating func take(_ event: Event) {
    let brought = policy.handle(event, at: now)
    for violation in invariants.check(policy, after: brought) {
      Issue.record("after \(event): \(violation)")
    }
    effects += brought
    lines += brought.filter(\.isTold).map { prefix + $0.line }
    for effect in brought { perform(effect) }
    answerAll()
  }

  private mutating func perform(_ effect: Effect) {
    guard let app = effect.app, var puppet = puppets[app] else { return }
    switch effect.action {
    case .spawn:
      puppet.unanswered = []
      puppet.work = []
      puppet.isRunning = true
      puppet.isFrozen = false
      puppets[app] = puppet
      if !puppet.isBlocked { take(.connected(app)) }
      return
    case .deliver(let delivery):
      puppet.unanswered.append(delivery)
      switch delivery.message {
      case .performFetch(let work), .remoteNotification(let work, _), .launchTask(let work, _):
        puppet.work.append(work)
      default: break
      }
    case .freeze: puppet.isFrozen = true
    case .thaw: puppet.isFrozen = false
    case .kill:
      puppet.unanswered = []
      puppets[app] = puppet
      if puppet.exits { end(app, .signaled(9)) }
      return
    case .recordExit, .recordForceQuit, .forget, .refuse, .keepBackgroundRecord, .answerSubmission,
      .hold, .audio, .reclaimSockets, .location:
      break
    }
    puppets[app] = puppet
  }

  private mutating func answerAll() {
    for app in puppets.keys.sorted() {
      while let puppet = puppets[app], puppet.isRunning, !puppet.isFrozen, !puppet.isBlocked,
        !puppet.unanswered.isEmpty
      {
        answerOldest(app)
      }
    }
  }

  private mutating func answerOldest(_ app: AppID) {
    guard let puppet = puppets[app], let first = puppet.unanswered.first else { return }
    puppets[app]?.unanswered.removeFirst()
    switch first.message {
    case .didEnterBackground, .runInBackground, .launch:
      take(.handled(app, delivery: first.id, tasks: OpenTasks(names: puppet.tasks)))
    case .expireBackgroundTasks:
      if puppet.heedsExpiration { puppets[app]?.tasks = [] }
      take(
        .handled(
          app, delivery: first.id, tasks: OpenTasks(names: puppets[app]?.tasks ?? [])))
    case .willTerminate:
      take(.handled(app, delivery: first.id, tasks: nil))
      if puppet.exits { end(app, .exited(code: 0)) }
    case .performFetch(let work):
      take(.handled(app, delivery: first.id, tasks: nil))
      guard let result = puppet.fetchResult else { return }
      puppets[app]?.work.removeAll { $0 == work }
      take(.work(app, .answered(work: work, result, cost: nil)))
    default: take(.handled(app, delivery: first.id, tasks: nil))
    }
  }

  private mutating func end(_ app: AppID, _ exit: ProcessExit) {
    guard puppets[app]?.isRunning == true else { return }
    puppets[app]?.isRunning = false
    puppets[app]?.unanswered = []
    puppets[app]?.tasks = []
    take(.exited(app, exit))
  }

  private mutating func reportTasks(_ app: AppID, lastEnded: String?) -> [String] {
    let names = puppets[app]?.tasks ?? []
    return send(
      .backgroundTasks(app, OpenTasks(count: names.count, names: names, lastEnded: lastEnded)))
  }
}

extension OpenTasks {
  fileprivate init(names: [String]) { self.init(count: names.count, names: names) }
}

extension Effect {
  /// Whether it has a line: what is only kept has none, nor what most apps have no use for.
  fileprivate var isTold: Bool {
    ![.keepBackgroundRecord, .reclaimSockets, .location(.keepRecord)].contains(action)
  }

  /// `game didEnterBackground`, with the number of a scene that is not the first.
  var line: String {
    var text = app.map { "\($0) " } ?? ""
    switch action {
    case .recordExit(let record): text += "exit: \(record.reason)"
    case .deliver(let delivery):
      text += delivery.message.description
      if let scene = delivery.message.scene, scene != .main { text += " #\(scene.number)" }
      if case .openURL(_, let url) = delivery.message { text += " \(url.url)" }
    default: text += action.description
    }
    return text
  }
}

extension AppManifest {
  /// An app with windows.
  static func scenes(_ id: AppID, many: Bool = false, urlSchemes: [String] = []) -> AppManifest {
    AppManifest(id: id, urlSchemes: urlSchemes, usesScenes: true, supportsMultipleScenes: many)
  }

  /// An app that may ask for any permission, and run in the background for its location.
  static func location(
    _ id: AppID, modes: [BackgroundMode] = [.location],
    _ location: LocationManifest = .complete
  ) -> AppManifest {
    AppManifest(id: id, backgroundModes: modes, location: location)
  }

  static func optingOut(_ id: AppID) -> AppManifest { AppManifest(id: id, exitsOnSuspend: true) }
}

extension Profile {
  /// The same profile with one thing changed.
  func with<Value>(_ path: WritableKeyPath<Profile, Value>, _ value: Value) -> Profile {
    var copy = self
    copy[keyPath: path] = value
    return copy
  }
}

extension Fix {
  static func metres(north: Double, east: Double = 0, at instant: Instant) -> Fix {
    let metresPerDegree = 111_195.08
    return Fix(latitude: north / metresPerDegree, longitude: east / metresPerDegree, at: instant)
  }
}
