import Testing

@testable import Multitasking

@Suite("Watchdogs")
struct WatchdogTests {
  @Test("A launch that takes 20 s is killed, connected or not (T1)")
  func launch() {
    for connects in [false, true] {
      var device = Scenario()
      device.block("a")
      device.open("a")
      if connects { device.send(.connected("a")) }
      let lines = device.advance(by: .seconds(60))
      #expect(lines.last == "20 s: a kill 0x8badf00d")
      #expect(device.exitReason("a") == .watchdog(.launch, limit: .seconds(20)))
      #expect(device.policy.lastExit(of: "a")?.from == .inactive)
      #expect(device.policy.screen.front == nil)
    }
  }

  @Test("A delegate that blocks in the foreground is killed after 10 s (T2)")
  func sceneUpdate() {
    for profile in [Profile.classic, .modern] {
      var device = Scenario(profile)
      device.open("a")
      device.block("a")
      device.send(.alertShown)
      device.begin("a")
      #expect(device.advance(by: .seconds(60)).last == "10 s: a kill 0x8badf00d")
      #expect(device.exitReason("a") == .watchdog(.sceneUpdate, limit: .seconds(10)))
    }
  }

  @Test("didEnterBackground has its budget, tasks or not (T4, C1)")
  func enterBackground() {
    for (profile, limit) in [(Profile.classic, 10), (.modern, 5)] {
      var device = Scenario(profile)
      device.open("a")
      device.block("a")
      device.home()
      device.answer("a")
      device.begin("a")
      device.beginTask("a", "save")
      let lines = device.advance(by: .seconds(60))
      #expect(lines.last == "\(limit) s: a kill 0x8badf00d")
      #expect(device.exitReason("a") == .watchdog(.enterBackground, limit: .seconds(limit)))
      #expect(device.policy.lastExit(of: "a")?.from == .background)
    }
  }

  @Test("willTerminate has 5 s, then the app is killed (T5)")
  func terminate() {
    var device = Scenario()
    device.open("a")
    device.home()
    device.block("a")
    device.send(.terminated("a"))
    #expect(device.advance(by: .seconds(60)).last == "5 s: a kill 0x8badf00d")
    #expect(device.exitReason("a") == .watchdog(.terminate, limit: .seconds(5)))
  }

  @Test("The 5 s of willTerminate begin when didEnterBackground has returned (T4, T5)")
  func terminateFromFront() {
    var device = Scenario()
    device.open("a")
    device.block("a")
    device.forceQuit("a")
    device.answer("a")
    device.advance(by: .seconds(2))
    device.answer("a")
    #expect(device.advance(by: .seconds(60)).last == "5 s: a kill 0x8badf00d")
    #expect(device.exitReason("a") == .watchdog(.terminate, limit: .seconds(5)))
  }

  @Test("An end that hangs in didEnterBackground is blamed on that (T4)")
  func hangsBeforeTerminate() {
    var device = Scenario()
    device.open("a")
    device.block("a")
    device.forceQuit("a")
    #expect(device.advance(by: .seconds(60)).last == "10 s: a kill 0x8badf00d")
    #expect(device.exitReason("a") == .watchdog(.enterBackground, limit: .seconds(10)))
  }

  @Test("To say again that it has begun wins an app no time (T4)")
  func beginsAgain() {
    var device = Scenario()
    device.open("a")
    device.block("a")
    device.home()
    device.begin("a")
    device.answer("a")
    device.begin("a")
    device.advance(by: .seconds(6))
    device.begin("a")
    #expect(device.advance(by: .seconds(60)).last == "4 s: a kill 0x8badf00d")
    #expect(device.exitReason("a") == .watchdog(.enterBackground, limit: .seconds(10)))
  }

  @Test("A debugger that is known when the limit is due is known in time (T6)")
  func debuggerAtTheLastMoment() throws {
    var device = Scenario()
    device.block("a")
    device.open("a")
    let due = try #require(device.policy.nextDeadline)
    device.oversleep(device.now.duration(to: due))
    #expect(device.send(.debugger("a", isAttached: true)) == [])
    #expect(device.policy.state(of: "a") == .inactive)
  }

  @Test("Under a debugger no watchdog bites (T6)")
  func debugger() {
    for profile in [Profile.classic, .modern] {
      var device = Scenario(profile)
      device.open("a")
      device.send(.debugger("a", isAttached: true))
      device.block("a")
      device.send(.alertShown)
      device.begin("a")
      #expect(device.advance(by: .seconds(3_600)) == [])
      device.send(.debugger("a", isAttached: false))
      #expect(device.state("a") == .inactive)
    }
  }

