// What effects must be like, one after the other.
extension Invariants {
  mutating func follow(_ effect: Effect, _ policy: Policy, _ violations: inout [String]) {
    if case .location(.duty(let duty)) = effect.action { self.duty = duty }
    guard let app = effect.app else { return }
    var track = tracks[app] ?? Track()
    defer { tracks[app] = track }
    switch effect.action {
    case .spawn:
      if track.isAlive { violations.append("\(app) was started twice") }
      if !effect.reason.isOfWake, policy.screen.front?.app != app {
        violations.append("\(app) was started, and nobody wants to see it")
      }
      track = Track()
      track.isAlive = true
    case .freeze:
      if track.isFrozen { violations.append("\(app) was frozen twice") }
      if !track.isAlive { violations.append("\(app) was frozen after its end") }
      if track.isInForeground { violations.append("\(app) was frozen in the foreground (L4)") }
      if track.playing.contains(where: { !track.corked.contains($0) }) {
        violations.append("\(app) was frozen while its sound ran (A2)")
      }
      if !effect.reason.isOfSuspension {
        violations.append("\(app) was frozen because \(effect.reason): no reason for that")
      }
      track.isFrozen = true
      track.leftAtFreeze = track.grantEndsAt.map { max(.zero, policy.now.duration(to: $0)) }
    case .thaw:
      if !track.isFrozen { violations.append("\(app) was thawed and ran already") }
      track.isFrozen = false
    case .kill(let code):
      if let exit = track.exit {
        if exit.code != code || effect.reason != .exit(exit.reason) {
          violations.append("\(app) was killed for another reason than the recorded one")
        }
      } else {
        violations.append("\(app) was killed without a recorded reason")
      }
      track = Track()
    case .recordExit(let exit):
      if !track.isAlive { violations.append("\(app) ended twice") }
      follow(exit, app, policy, track, &violations)
      // A kill may follow; nothing else.
      track = Track(exit: exit)
    case .deliver(let delivery):
      if !track.isAlive { violations.append("\(app) was sent \(delivery.message) after its end") }
      if track.isFrozen { violations.append("\(app) was sent \(delivery.message) while frozen") }
      if track.isEnding { violations.append("\(app) was sent \(delivery.message) at its end") }
      if delivery.id <= track.lastDelivery {
        violations.append("\(app): delivery \(delivery.id) after \(track.lastDelivery)")
      }
      track.lastDelivery = delivery.id
      follow(delivery.message, app, policy, &track, &violations)
    case .recordForceQuit, .forget, .refuse, .keepBackgroundRecord, .answerSubmission, .hold: break
    case .audio(let command): follow(command, app, &track, &violations)
    case .location: break
    case .reclaimSockets:
      if !track.isFrozen { violations.append("\(app) runs, and its sockets were taken (N1)") }
    }
  }

