/// What must hold after every event, whatever the events were.
///
/// ```swift
/// var invariants = Invariants()
/// let effects = policy.handle(event, at: now)
/// let violations = invariants.check(policy, after: effects)
/// ```
/// Tests and the virtual device run this. From the effects alone it knows what apps were told and
/// what was done to them; it compares that with the state of the policy.
public struct Invariants: Hashable, Sendable {
  var tracks: [AppID: Track] = [:]
  /// What the driver was told of the receiver.
  var duty = ReceiverDuty.off

  /// What an app must believe, told from the messages it was sent.
  struct Track: Hashable, Sendable {
    var isAlive = false
    var exit: ExitRecord?
    var isFrozen = false
    var isLaunched = false
    var isEnding = false
    var lastDelivery: UInt64 = 0
    var scenes: [SceneID: Process.Activation] = [:]
    /// The end of background time as the app knows it.
    var grantEndsAt: Instant?
    /// What the freeze left of it.
    var leftAtFreeze: Duration?
    var wasExpired = false
    /// Players that were told to play and to be silent, by number.
    var playing: [UInt64] = []
    var corked: [UInt64] = []
    /// What it was told of its permission; nil: nothing.
    var location: LocationAuthorization.Status?

    var isInForeground: Bool {
      isAlive && !isEnding && scenes.values.contains { $0.rawValue >= 2 }
    }
  }

  public init() {}

  /// Takes the effects of one event and tells what is wrong, in sentences; empty when all is well.
  public mutating func check(_ policy: Policy, after effects: [Effect]) -> [String] {
    var violations: [String] = []
    for effect in effects { follow(effect, policy, &violations) }
    checkScreen(policy, &violations)
    checkSound(policy, &violations)
    checkLocation(policy, &violations)
    for app in policy.apps {
      let track = tracks[app.id] ?? Track()
      check(app, track, policy, &violations)
      if let process = app.process { check(process, of: app, track, policy, &violations) }
    }
    return violations
  }

  private func checkScreen(_ policy: Policy, _ violations: inout [String]) {
    let inForeground = policy.apps.filter { $0.process?.stage == .foreground }
    if inForeground.count > 1 {
      violations.append("\(inForeground.count) apps are in the foreground")
    }
    let awake = policy.apps.indices.filter { policy.apps[$0].process?.stage.runs == true }
    if policy.awake != awake { violations.append("the list of apps that run is wrong") }
    guard let front = policy.screen.front else { return }
    guard let place = policy.places[front.app] else {
      violations.append("the screen shows \(front.app), which is not installed")
      return
    }
    let app = policy.apps[place]
    switch app.phase {
    case .notRunning:
      violations.append("the screen shows \(app.id), which does not run")
    case .dying(let death):
      if death.relaunch == nil { violations.append("the screen shows \(app.id), which is dying") }
    case .alive(let process):
      checkFront(process, front, policy, &violations)
    }
  }

  /// L50-L56: the app in front is where the screen wants it.
  private func checkFront(
    _ process: Process, _ front: Screen.Front, _ policy: Policy, _ violations: inout [String]
  ) {
    let presence = policy.screen.presenceOfFront
    let isActive = process.scenes.contains { $0.id == front.scene && $0.activation == .active }
    if (presence == .active) == policy.screen.isCovered {
      violations.append("\(front.app) is to be elsewhere than what covers the screen says")
    }
    switch (process.stage, presence) {
    case (.launching, _): break
    case (.terminating(let termination), _):
      if termination.relaunch == nil {
        violations.append("the screen shows \(front.app), which is ending")
      }
    case (.foreground, .active):
      if !isActive { violations.append("\(front.app) is in front, uncovered and not active") }
    case (.foreground, .inactive): break
    case (.foreground, .background(.lock)):
      if policy.manifest(of: front.app).map(policy.mayKeepInBackground) == true {
        violations.append("\(front.app) is in the foreground of a locked device")
      }
    case (.foreground, .background(.leaving)):
      violations.append("\(front.app) is in the foreground behind a call")
    case (.background, .active), (.background, .inactive), (.suspended, .active),
      (.suspended, .inactive):
      violations.append("\(front.app) is in front and was not brought to the foreground")
    case (.background, .background), (.suspended, .background): break
    }
  }

