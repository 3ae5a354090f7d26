import Testing

@testable import Multitasking

/// Each condition alone: what speaks against a wake, and what does not.
@Suite("Conditions of a wake")
struct WakeConditionTests {
  private static let now = Scenario.start

  private func situation(
    _ profile: Profile = .modern, lockedFor: Duration? = nil,
    hasBeenUnlocked: Bool = true, isMultitaskingSupported: Bool = true,
    isShuttingDown: Bool = false, working: Int = 0, wall: Instant = now,
    _ change: (inout Environment) -> Void = { _ in }
  ) -> WakeSituation {
    var environment = Environment()
    change(&environment)
    return WakeSituation(
      profile: profile, now: Self.now, wall: wall, environment: environment,
      lockedAt: lockedFor.map { Self.now - $0 }, hasBeenUnlocked: hasBeenUnlocked,
      isMultitaskingSupported: isMultitaskingSupported, isShuttingDown: isShuttingDown,
      working: working)
  }

  private func app(
    modes: [BackgroundMode] = [.fetch, .processing, .remoteNotification],
    exitsOnSuspend: Bool = false, permitted: [String] = [],
    _ change: (inout App) -> Void = { _ in }
  ) -> App {
    var app = App(
      manifest: AppManifest(
        id: "a", exitsOnSuspend: exitsOnSuspend, backgroundModes: modes,
        permittedTaskIdentifiers: permitted))
    change(&app)
    return app
  }

  private static let push = Work.Kind.push(Push(payload: "{}", isContentAvailable: true))
  private func task(
    _ kind: TaskRequest.Kind, _ change: (inout TaskRequest) -> Void = { _ in }
  ) -> Work.Kind {
    var request = TaskRequest(identifier: "a.t", kind: kind)
    change(&request)
    return .task(request)
  }

  private func process(_ stage: Process.Stage) -> App.Phase {
    .alive(Process(launchedAt: Self.now, stage: stage, environmentSeen: Environment()))
  }

