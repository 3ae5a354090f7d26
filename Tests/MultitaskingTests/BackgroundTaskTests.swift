import Testing

@testable import Multitasking

@Suite("Background tasks")
struct BackgroundTaskTests {
  /// An app that went to the background with these tasks open.
  private func background(_ profile: Profile = .classic, _ tasks: String...) -> Scenario {
    var device = Scenario(profile)
    device.open("a")
    for task in tasks { device.beginTask("a", task) }
    device.home()
    return device
  }

  @Test("Tasks begun in front cost nothing there (T13)")
  func dormant() {
    var device = Scenario()
    device.open("a")
    #expect(device.beginTask("a", "save") == [])
    #expect(device.advance(by: .seconds(3_600)) == [])
  }

  @Test("didEnterBackground carries the end of the allowance (T13, T15)")
  func grant() {
    for (profile, seconds) in [(Profile.classic, 180), (.modern, 30)] {
      let device = background(profile)
      guard case .didEnterBackground(_, let grant)? = device.messages(to: "a").last else {
        Issue.record("no didEnterBackground")
        return
      }
      #expect(grant?.endsAt == device.now + .seconds(seconds))
    }
  }

  @Test("The end of the last task leads to suspension after a moment, with its name (T24)")
  func lastEnd() {
    var device = background(.classic, "save", "send")
    #expect(device.endTask("a", "save") == [])
    #expect(device.advance(by: .seconds(20)) == [])
    device.endTask("a", "send")
    #expect(device.advance(by: .seconds(20)) == ["1 s: a suspend"])
    #expect(
      device.effects.last { $0.action == .freeze }?.reason == .lastBackgroundTaskEnded("send"))
  }

  @Test("Expiration handlers are called before the end, and who ends its tasks lives (T21)")
  func expiration() {
    for (profile, at, suspended) in [
      (Profile.classic, "2 min 55 s", "2 min 56 s"), (.modern, "25 s", "26 s"),
    ] {
      var device = background(profile, "save")
      let lines = device.advance(by: .seconds(600))
      #expect(lines == ["\(at): a expirationHandler", "\(suspended): a suspend"])
      #expect(device.effects.first?.reason == .allowanceEnding(left: profile.expirationLead))
    }
  }

  @Test("A task that stays open to the end kills its app, with the profile's code (T23)")
  func leftOpen() {
    for (profile, end, code) in [
      (Profile.classic, "3 min", "0x8badf00d"), (.modern, "30 s", "0x2182bad2"),
    ] {
      var device = background(profile, "save", "send")
      device.ignoreExpiration("a")
      let lines = device.advance(by: .seconds(600))
      let why = "background time ran out with tasks \"save\", \"send\" still open"
      #expect(lines.suffix(2) == ["\(end): a exit: \(why)", "\(end): a kill \(code)"])
      #expect(device.policy.lastExit(of: "a")?.from == .background)
    }
  }

  @Test("A second task does not add time (T14)")
  func shared() {
    var device = background(.modern, "one")
    device.advance(by: .seconds(20))
    device.beginTask("a", "two")
    #expect(device.advance(by: .seconds(600)).first == "5.5 s: a expirationHandler")
  }

  @Test("A task begun in the background draws from the same allowance (T18)")
  func begunInBackground() {
    var device = background(.modern)
    device.advance(by: .seconds(3))
    #expect(device.beginTask("a", "late") == [])
    #expect(device.advance(by: .seconds(600)).first == "22 s: a expirationHandler")
  }

  @Test("A task begun just before the freeze thaws the app (T17)")
  func beforeTheFreeze() {
    var device = background(.modern)
    #expect(device.advance(by: .seconds(5)) == ["5 s: a suspend"])
    #expect(device.beginTask("a", "late") == ["a resume", "a runInBackground"])
    #expect(device.effects.first?.reason == .backgroundTaskBegan("late"))
    #expect(device.advance(by: .seconds(600)).first == "20 s: a expirationHandler")
  }

  @Test("The freeze stops the allowance, and a wake does not refill it (T18)")
  func notRefilled() {
    var device = background(.modern, "one")
    device.advance(by: .seconds(10))
    device.endTask("a", "one")
    device.advance(by: .seconds(3_600))
    #expect(device.state("a") == .suspended)
    device.send(.resumed("a"))
    #expect(device.beginTask("a", "two") == [])
    // 30 s less 10 s and 1 s of grace: 19 s left, 14.5 s to the handlers.
    #expect(device.advance(by: .seconds(600)).first == "14 s: a expirationHandler")
  }

  @Test("Back in front in time, no handler is called, and the next time is fresh (T28)")
  func backInTime() {
    var device = background(.modern, "save")
    device.advance(by: .seconds(20))
    device.open("a")
    #expect(device.advance(by: .seconds(600)) == [])
    device.home()
    #expect(device.advance(by: .seconds(600)).first == "25 s: a expirationHandler")
  }

  @Test("Back in front while the handlers run, the app is safe (T28)")
  func backDuringExpiration() {
    var device = background(.modern, "save")
    device.block("a")
    device.advance(by: .seconds(26))
    device.begin("a")
    device.open("a")
    #expect(device.advance(by: .seconds(5)) == [])
    device.unblock("a")
    #expect(device.advance(by: .seconds(600)) == [])
    #expect(device.state("a") == .active)
  }

  @Test("Handlers have a budget of their own (T22)")
  func handlerBudget() {
    for (profile, limit) in [(Profile.classic, "4 s"), (.modern, "3 s")] {
      var device = background(profile, "save")
      device.block("a")
      let left = profile.backgroundTaskAllowance - profile.expirationLead
      device.advance(by: left)
      device.begin("a")
      let lines = device.advance(by: .seconds(600))
      let why = "its expiration handlers took longer than \(limit)"
      #expect(lines == ["\(limit): a exit: \(why)", "\(limit): a kill 0x8badf00d"])
    }
  }

  @Test("Handlers called late still get their budget (T22)")
  func lateDriver() {
    var device = background(.modern, "save")
    device.ignoreExpiration("a")
    device.oversleep(.seconds(3_600))
    #expect(device.send(.deadline) == ["a expirationHandler"])
    #expect(device.advance(by: .seconds(60)).last == "3 s: a kill 0x2182bad2")
  }

  @Test("A task begun when time is up is not granted: its handler is called at once (T17, T21)")
  func begunTooLate() {
    var device = background(.modern, "one")
    #expect(device.advance(by: .milliseconds(25_500)) == ["25 s: a expirationHandler"])
    #expect(device.beginTask("a", "two") == ["a expirationHandler"])
    #expect(device.advance(by: .seconds(600)) == ["1 s: a suspend"])
  }

  @Test("An app can't stay by beginning a task in each expiration handler (T14, T23)")
  func noPerpetuum() {
    var device = background(.modern, "0")
    device.advance(by: .milliseconds(25_500))
    for round in 1..<100 where device.state("a") == .background {
      device.beginTask("a", "\(round)")
      device.advance(by: .milliseconds(500))
    }
    #expect(device.state("a") == .suspended)
  }

  @Test("Too many open tasks kill where the profile says so (T27)")
  func tooMany() {
    var device = Scenario(.modern)
    device.open("a")
    #expect(device.send(.backgroundTasks("a", OpenTasks(count: 1_000))) == [])
    let lines = device.send(.backgroundTasks("a", OpenTasks(count: 1_001)))
    #expect(
      lines == ["a exit: 1001 background tasks open at once", "a kill 0xbada5e47"])
    var classic = Scenario()
    classic.open("a")
    #expect(classic.send(.backgroundTasks("a", OpenTasks(count: 1_001))) == [])
  }

  @Test("Low Power Mode leaves half of the allowance, from the next entry on (T16)")
  func lowPower() {
    var device = Scenario(.modern)
    device.open("a")
    device.beginTask("a", "save")
    device.send(.environment(.lowPowerMode(true)))
    device.home()
    #expect(device.advance(by: .seconds(600)).first == "10 s: a expirationHandler")
  }

  @Test("A report of tasks after the end, or before the first message, does nothing (T25)")
  func unknownTask() {
    var device = Scenario()
    #expect(device.endTask("a", "never") == [])
    device.open("a")
    device.exit("a", .exited(code: 0))
    #expect(device.beginTask("a", "late") == [])
    #expect(device.beginTask("c", "late") == ["refused: no app c is installed"])
  }

  @Test("With a debugger attached time does not run out (T6)")
  func debugged() {
    var device = Scenario(.modern)
    device.open("a")
    device.send(.debugger("a", isAttached: true))
    device.beginTask("a", "save")
    device.home()
    #expect(device.advance(by: .seconds(3_600)) == [])
    device.endTask("a", "save")
    #expect(device.advance(by: .seconds(3_600)) == ["1 s: a suspend"])
  }
}