  private func check(
    _ app: App, _ track: Track, _ policy: Policy, _ violations: inout [String]
  ) {
    if app.process != nil, !track.isAlive {
      violations.append("\(app.id) is alive without having been started")
    }
    if app.process == nil, track.isAlive {
      violations.append("\(app.id) is gone, and no end was recorded")
    }
    if let exit = track.exit, app.lastExit != exit {
      violations.append("\(app.id) has another last exit than the one recorded")
    }
    if app.isForceQuit, case .alive(let process) = app.phase,
      case .launching(let launching) = process.stage,
      launching.wake?.isLocation != true || !policy.profile.location.relaunchesAfterForceQuit
    {
      violations.append("\(app.id) is launched after a force quit that was not lifted (L74)")
    }
  }

  private func check(
    _ process: Process, of app: App, _ track: Track, _ policy: Policy,
    _ violations: inout [String]
  ) {
    let isBound = !process.isDebugged
    let due = process.nextDue(policy.profile)
    switch process.stage {
    case .foreground:
      if policy.screen.front?.app != app.id {
        violations.append("\(app.id) is in the foreground, and the screen shows something else")
      }
    case .background(let background):
      if case .assertions(let assertions) = background.hold, assertions.isEmpty {
        violations.append("\(app.id) runs in the background and nothing holds it")
      }
      if due == nil, isBound, background.pausedAt == nil {
        violations.append("\(app.id) may run in the background for ever")
      }
      if track.grantEndsAt != background.grant.endsAt {
        violations.append("\(app.id) was told another end of its time than the one that holds")
      }
    case .suspended(let suspension):
      if suspension.reason == .noReasonToRun,
        process.awaited.contains(where: { $0.kind == .didEnterBackground })
      {
        violations.append("\(app.id) was frozen while it entered the background (T32)")
      }
      if !track.isFrozen { violations.append("\(app.id) is suspended and was not frozen") }
    case .launching:
      if due == nil, isBound { violations.append("\(app.id) may launch for ever") }
    case .terminating:
      if due == nil, isBound { violations.append("\(app.id) may take for ever to end") }
    }
    if track.isFrozen, process.stage.runs { violations.append("\(app.id) is to run and is frozen") }
    if process.isEnding != track.isEnding {
      violations.append("\(app.id) is ending, and was not told so (or the other way round)")
    }
    checkScenes(process, of: app, track, policy, &violations)
  }

  private func checkScenes(
    _ process: Process, of app: App, _ track: Track, _ policy: Policy,
    _ violations: inout [String]
  ) {
    let actives = process.scenes.filter { $0.activation == .active }.count
    if actives > 1 { violations.append("\(app.id) has \(actives) active scenes") }
    if actives > 0, policy.screen.isCovered {
      violations.append("\(app.id) is active while something covers the screen")
    }
    switch process.stage {
    case .launching, .terminating: return
    case .foreground, .background, .suspended: break
    }
    for scene in process.scenes where track.scenes[scene.id] != scene.activation {
      violations.append("\(app.id) was told otherwise of \(scene.id) than what holds")
    }
    if process.scenes.count != track.scenes.count {
      violations.append("\(app.id) was told of other scenes than it has")
    }
    if process.stage.runs, process.environmentSeen != policy.environment(of: app.id) {
      violations.append("\(app.id) runs and was not told what changed (L90)")
    }
    let isVisible = process.scenes.contains { $0.activation.rawValue >= 2 }
    if isVisible != (process.stage == .foreground) {
      violations.append("\(app.id) and its scenes disagree about the foreground (L8)")
    }
    if process.stage != .foreground, !policy.mayKeepInBackground(app.manifest) {
      violations.append("\(app.id) can't be in the background and is (O2, O3)")
    }
  }
}

extension Policy {
  /// O2-O6 once more, in other words than ``canEnterBackground(_:)``.
  fileprivate func mayKeepInBackground(_ app: AppManifest) -> Bool {
    if !isMultitaskingSupported { return false }
    if app.exitsOnSuspend { return profile.optOut == .ignored }
    return true
  }
}

extension Screen {
  /// L50-L56 once more, in other words than ``presenceOfFront``.
  fileprivate var isCovered: Bool {
    let isCallInFront =
      switch call {
      case .ringing(.fullScreen), .answered(covering: .phone), .answered(covering: .overlay): true
      case .ringing(.banner), .answered(covering: .nothing), nil: false
      }
    return isLocked || isAlertShown || isSwitcherOpen || isCallInFront
  }
}