  @Test("Classic: an app that blocks its main thread does not hear, and lives (T7, C19)")
  func blockedClassic() {
    var device = Scenario()
    device.open("a")
    device.block("a")
    device.home()
    let lines = device.advance(by: .seconds(60))
    #expect(lines == ["15 s: a suspend"])
    #expect(
      device.policy.state(of: "a") == .suspended(because: .lifeCycleMessageNotTaken))
    #expect(device.open("a") == ["a resume", "a willEnterForeground", "a didBecomeActive"])
    #expect(device.unblock("a") == [])
    #expect(device.state("a") == .active)
  }

  @Test("Modern: time counts that a message waits for a blocked main thread (T7, C19)")
  func blockedModern() {
    var device = Scenario(.modern)
    device.open("a")
    device.block("a")
    device.home()
    #expect(device.advance(by: .seconds(60)).last == "10 s: a kill 0x8badf00d")
    #expect(device.exitReason("a") == .watchdog(.sceneUpdate, limit: .seconds(10)))
  }

  @Test("Each waiting message has its whole limit (T2, T4)")
  func oneAfterTheOther() {
    var device = Scenario(.modern)
    device.open("a")
    device.block("a")
    device.home()
    device.advance(by: .seconds(9))
    device.answer("a")
    #expect(device.advance(by: .seconds(60)).last == "5 s: a kill 0x8badf00d")
    #expect(device.exitReason("a") == .watchdog(.enterBackground, limit: .seconds(5)))
  }

  @Test("A notice that is not taken kills nobody: it is no scene update (T2)")
  func notices() {
    for profile in [Profile.classic, .modern] {
      var device = Scenario(profile)
      device.open("a")
      device.beginTask("a", "compute")
      device.home()
      device.block("a")
      device.send(.environment(.orientation(.faceUp)))
      device.begin("a")
      #expect(device.advance(by: .seconds(15)) == [])
      device.unblock("a")
      #expect(device.state("a") == .background)
    }
  }

  @Test("A notice that is not taken does not shield what waits behind it (T4)")
  func behindNotices() {
    var device = Scenario(.modern)
    device.open("a")
    device.block("a")
    device.send(.environment(.orientation(.faceUp)))
    device.home()
    #expect(device.advance(by: .seconds(60)).last == "10 s: a kill 0x8badf00d")
  }

  @Test("Time in the freezer does not count for watchdogs (T2, L5)")
  func frozenTime() {
    for profile in [Profile.classic, .modern] {
      var device = Scenario(profile)
      device.open("a")
      device.block("a")
      device.home()
      device.answer("a")
      device.begin("a")
      #expect(device.send(.suspended("a")) == ["a suspend"])
      device.advance(by: .seconds(3_600))
      let back = ["a resume", "a willEnterForeground", "a didBecomeActive"]
      #expect(device.open("a") == back)
      device.advance(by: .seconds(1))
      #expect(device.state("a") == .active)
      #expect(device.unblock("a") == [])
      #expect(device.advance(by: .seconds(60)) == [])
    }
  }

  @Test("An app that takes its messages out of order can't stay in the background for ever (T4)")
  func outOfOrder() {
    var device = Scenario()
    device.open("a")
    device.block("a")
    device.send(.environment(.orientation(.faceUp)))
    device.home()
    let last = device.puppets["a"]!.unanswered.last!
    device.send(.started("a", delivery: last.id))
    device.advance(by: .seconds(60))
    #expect(device.state("a") != .background)
  }

  @Test("The answer of an earlier stay in the background does not end the transition (T32)")
  func oldAnswer() {
    var device = Scenario()
    device.open("a")
    device.block("a")
    device.home()
    device.open("a")
    device.home()
    for _ in 0..<5 { device.answer("a") }
    #expect(device.explain("a").contains("didEnterBackground has not returned"))
    device.answer("a")
    #expect(device.advance(by: .seconds(60)) == ["5 s: a suspend"])
  }

  @Test("An answer in the last moment counts")
  func lastMoment() {
    var device = Scenario(.modern)
    device.open("a")
    device.block("a")
    device.send(.alertShown)
    device.advance(by: .milliseconds(9_999))
    device.unblock("a")
    #expect(device.advance(by: .seconds(60)) == [])
  }
}
