import Testing

@testable import Multitasking

/// The invariants are fed effects that no policy should bring about, and must say so.
@Suite("Invariants fail when they should")
struct InvariantTests {
  /// A policy in which `a` has been opened, and the effects that led there.
  private struct Stage {
    var policy = Policy(profile: .classic, at: .zero)
    var invariants = Invariants()

    init(_ events: Event..., profile: Profile = .classic) {
      policy = Policy(profile: profile, at: .zero)
      for id: AppID in ["a", "b"] {
        take(.installed(AppManifest(id: id), lastExit: nil, isForceQuit: false))
      }
      for event in events { take(event) }
    }

    mutating func take(_ event: Event) {
      let effects = policy.handle(event, at: policy.now)
      #expect(invariants.check(policy, after: effects) == [])
    }

    /// What is said of hand-made effects on `a`.
    mutating func violations(_ actions: Effect.Action..., because reason: Reason = .opened)
      -> [String]
    {
      let effects = actions.map { Effect(app: "a", action: $0, reason: reason) }
      return invariants.check(policy, after: effects)
    }
  }

  private let active: [Event] = [
    .opened("a", scene: nil), .connected("a"), .handled("a", delivery: 1, tasks: nil),
  ]

  private func activeStage() -> Stage { Stage(active[0], active[1], active[2]) }

  private func send(_ message: Message, id: UInt64 = 50) -> Effect.Action {
    .deliver(Delivery(id: id, message: message))
  }

  private func expect(
    _ violations: [String], _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isFound = violations.contains { $0.contains(text) }
    #expect(isFound, "\(violations)", sourceLocation: sourceLocation)
  }

  @Test("Processes: started twice, alive unstarted, frozen and thawed twice, sent to the dead")
  func processes() {
    var stage = activeStage()
    expect(stage.violations(.spawn), "started twice")
    stage = activeStage()
    expect(stage.violations(.freeze, because: .noReasonToRun), "frozen in the foreground (L4)")
    expect(stage.violations(.freeze, because: .noReasonToRun), "frozen twice")
    expect(stage.violations(send(.memoryWarning)), "while frozen")
    stage = activeStage()
    expect(stage.violations(.thaw), "ran already")
    expect(stage.violations(.freeze), "no reason for that")
    stage = Stage()
    expect(stage.violations(send(.memoryWarning)), "after its end")
    expect(stage.violations(.freeze), "frozen after its end")
    expect(stage.violations(.spawn), "no end was recorded")
    stage = Stage()
    expect(stage.violations(.spawn), "nobody wants to see it")
    var fresh = Invariants()
    expect(fresh.check(activeStage().policy, after: []), "without having been started")
  }

  @Test("Ends: unrecorded, for another reason, twice, from another state, without a code")
  func ends() {
    let record = ExitRecord(reason: .forceQuit, at: .zero, from: .active)
    var stage = activeStage()
    expect(stage.violations(.kill(nil), because: .exit(.forceQuit)), "without a recorded reason")
    stage = activeStage()
    expect(
      stage.violations(.recordExit(record), .kill(.watchdog), because: .exit(.forceQuit)),
      "another reason than the recorded one")
    stage = activeStage()
    expect(
      stage.violations(.recordExit(record), .recordExit(record)), "ended twice")
    stage = activeStage()
    expect(stage.violations(.recordExit(record)), "another last exit")
    func violations(_ reason: ExitReason, from: AppState.Name, _ code: TerminationCode?) -> [String]
    {
      var stage = activeStage()
      let record = ExitRecord(
        reason: reason, at: .zero + .seconds(1), from: from, code: code)
      return stage.violations(.recordExit(record))
    }
    let watchdog = ExitReason.watchdog(.launch, limit: .seconds(20))
    expect(violations(watchdog, from: .active, nil), "there is no code")
    expect(violations(.forceQuit, from: .active, .watchdog), "there is a code")
    expect(violations(.forceQuit, from: .suspended, nil), "from another state")
    expect(violations(.forceQuit, from: .notRunning, nil), "while not running")
    expect(violations(.forceQuit, from: .active, nil), "for another time")
    let leftOpen = ExitReason.backgroundTaskLeftOpen(["save"])
    expect(violations(leftOpen, from: .background, .taskTimeout), "were not called (T21)")
  }