  private func follow(
    _ exit: ExitRecord, _ app: AppID, _ policy: Policy, _ track: Track,
    _ violations: inout [String]
  ) {
    if exit.at != policy.now { violations.append("\(app): its end is recorded for another time") }
    if exit.from == .notRunning { violations.append("\(app) ended while not running") }
    // A farewell is recorded under the state before it.
    if !track.isEnding, track.isFrozen != (exit.from == .suspended) {
      violations.append("\(app): its end is recorded from another state than its own")
    }
    switch exit.reason {
    case .watchdog, .backgroundTaskLeftOpen, .tooManyBackgroundTasks, .workNotAnswered,
      .taskNotCompleted:
      if exit.code == nil { violations.append("\(app): \(exit.reason), and there is no code") }
      if case .watchdog(.expirationHandlers, _) = exit.reason, track.isInForeground {
        violations.append("\(app) was ended in the foreground for its expiration handlers (T28)")
      }
      if case .backgroundTaskLeftOpen = exit.reason {
        if !track.wasExpired {
          violations.append("\(app): time is up, and its expiration handlers were not called (T21)")
        }
        if let end = track.grantEndsAt, policy.now < end {
          violations.append("\(app): its background time was cut short (T15)")
        }
      }
    case .memory(.pageShortage(let from, _)) where from != .suspended:
      let suspended = policy.apps.first { $0.state.name == .suspended }
      if let suspended {
        violations.append("\(app) was ended for memory before \(suspended.id) (T48)")
      }
      if from != .background, policy.apps.contains(where: { $0.process?.isInBackground == true }) {
        violations.append("\(app) was ended for memory in front before the background (T48)")
      }
    default:
      if exit.code != nil { violations.append("\(app): \(exit.reason), and there is a code") }
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
      expect(!othersInForeground(app, policy), "before another app has left (L51)")
      track.scenes[scene] = .inactive
      track.leftAtFreeze = nil
      track.wasExpired = false
    case .didBecomeActive(let scene):
      expect(track.scenes[scene] == .inactive, "to a scene that is not inactive")
      expect(!othersInForeground(app, policy), "before another app has left (L51)")
      expect(!track.scenes.values.contains(.active), "while another scene is active (L8)")
      track.scenes[scene] = .active
    case .willResignActive(let scene):
      expect(track.scenes[scene] == .active, "to a scene that is not active")
      track.scenes[scene] = .inactive
    case .didEnterBackground(let scene, let grant):
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
      if let grant { follow(grant, message, app, policy, &track, &violations) }
    case .runInBackground(let grant):
      expect(!track.isInForeground, "in the foreground")
      follow(grant, message, app, policy, &track, &violations)
    case .openURL(let scene, _):
      expect((track.scenes[scene]?.rawValue ?? 0) >= 2, "to a scene out of sight (L60)")
    case .willTerminate:
      expect(
        !track.scenes.values.contains(.active) || policy.manifest(of: app)?.exitsOnSuspend == true,
        "to an active app (L4)")
      track.isEnding = true
    case .expireBackgroundTasks:
      expect(!track.isInForeground, "in the foreground (T28)")
      let left = track.grantEndsAt.map { policy.now.duration(to: $0) } ?? .zero
      expect(left <= policy.profile.expirationLead, "before time is nearly up (T21)")
      track.wasExpired = true
    case .performFetch: expect(!track.isInForeground, "in the foreground (F4)")
    case .launch, .memoryWarning, .environmentChanged, .urlSchemesChanged, .remoteNotification,
      .launchTask, .expireTask:
      break
    case .audio(let message): follow(message, &track)
    case .location(let message): follow(message, app, policy, &track, expect)
    }
  }

  /// T15, T18: never more than the profile grants, and no more after a freeze than before it.
  private func follow(
    _ grant: BackgroundGrant, _ message: Message, _ app: AppID, _ policy: Policy,
    _ track: inout Track, _ violations: inout [String]
  ) {
    let left = grant.endsAt.map { policy.now.duration(to: $0) } ?? .zero
    if left > (track.leftAtFreeze ?? policy.profile.backgroundTaskAllowance) {
      violations.append("\(app): \(message) grants more time than there is (T15, T18)")
    }
    track.grantEndsAt = grant.endsAt
    track.leftAtFreeze = nil
    track.wasExpired = false
  }

  /// Who still launches can't be told to leave before it has launched.
  private func othersInForeground(_ app: AppID, _ policy: Policy) -> Bool {
    policy.apps.contains { other in
      if case .launching = other.process?.stage { return false }
      return other.id != app && tracks[other.id]?.isInForeground == true
    }
  }
}

extension Reason {
  /// Whether it can be why an app is suspended.
  var isOfSuspension: Bool {
    switch self {
    case .noReasonToRun, .lastBackgroundTaskEnded, .wakeBudgetUsed, .lifeCycleMessageNotTaken,
      .suspendedByCommand, .workAnswered, .taskCompleted, .audio(.stopped), .location(.stopped):
      true
    default: false
    }
  }

  /// Whether it can be why an app that nobody wants to see is launched.
  var isOfWake: Bool {
    switch self {
    case .woken, .worthwhile, .simulated, .pushArrived, .pushWasHeld, .conditionsMet: true
    default: false
    }
  }
}

extension Process {
  var isInBackground: Bool { if case .background = stage { true } else { false } }
}