  @Test("O2, O3: no multitasking, a shutdown, opting out, an end under way")
  func multitasking() {
    let fetch = WakeCandidate(app: app(), kind: .fetch)
    #expect(MultitaskingCondition.hold(on: fetch, in: situation()) == nil)
    #expect(
      MultitaskingCondition.hold(on: fetch, in: situation(isMultitaskingSupported: false))
        == .noMultitasking)
    #expect(
      MultitaskingCondition.hold(on: fetch, in: situation(isShuttingDown: true)) == .shuttingDown)
    let optingOut = WakeCandidate(app: app(exitsOnSuspend: true), kind: .fetch)
    #expect(MultitaskingCondition.hold(on: optingOut, in: situation(.classic)) == .optedOut)
    #expect(MultitaskingCondition.hold(on: optingOut, in: situation(.modern)) == nil)
    let dying = app { $0.phase = .dying(Death(reason: .forceQuit, since: Self.now, relaunch: nil)) }
    #expect(
      MultitaskingCondition.hold(on: WakeCandidate(app: dying, kind: .fetch), in: situation())
        == .ending)
  }

  @Test("F1, F22, F50: each kind of work needs its mode")
  func mode() {
    let without = app(modes: [])
    let needs: [(Work.Kind, BackgroundMode?)] = [
      (.fetch, .fetch), (task(.refresh), .fetch), (task(.processing), .processing),
      (Self.push, .remoteNotification), (task(.continued), nil),
    ]
    for (kind, mode) in needs {
      #expect(
        BackgroundModeCondition.hold(on: WakeCandidate(app: without, kind: kind), in: situation())
          == mode.map { .modeMissing($0) })
      #expect(
        BackgroundModeCondition.hold(on: WakeCandidate(app: app(), kind: kind), in: situation())
          == nil)
    }
  }

  @Test("F13: permitted identifiers end the old way of fetching, and nothing else")
  func permittedIdentifiers() {
    let app = app(permitted: ["a.t"])
    func hold(_ kind: Work.Kind, _ profile: Profile) -> WakeHold? {
      PermittedIdentifiersCondition.hold(
        on: WakeCandidate(app: app, kind: kind), in: situation(profile))
    }
    #expect(hold(.fetch, .modern) == .fetchReplacedByTasks)
    #expect(hold(.fetch, .classic) == nil)
    #expect(hold(task(.refresh), .modern) == nil)
  }

  @Test("F2: never, until the app says otherwise")
  func interval() {
    let fetch = WakeCandidate(app: app(), kind: .fetch)
    #expect(FetchIntervalCondition.hold(on: fetch, in: situation()) == .neverFetches)
    let asking = app { $0.background.minimumFetchInterval = .zero }
    #expect(
      FetchIntervalCondition.hold(on: WakeCandidate(app: asking, kind: .fetch), in: situation())
        == nil)
    #expect(
      FetchIntervalCondition.hold(
        on: WakeCandidate(app: app(), kind: task(.refresh)), in: situation()) == nil)
  }

  @Test("F3, F14: the longer of the app's interval and the system's")
  func minimumInterval() {
    func hold(_ ago: Duration, _ own: Duration, _ kind: Work.Kind) -> WakeHold? {
      let app = app {
        $0.background.refreshedAt = Self.now - ago
        $0.background.minimumFetchInterval = own
      }
      return MinimumIntervalCondition.hold(
        on: WakeCandidate(app: app, kind: kind), in: situation())
    }
    #expect(
      hold(.seconds(60), .zero, .fetch) == .minimumInterval(until: Self.now + .seconds(840)))
    #expect(
      hold(.seconds(960), .seconds(3_600), .fetch)
        == .minimumInterval(until: Self.now + .seconds(2_640)))
    #expect(hold(.seconds(960), .seconds(3_600), task(.refresh)) == nil)
    #expect(hold(.seconds(60), .zero, task(.processing)) == nil)
  }

  @Test("F11, F52: thrown out, it stays out")
  func forceQuit() {
    let candidate = WakeCandidate(app: app { $0.isForceQuit = true }, kind: Self.push)
    #expect(ForceQuitCondition.hold(on: candidate, in: situation()) == .forceQuit)
    #expect(
      ForceQuitCondition.hold(on: WakeCandidate(app: app(), kind: Self.push), in: situation())
        == nil)
  }

  @Test("F10, F54: the switches of the device and of the app; not for what the person began")
  func backgroundRefresh() {
    let off = situation { $0.backgroundRefresh = .denied }
    for kind in [.fetch, Self.push, task(.refresh), task(.processing)] {
      #expect(
        BackgroundRefreshCondition.hold(on: WakeCandidate(app: app(), kind: kind), in: off)
          == .refreshOff)
    }
    #expect(
      BackgroundRefreshCondition.hold(
        on: WakeCandidate(app: app(), kind: task(.continued)), in: off) == nil)
    let forApp = app { $0.background.isRefreshOn = false }
    #expect(
      BackgroundRefreshCondition.hold(
        on: WakeCandidate(app: forApp, kind: .fetch), in: situation()) == .refreshOffForApp)
  }

  @Test("F10, F32: Low Power Mode")
  func lowPowerMode() {
    let saving = situation { $0.isLowPowerModeEnabled = true }
    let fetch = WakeCandidate(app: app(), kind: .fetch)
    #expect(LowPowerModeCondition.hold(on: fetch, in: saving) == .lowPowerMode)
    #expect(LowPowerModeCondition.hold(on: fetch, in: situation()) == nil)
    #expect(
      LowPowerModeCondition.hold(
        on: WakeCandidate(app: app(), kind: task(.continued)), in: saving) == nil)
  }

  @Test("F32: a battery at 20 % or below, unless it is charged", arguments: [19, 20, 21])
  func battery(_ percent: Int) {
    let fetch = WakeCandidate(app: app(), kind: .fetch)
    let low = situation {
      $0.batteryPercent = percent
      $0.batteryState = .unplugged
    }
    #expect(
      BatteryCondition.hold(on: fetch, in: low)
        == (percent <= 20 ? .batteryLow(percent: percent, limit: 20) : nil))
    let charged = situation {
      $0.batteryPercent = percent
      $0.batteryState = .charging
    }
    #expect(BatteryCondition.hold(on: fetch, in: charged) == nil)
  }

  @Test("F25: the network, for a refresh always and for processing when it asks for it")
  func network() {
    let offline = situation { $0.network = .none }
    func hold(_ kind: Work.Kind, _ situation: WakeSituation) -> WakeHold? {
      NetworkCondition.hold(on: WakeCandidate(app: app(), kind: kind), in: situation)
    }
    for kind in [.fetch, Self.push, task(.refresh)] { #expect(hold(kind, offline) == .noNetwork) }
    #expect(hold(task(.processing), offline) == nil)
    #expect(hold(task(.processing) { $0.requiresNetwork = true }, offline) == .noNetwork)
    #expect(hold(.fetch, situation { $0.network = .cellular }) == nil)
  }

  @Test("F25: power from outside, when a task asks for it")
  func externalPower() {
    let unplugged = situation { $0.batteryState = .unplugged }
    func hold(_ kind: Work.Kind, _ situation: WakeSituation) -> WakeHold? {
      ExternalPowerCondition.hold(on: WakeCandidate(app: app(), kind: kind), in: situation)
    }
    let demanding = task(.processing) { $0.requiresExternalPower = true }
    #expect(hold(demanding, unplugged) == .noExternalPower)
    #expect(hold(demanding, situation { $0.batteryState = .full }) == nil)
    #expect(hold(task(.processing), unplugged) == nil)
  }

  @Test("F25: before the first unlock")
  func firstUnlock() {
    let fetch = WakeCandidate(app: app(), kind: .fetch)
    #expect(
      FirstUnlockCondition.hold(on: fetch, in: situation(hasBeenUnlocked: false))
        == .notUnlockedYet)
    #expect(FirstUnlockCondition.hold(on: fetch, in: situation()) == nil)
  }

  @Test("F25: processing waits for an idle device; nothing else does")
  func idle() {
    let processing = WakeCandidate(app: app(), kind: task(.processing))
    #expect(IdleCondition.hold(on: processing, in: situation()) == .inUse)
    let justLocked = situation(lockedFor: .seconds(20))
    #expect(
      IdleCondition.hold(on: processing, in: justLocked)
        == .notIdleYet(until: Self.now + .seconds(100)))
    #expect(
      IdleCondition.hold(
        on: processing, in: situation(lockedFor: .seconds(120))) == nil)
    #expect(
      IdleCondition.hold(on: WakeCandidate(app: app(), kind: task(.refresh)), in: situation())
        == nil)
  }

  @Test("F53: in front nobody is fetched for, a push is heard, and nobody does the same twice")
  func foreground() {
    let front = app { $0.phase = process(.foreground) }
    func hold(_ app: App, _ kind: Work.Kind) -> WakeHold? {
      ForegroundCondition.hold(on: WakeCandidate(app: app, kind: kind), in: situation())
    }
    #expect(hold(front, .fetch) == .inForeground)
    #expect(hold(front, Self.push) == nil)
    #expect(hold(front, task(.continued)) == nil)
    let working = app { app in
      app.phase = process(.foreground)
      _ = app.withProcess { $0.work = [Work(id: 1, kind: Self.push, isSimulated: false)] }
    }
    #expect(hold(working, Self.push) == .isWorking)
    #expect(hold(app(), .fetch) == nil)
  }

  @Test("F24: the earliest date, by the wall clock")
  func earliestBegin() {
    let kind = task(.processing) { $0.earliestBegin = Self.now + .seconds(60) }
    let candidate = WakeCandidate(app: app(), kind: kind)
    #expect(
      EarliestBeginCondition.hold(on: candidate, in: situation())
        == .earliestBegin(Self.now + .seconds(60)))
    // The wall clock is an hour behind.
    #expect(
      EarliestBeginCondition.hold(
        on: candidate, in: situation(wall: Self.now - .seconds(3_600)))
        == .earliestBegin(Self.now + .seconds(3_660)))
    #expect(
      EarliestBeginCondition.hold(on: candidate, in: situation(wall: Self.now + .seconds(60)))
        == nil)
  }

  @Test("F51: three pushes an hour")
  func rateLimit() {
    func hold(_ ago: [Int], _ kind: Work.Kind) -> WakeHold? {
      let app = app { $0.background.pushes = ago.map { Self.now - .seconds($0) } }
      return RateLimitCondition.hold(on: WakeCandidate(app: app, kind: kind), in: situation())
    }
    #expect(hold([3_000, 60], Self.push) == nil)
    #expect(
      hold([3_000, 60, 30], Self.push)
        == .rateLimit(used: 3, limit: 3, until: Self.now + .seconds(600)))
    #expect(hold([4_000, 60, 30], Self.push) == nil)
    #expect(hold([3_000, 60, 30], .fetch) == nil)
  }

  @Test("Only so many apps work at a time, but for what the person began")
  func concurrency() {
    func hold(_ kind: Work.Kind, _ working: Int) -> WakeHold? {
      ConcurrencyCondition.hold(
        on: WakeCandidate(app: app(), kind: kind), in: situation(working: working))
    }
    #expect(hold(.fetch, 2) == nil)
    #expect(hold(.fetch, 3) == .otherWork(running: 3))
    #expect(hold(task(.continued), 3) == nil)
  }
}