  @Test("Messages: out of order, twice, to the wrong scene, after the farewell")
  func messages() {
    var stage = activeStage()
    expect(stage.violations(send(.memoryWarning, id: 1)), "delivery 1 after 2")
    expect(
      stage.violations(send(Samples.messages[0], id: 60)), "didFinishLaunching twice")
    stage = Stage(active[0])
    expect(stage.violations(send(.memoryWarning)), "before didFinishLaunching")
    for (message, text) in [
      (Message.willEnterForeground(.main), "to a scene that is not in the background"),
      (.didBecomeActive(.main), "to a scene that is not inactive"),
      (.didEnterBackground(.main, grant: nil), "without willResignActive (L4)"),
      (.connectScene(.main, isRestored: false, url: nil), "to a connected scene"),
      (.disconnectScene(.main, isDiscarded: true), "to a scene that is not in the background"),
      (.willResignActive(SceneID(2)), "to a scene that is not active"),
      (.openURL(SceneID(2), Samples.url), "to a scene out of sight (L60)"),
      (.runInBackground(BackgroundGrant(endsAt: .zero)), "in the foreground"),
      (.expireBackgroundTasks, "in the foreground (T28)"),
      (.willTerminate, "to an active app (L4)"),
    ] {
      stage = activeStage()
      expect(stage.violations(send(message)), text)
    }
    stage = activeStage()
    expect(stage.violations(send(.willTerminate)), "or the other way round")
    expect(stage.violations(send(.memoryWarning, id: 51)), "at its end")
    stage = activeStage()
    expect(stage.violations(send(.willResignActive(.main))), "told otherwise")
  }

  @Test("Grants: too much, and another than the one that holds (T15, T18)")
  func grants() {
    var stage = activeStage()
    stage.take(.homePressed)
    let tooMuch = BackgroundGrant(endsAt: .zero + .seconds(181))
    let violations = stage.violations(send(.runInBackground(tooMuch)))
    expect(violations, "grants more time than there is (T15, T18)")
    expect(violations, "another end of its time")
    stage = activeStage()
    stage.take(.homePressed)
    expect(stage.violations(send(.expireBackgroundTasks)), "before time is nearly up (T21)")
  }

  @Test("States: impossible values of the policy are seen")
  func states() {
    func violations(_ change: (inout Policy) -> Void) -> [String] {
      var stage = activeStage()
      change(&stage.policy)
      return stage.invariants.check(stage.policy, after: [])
    }
    func process(_ change: (inout Process) -> Void) -> [String] {
      violations { policy in _ = policy.apps[0].withProcess(change) }
    }
    let idle = Background(
      enteredAt: .zero, allowanceEndsAt: .zero, hold: .assertions([]))
    expect(process { $0.stage = .background(idle) }, "nothing holds it")
    expect(process { $0.stage = .background(idle) }, "for ever")
    expect(process { $0.stage = .background(idle) }, "was not brought to the foreground")
    expect(process { $0.scenes[0].activation = .inactive }, "uncovered and not active")
    expect(process { $0.scenes[0].activation = .background }, "disagree about the foreground (L8)")
    expect(process { $0.scenes = [] }, "other scenes than it has")
    expect(process { $0.scenes.append($0.scenes[0]) }, "2 active scenes")
    expect(process { $0.environmentSeen.locale = "ru_RU" }, "not told what changed (L90)")
    let suspension = Suspension(since: .zero, reason: .noReasonToRun, allowanceLeft: .zero)
    expect(process { $0.stage = .suspended(suspension) }, "was not frozen")
    expect(violations { $0.screen.front = nil }, "the screen shows something else")
    expect(
      violations { $0.screen.isAlertShown = true }, "is active while something covers the screen")
    expect(violations { $0.screen.isLocked = true }, "of a locked device")
    expect(violations { $0.screen.call = .answered(covering: .phone) }, "behind a call")
    expect(violations { $0.screen.front?.app = "b" }, "which does not run")
    expect(violations { $0.screen.front?.app = "c" }, "which is not installed")
    expect(violations { $0.awake = [] }, "the list of apps that run")
    expect(violations { $0.apps[1].phase = $0.apps[0].phase }, "2 apps are in the foreground")
    expect(
      violations { $0.apps[0].phase = .dying(Death(reason: .forceQuit, since: .zero)) },
      "which is dying")
  }

  @Test("Two apps: nobody comes forward before another one has left (L51)")
  func twoApps() {
    var stage = activeStage()
    let effects = [
      Effect(app: "b", action: .spawn, reason: .opened),
      Effect(app: "b", action: send(Samples.messages[0], id: 1), reason: .opened),
      Effect(
        app: "b", action: send(.connectScene(.main, isRestored: false, url: nil), id: 2),
        reason: .opened),
      Effect(app: "b", action: send(.willEnterForeground(.main), id: 3), reason: .opened),
    ]
    expect(
      stage.invariants.check(stage.policy, after: effects), "before another app has left (L51)")
  }

  @Test("Memory: the order of kills is watched (T48)")
  func memory() {
    var stage = activeStage()
    stage.take(.homePressed)
    stage.take(.suspended("a"))
    stage.take(.opened("b", scene: nil))
    let reason = ExitReason.memory(.pageShortage(from: .inactive, bytes: nil))
    let record = ExitRecord(reason: reason, at: .zero, from: .inactive)
    let effect = Effect(app: "b", action: .recordExit(record), reason: .exit(reason))
    let violations = stage.invariants.check(stage.policy, after: [effect])
    expect(violations, "ended for memory before a (T48)")
  }
}
