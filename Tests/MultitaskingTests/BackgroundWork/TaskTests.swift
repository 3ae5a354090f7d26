import Testing

@testable import Multitasking

@Suite("Scheduled tasks")
struct TaskTests {
  private static let app = AppManifest(
    id: "app", backgroundModes: [.fetch, .processing],
    permittedTaskIdentifiers: ["app.refresh", "app.clean", "app.other", "app.export.*"])

  private func device(_ profile: Profile = .modern, _ manifest: AppManifest = app) -> Scenario {
    var device = Scenario(profile, manifest)
    device.open("app")
    device.send(.work("app", .handlersRegistered(manifest.permittedTaskIdentifiers)))
    return device
  }

  private func submit(
    _ identifier: String, _ kind: TaskRequest.Kind, in device: inout Scenario,
    _ change: (inout TaskRequest) -> Void = { _ in }
  ) -> TaskRefusal.Code? {
    var request = TaskRequest(identifier: identifier, kind: kind)
    change(&request)
    device.send(.work("app", .submitted(request, request: 1)))
    for effect in device.effects {
      if case .answerSubmission(1, let refusal) = effect.action { return refusal?.code }
    }
    Issue.record("the submission of \(identifier) was not answered")
    return nil
  }

  // MARK: Submission

  @Test("A permitted request is taken, and kept before the app is told so (F22, F33)")
  func taken() {
    var device = device()
    #expect(submit("app.refresh", .refresh, in: &device) == nil)
    #expect(
      device.effects.map(\.action) == [
        .keepBackgroundRecord, .answerSubmission(request: 1, refusal: nil),
      ])
    #expect(
      device.policy.backgroundRecord(of: "app")?.requests.map(\.identifier) == ["app.refresh"])
  }

  @Test("Each refusal has its documented code (F22)")
  func refusals() {
    var device = device()
    #expect(submit("app.unknown", .refresh, in: &device) == .notPermitted)
    #expect(submit("app.refresh", .refresh, in: &device) == nil)
    #expect(submit("app.other", .refresh, in: &device) == .tooManyPendingTaskRequests)
    device.send(.environment(.backgroundRefresh(.denied)))
    #expect(submit("app.refresh", .refresh, in: &device) == .unavailable)

    var without = self.device(
      .modern, AppManifest(id: "app", permittedTaskIdentifiers: ["app.refresh"]))
    #expect(submit("app.refresh", .refresh, in: &without) == .notPermitted)

    var classic = self.device(.classic)
    #expect(submit("app.refresh", .refresh, in: &classic) == .unavailable)
  }

  @Test("Ten processing requests may wait, and an eleventh may not (F22)")
  func tooMany() {
    let identifiers = (0..<11).map { "app.\($0)" }
    var device = device(
      .modern,
      AppManifest(
        id: "app", backgroundModes: [.processing], permittedTaskIdentifiers: identifiers))
    for identifier in identifiers.dropLast() {
      #expect(submit(identifier, .processing, in: &device) == nil)
    }
    #expect(submit("app.10", .processing, in: &device) == .tooManyPendingTaskRequests)
    // One with a known identifier takes the place of the old one (F23).
    #expect(submit("app.3", .processing, in: &device) == nil)
    #expect(device.policy.backgroundRecord(of: "app")?.requests.count == 10)
  }

  @Test("A request of the same identifier replaces the one that waits (F23)")
  func replaced() {
    var device = device()
    let (early, late) = (Scenario.start + .seconds(60), Scenario.start + .seconds(600))
    _ = submit("app.refresh", .refresh, in: &device) { $0.earliestBegin = early }
    #expect(submit("app.refresh", .refresh, in: &device) { $0.earliestBegin = late } == nil)
    #expect(device.policy.backgroundRecord(of: "app")?.requests.map(\.earliestBegin) == [late])
  }

  @Test("Cancelled requests are gone (F29)")
  func cancelled() {
    var device = device()
    _ = submit("app.refresh", .refresh, in: &device)
    _ = submit("app.clean", .processing, in: &device)
    device.send(.work("app", .cancelled(identifier: "app.refresh")))
    #expect(device.policy.backgroundRecord(of: "app")?.requests.map(\.identifier) == ["app.clean"])
    device.send(.work("app", .cancelled(identifier: nil)))
    #expect(device.policy.backgroundRecord(of: "app")?.requests == [])
  }

  // MARK: Processing

  @Test("A processing task begins when nobody has used the device for a while (F25)")
  func idle() {
    var device = device()
    _ = submit("app.clean", .processing, in: &device)
    device.home()
    #expect(device.advance(by: .seconds(3_600)) == ["5 s: app suspend"])
    device.lock()
    #expect(
      device.advance(by: .seconds(130)) == [
        "2 min: app resume", "2 min: app runInBackground", "2 min: app launchHandler(app.clean)",
      ])
    device.completeTask("app")
    #expect(device.advance(by: .seconds(10)) == ["1 s: app suspend"])
    #expect(
      device.policy.state(of: "app")
        == .suspended(because: .taskCompleted("app.clean", isSuccess: true)))
  }

  @Test("It waits for its date, its network and its power, and all of them are told (F24, F25)")
  func conditions() {
    var device = device()
    device.send(.environment(.network(.none)))
    device.send(.environment(.batteryState(.unplugged)))
    let date = device.now + .seconds(7_200)
    _ = submit("app.clean", .processing, in: &device) {
      $0.earliestBegin = date
      $0.requiresNetwork = true
      $0.requiresExternalPower = true
    }
    let holds = device.policy.workOutlook(of: "app", at: device.now)?
      .first { $0.cause == .processingTask }?.holds
    #expect(holds == [.noNetwork, .noExternalPower, .inUse, .inForeground, .earliestBegin(date)])
    device.home()
    device.lock()
    device.send(.environment(.network(.wifi)))
    device.send(.environment(.batteryState(.charging)))
    let waiting = device.policy.workOutlook(of: "app", at: device.now)?
      .first { $0.cause == .processingTask }
    #expect(waiting?.nextChance == date)
    #expect(device.advance(by: .seconds(7_300)).contains("2 h: app launchHandler(app.clean)"))
  }

  @Test("It expires when the person comes back, and refresh tasks do not (F25)")
  func personReturns() {
    var device = device()
    _ = submit("app.clean", .processing, in: &device)
    _ = submit("app.refresh", .refresh, in: &device)
    device.home()
    device.lock()
    device.advance(by: .seconds(130))
    device.send(.work("app", .taskLaunchSimulated(identifier: "app.refresh")))
    #expect(device.unlock() == ["app task expirationHandler"])
    #expect(device.messages(to: "app") == [.expireTask(work: 1)])
    // A handler that does not complete its task costs the process (F28).
    #expect(
      device.advance(by: .seconds(60)) == [
        "4.5 s: app exit: task app.clean was not completed after its expiration",
        "4.5 s: app kill 0x2182bad2",
      ])
  }

  @Test("It expires shortly before its time is up, and when its conditions are lost (F27)")
  func expiration() {
    var device = device()
    _ = submit("app.clean", .processing, in: &device)
    device.home()
    device.lock()
    device.advance(by: .seconds(120))
    #expect(
      device.advance(by: .seconds(299)) == ["4 min 55 s: app task expirationHandler"])
    device.completeTask("app", isSuccess: false)
    #expect(device.advance(by: .seconds(60)) == ["1 s: app suspend"])

    _ = submit("app.other", .processing, in: &device) { $0.requiresExternalPower = true }
    #expect(device.messages(to: "app").contains { $0.beginsWork })
    #expect(
      device.send(.environment(.batteryState(.unplugged))).last == "app task expirationHandler")
  }

  @Test("One request, one launch (F23)")
  func oneShot() {
    var device = device()
    _ = submit("app.clean", .processing, in: &device)
    device.home()
    device.lock()
    device.advance(by: .seconds(130))
    device.completeTask("app")
    #expect(device.advance(by: .seconds(86_400)) == ["1 s: app suspend"])
  }

  @Test("After a force quit requests wait until the app is opened (F33, F11)")
  func forceQuit() {
    var device = device()
    _ = submit("app.clean", .processing, in: &device)
    device.forceQuit("app")
    device.send(.switcherClosed)
    device.lock()
    #expect(device.advance(by: .seconds(3_600)) == [])
    #expect(device.policy.backgroundRecord(of: "app")?.requests.count == 1)
    device.unlock()
    device.open("app")
    device.home()
    device.lock()
    #expect(
      device.advance(by: .seconds(3_600)).contains("2 min: app launchHandler(app.clean)"))
  }

  @Test("Nothing begins on a device that has not been unlocked since its boot (F25)")
  func firstUnlock() {
    var policy = Policy(profile: .modern, isLocked: true, at: Scenario.start)
    var record = BackgroundRecord()
    record.requests = [TaskRequest(identifier: "app.clean", kind: .processing)]
    _ = policy.handle(
      .installed(
        TaskTests.app, lastExit: nil, isForceQuit: false, background: KeptBackground(record: record)
      ),
      at: Scenario.start)
    #expect(
      policy.workOutlook(of: "app", at: Scenario.start + .seconds(600))?.last?.holds
        == [.notUnlockedYet])
    _ = policy.handle(.unlocked, at: Scenario.start + .seconds(700))
    _ = policy.handle(.locked, at: Scenario.start + .seconds(700))
    #expect(policy.nextDeadline == Scenario.start + .seconds(820))
    let effects = policy.handle(.deadline, at: Scenario.start + .seconds(820))
    #expect(effects.contains { $0.action == .spawn })
  }

  // MARK: Commands

  @Test("A simulated launch needs a request, and asks for no conditions (F30)")
  func simulated() {
    var device = device()
    let launch = Event.work("app", .taskLaunchSimulated(identifier: "app.refresh"))
    #expect(device.send(launch).first?.contains("F30") == true)
    _ = submit("app.refresh", .refresh, in: &device)
    device.home()
    device.advance(by: .seconds(10))
    device.send(.environment(.lowPowerMode(true)))
    #expect(device.send(launch).last == "app launchHandler(app.refresh)")
    let expire = Event.work("app", .taskExpirationSimulated(identifier: "app.refresh"))
    #expect(device.send(expire) == ["app task expirationHandler"])
    #expect(device.send(expire).first?.contains("runs no task") == true)
  }

  @Test("An app that is being ended is not asked to expire a task, by nobody (F25, L71)")
  func ending() {
    var device = device()
    _ = submit("app.clean", .processing, in: &device)
    device.send(.work("app", .taskLaunchSimulated(identifier: "app.clean")))
    device.block("app")
    device.forceQuit("app")
    let expire = Event.work("app", .taskExpirationSimulated(identifier: "app.clean"))
    #expect(device.send(expire).first?.contains("is being ended") == true)
    _ = submit("app.clean", .processing, in: &device)
  }

  @Test("A refresh task has 30 s, and its handler is called before they are over (F26, F27)")
  func refreshBudget() {
    var device = device()
    _ = submit("app.refresh", .refresh, in: &device)
    device.home()
    device.advance(by: .seconds(10))
    device.send(.work("app", .taskLaunchSimulated(identifier: "app.refresh")))
    #expect(
      device.advance(by: .seconds(60)) == [
        "25 s: app task expirationHandler",
        "30 s: app exit: task app.refresh was not completed after its expiration",
        "30 s: app kill 0x2182bad2",
      ])
  }

  // MARK: Continued processing

  @Test("A continued task begins at once, and goes on in the background (F40, F41)")
  func continued() {
    var device = device()
    device.send(
      .work(
        "app",
        .submitted(TaskRequest(identifier: "app.export.1", kind: .continued), request: 1)))
    #expect(device.messages(to: "app").contains { $0.beginsWork })
    device.home()
    for step in 1...4 {
      #expect(device.advance(by: .seconds(20)) == [])
      device.send(.work("app", .progressed(work: 1, completed: Int64(step), total: 10)))
    }
    device.completeTask("app")
    #expect(device.advance(by: .seconds(60)) == ["1 s: app suspend"])
  }

  @Test("A continued task without progress expires (F42)")
  func stalled() {
    var device = device()
    _ = submit("app.export.1", .continued, in: &device)
    device.home()
    device.advance(by: .seconds(20))
    device.send(.work("app", .progressed(work: 1, completed: 5, total: 10)))
    device.advance(by: .seconds(20))
    // The same again is no progress.
    device.send(.work("app", .progressed(work: 1, completed: 5, total: 10)))
    #expect(
      device.advance(by: .seconds(15)) == [
        "10 s: app task expirationHandler",
        "14 s: app exit: task app.export.1 was not completed after its expiration",
        "14 s: app kill 0x2182bad2",
      ])
  }

  @Test("A second one waits, or fails at once if it must not wait (F41)")
  func queued() {
    var device = device()
    _ = submit("app.export.1", .continued, in: &device)
    #expect(
      submit("app.export.2", .continued, in: &device) { $0.strategy = .fail }
        == .immediateRunIneligible)
    #expect(submit("app.export.2", .continued, in: &device) == nil)
    #expect(device.messages(to: "app") == [])
    #expect(device.completeTask("app") == ["app launchHandler(app.export.2)"])
  }

  @Test(
    "Continued tasks belong to the foreground, to the app's own names, and to no GPU (F40, F43)")
  func continuedMistakes() {
    var device = device()
    #expect(
      submit("app.export.1", .continued, in: &device) { $0.requiresGPU = true } == .notPermitted)
    #expect(submit("app.export.", .continued, in: &device) == .notPermitted)
    device.home()
    #expect(submit("app.export.1", .continued, in: &device) == .notPermitted)
  }

  @Test("What waits in the queue goes with the app in the switcher (F41)")
  func queueAndSwitcher() {
    var device = device()
    _ = submit("app.export.1", .continued, in: &device)
    _ = submit("app.export.2", .continued, in: &device)
    device.forceQuit("app")
    #expect(device.policy.backgroundRecord(of: "app")?.requests == [])
  }

  // MARK: What is kept

  @Test("Requests and history come back with the app (F33)")
  func restored() throws {
    var device = device()
    _ = submit("app.clean", .processing, in: &device)
    let kept = try #require(device.policy.backgroundRecord(of: "app"))
    var next = Policy(profile: .modern, at: device.now)
    _ = next.handle(
      .installed(
        TaskTests.app, lastExit: nil, isForceQuit: false, background: KeptBackground(record: kept)),
      at: device.now)
    _ = next.handle(.locked, at: device.now)
    let effects = next.handle(.deadline, at: device.now + .seconds(120))
    #expect(effects.contains { $0.action == .spawn })
  }

  @Test("A clock that is set back delays an earliest date by as much (F24)")
  func clockSet() {
    var device = device()
    let date = device.now + .seconds(3_600)
    _ = submit("app.clean", .processing, in: &device) { $0.earliestBegin = date }
    device.home()
    device.lock()
    device.send(.clockSet(ahead: .seconds(-3_600), fromUTC: .zero))
    #expect(device.advance(by: .seconds(3_700)) == ["5 s: app suspend"])
    #expect(
      device.advance(by: .seconds(3_600)).contains("58 min 20 s: app launchHandler(app.clean)"))
  }
}
