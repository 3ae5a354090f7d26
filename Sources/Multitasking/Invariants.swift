/// What must hold after every event, whatever the events were.
///
/// ```swift
/// var invariants = Invariants()
/// let effects = policy.handle(event, at: now)
/// let violations = invariants.check(policy, after: effects)
/// ```
/// Tests and the virtual device run this; it knows the effects only, so that the policy is judged
/// by what it does.
public struct Invariants: Hashable, Sendable {
  private var tracks: [AppID: Track] = [:]

  /// What an app must believe, told from the messages it was sent.
  private struct Track: Hashable, Sendable {
    var isAlive = false
    var hasExited = false
    var isFrozen = false
    var isLaunched = false
    var isEnding = false
    var lastDelivery: UInt64 = 0
    var scenes: [SceneID: Process.Activation] = [:]
  }

  public init() {}

  /// Takes the effects of one event and tells what is wrong, in sentences; empty when all is well.
  public mutating func check(_ policy: Policy, after effects: [Effect]) -> [String] {
    var violations: [String] = []
    for effect in effects { follow(effect, policy, &violations) }
    checkStates(policy, &violations)
    return violations
  }

  /// Without the numbers of past deliveries.
  func forgettingDeliveries() -> Invariants {
    var copy = self
    for app in tracks.keys { copy.tracks[app]?.lastDelivery = 0 }
    return copy
  }

  private func checkStates(_ policy: Policy, _ violations: inout [String]) {
    var foreground = 0
    for app in policy.apps {
      let track = tracks[app.id] ?? Track()
      if app.process != nil, !track.isAlive {
        violations.append("\(app.id) is alive without having been started")
      }
      guard let process = app.process else { continue }
      switch process.stage {
      case .foreground:
        foreground += 1
        if policy.screen.front?.app != app.id {
          violations.append("\(app.id) is in the foreground, and the screen shows something else")
        }
      case .background(let background):
        if case .assertions(let assertions) = background.hold, assertions.isEmpty {
          violations.append("\(app.id) runs in the background and nothing holds it")
        }
        if process.nextDue(policy.profile) == nil, !process.isDebugged,
          background.holds(.backgroundTasks) || background.holds(.wake(.command))
        {
          violations.append("\(app.id) may run in the background for ever")
        }
      case .suspended:
        if !track.isFrozen { violations.append("\(app.id) is suspended and was not frozen") }
      case .launching, .terminating: break
      }
      if track.isFrozen, process.stage.runs {
        violations.append("\(app.id) is to run and is frozen")
      }
      let actives = process.scenes.filter { $0.activation == .active }.count
      if actives > 1 { violations.append("\(app.id) has \(actives) active scenes") }
      if actives > 0, policy.screen.presenceOfFront != .active {
        violations.append("\(app.id) is active while something covers the screen")
      }
    }
    if foreground > 1 { violations.append("\(foreground) apps are in the foreground") }
  }

  private mutating func follow(
    _ effect: Effect, _ policy: Policy, _ violations: inout [String]
  ) {
    guard let app = effect.app else { return }
    var track = tracks[app] ?? Track()
    defer { tracks[app] = track }
    switch effect.action {
    case .spawn:
      if track.isAlive { violations.append("\(app) was started twice") }
      track = Track()
      track.isAlive = true
    case .freeze:
      if track.isFrozen { violations.append("\(app) was frozen twice") }
      track.isFrozen = true
    case .thaw:
      if !track.isFrozen { violations.append("\(app) was thawed and ran already") }
      track.isFrozen = false
    case .kill:
      if !track.hasExited { violations.append("\(app) was killed without a recorded reason") }
      track = Track()
    case .recordExit:
      // A kill may follow; nothing else.
      track = Track(hasExited: true)
    case .deliver(let delivery):
      if !track.isAlive { violations.append("\(app) was sent \(delivery.message) after its end") }
      if track.isFrozen { violations.append("\(app) was sent \(delivery.message) while frozen") }
      if track.isEnding { violations.append("\(app) was sent \(delivery.message) at its end") }
      if delivery.id <= track.lastDelivery {
        violations.append("\(app): delivery \(delivery.id) after \(track.lastDelivery)")
      }
      track.lastDelivery = delivery.id
      follow(delivery.message, app, policy, &track, &violations)
    case .recordForceQuit, .forget, .refuse: break
    }
  }

  /// L10-L16, L40, L41, L60, L61: the order of messages.
  private func follow(
    _ message: Message, _ app: AppID, _ policy: Policy, _ track: inout Track,
    _ violations: inout [String]
  ) {
    func expect(_ holds: Bool, _ what: String) {
      if !holds { violations.append("\(app): \(message) \(what)") }
    }
    if case .launch(let launch) = message {
      expect(!track.isLaunched, "twice")
      track.isLaunched = true
      if launch.lifeCycle == .application {
        track.scenes[.main] = launch.startsInactive ? .inactive : .background
      }
      return
    }
    expect(track.isLaunched, "before didFinishLaunching")
    switch message {
    case .connectScene(let scene, _, _):
      expect(track.scenes[scene] == nil, "to a connected scene")
      track.scenes[scene] = .background
    case .disconnectScene(let scene, _):
      expect(track.scenes[scene] == .background, "to a scene that is not in the background")
      track.scenes[scene] = nil
    case .willEnterForeground(let scene):
      expect(track.scenes[scene] == .background, "to a scene that is not in the background")
      track.scenes[scene] = .inactive
    case .didBecomeActive(let scene):
      expect(track.scenes[scene] == .inactive, "to a scene that is not inactive")
      track.scenes[scene] = .active
    case .willResignActive(let scene):
      expect(track.scenes[scene] == .active, "to a scene that is not active")
      track.scenes[scene] = .inactive
    case .didEnterBackground(let scene, _):
      let optsOut =
        policy.profile.optOut == .book
        && policy.manifest(of: app)?.exitsOnSuspend == true
      let repeats =
        policy.profile.sendsDidEnterBackgroundOnWake
        || policy.profile.sendsDidEnterBackgroundOnBackgroundLaunch
      expect(
        track.scenes[scene] == .inactive || (optsOut && track.scenes[scene] == .active)
          || (repeats && track.scenes[scene] == .background),
        "without willResignActive (L4)")
      track.scenes[scene] = .background
    case .openURL(let scene, _):
      expect(track.scenes[scene] != nil, "to a scene that is not connected")
    case .willTerminate: track.isEnding = true
    case .launch, .runInBackground, .expireBackgroundTasks, .memoryWarning, .environmentChanged:
      break
    }
  }
}

extension Process.Stage {
  /// Whether the app's code runs.
  var runs: Bool { if case .suspended = self { false } else { true } }
}
