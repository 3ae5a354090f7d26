import Testing

@testable import Multitasking

@Suite("Ends")
struct TerminationTests {
  private func suspended() -> Scenario {
    var device = Scenario()
    device.open("a")
    device.home()
    device.advance(by: .seconds(5))
    return device
  }

  @Test("A force quit of the app in front is a farewell in order (L73, C11)")
  func forceQuitFront() {
    var device = Scenario()
    device.open("a")
    let lines = device.forceQuit("a")
    #expect(
      lines == [
        "a force quit", "a didEnterBackground", "a willTerminate",
        "a exit: force quit by the user",
      ])
    #expect(device.state("a") == .notRunning)
    #expect(device.policy.lastExit(of: "a")?.from == .inactive)
  }

  @Test("A force quit in the background sends willTerminate alone (L71, L73)")
  func forceQuitBackground() {
    var device = Scenario()
    device.open("a")
    device.home()
    let lines = device.forceQuit("a")
    #expect(
      lines == ["a force quit", "a willTerminate", "a exit: force quit by the user"])
    #expect(device.policy.lastExit(of: "a")?.from == .background)
  }

  @Test("A force quit of a suspended app is silent (L72)")
  func forceQuitSuspended() {
    var device = suspended()
    #expect(
      device.forceQuit("a") == ["a force quit", "a exit: force quit by the user", "a kill"])
    #expect(device.policy.lastExit(of: "a")?.from == .suspended)
    #expect(device.policy.lastExit(of: "a")?.code == nil)
  }

  @Test("A force quit opens the switcher, unless it is refused (L73)")
  func forceQuitOpensTheSwitcher() {
    var device = Scenario()
    #expect(device.send(.forceQuit("a")) == ["refused: a is not running"])
    #expect(!device.policy.screen.isSwitcherOpen)
    device.open("a")
    #expect(device.send(.forceQuit("a")).first == "a willResignActive")
    #expect(device.policy.screen.isSwitcherOpen)
    #expect(device.policy.lastExit(of: "a")?.reason == .forceQuit)
  }

  @Test("A force quit needs a running app (L72)")
  func forceQuitRefused() {
    var device = Scenario()
    #expect(device.forceQuit("a") == ["refused: a is not running"])
    #expect(device.forceQuit("c") == ["refused: no app c is installed"])
    device.home()
    device.open("a")
    device.outliveItsEnd("a")
    device.forceQuit("a")
    device.forceQuit("a")
    #expect(device.forceQuit("a") == ["refused: a is being ended"])
  }

  @Test("The system's end sends willTerminate in the background, nothing when suspended (L70, L71)")
  func terminated() {
    var device = Scenario()
    device.open("a")
    device.home()
    #expect(
      device.send(.terminated("a")) == ["a willTerminate", "a exit: terminated by command"])
    #expect(device.send(.terminated("a")) == ["refused: a is not running"])
    device = suspended()
    #expect(device.send(.terminated("a")) == ["a exit: terminated by command", "a kill"])
  }

  @Test("Ended in front, an app resigns, enters the background and says goodbye (L4, L71)")
  func terminatedInFront() {
    var device = Scenario()
    device.open("a")
    let farewell = ["a willResignActive", "a didEnterBackground", "a willTerminate"]
    #expect(device.send(.terminated("a")).prefix(3) == farewell[...])
    #expect(device.policy.screen.front == nil)
  }

  @Test("A launching app that is ended hears nothing (L70)")
  func terminatedWhileLaunching() {
    var device = Scenario()
    device.block("a")
    device.open("a")
    #expect(device.send(.terminated("a")) == ["a exit: terminated by command", "a kill"])
  }

  @Test("Shutdown sends no message to anybody and refuses what follows (L75)")
  func shutDown() {
    var device = suspended()
    device.open("b")
    #expect(
      device.send(.shutDown) == [
        "a exit: the device shut down", "a kill", "b exit: the device shut down", "b kill",
      ])
    #expect(!device.policy.hasProcesses)
    #expect(device.open("a") == ["refused: the device is shutting down"])
    #expect(device.send(.shutDown) == ["refused: the device is shutting down"])
    let launch = device.send(.launchedInBackground("a", .command))
    #expect(launch == ["refused: the device is shutting down"])
  }

  @Test(
    "What the kernel reports of an end becomes the reason",
    arguments: [
      (ProcessExit.exited(code: 3), ExitReason.exitedByItself(code: 3)),
      (.signaled(11), .crashed(signal: 11)), (.signaled(6), .crashed(signal: 6)),
      (.signaled(9), .killedFromOutside(signal: 9)),
      (.signaled(15), .killedFromOutside(signal: 15)),
    ])
  func exits(_ exit: ProcessExit, _ reason: ExitReason) {
    var device = Scenario()
    device.open("a")
    #expect(device.exit("a", exit) == ["a exit: \(reason)"])
    #expect(device.exitReason("a") == reason)
    #expect(device.policy.screen.front == nil)
    #expect(device.policy.lastExit(of: "a")?.from == .active)
  }

  @Test("A crash in willTerminate is told as a crash")
  func crashAtTheEnd() {
    var device = Scenario()
    device.open("a")
    device.home()
    device.block("a")
    device.send(.terminated("a"))
    device.exit("a", .signaled(11))
    #expect(device.exitReason("a") == .crashed(signal: 11))
  }

  @Test("The last end is kept and told to the next launch")
  func lastExit() {
    var device = Scenario()
    device.open("a")
    device.exit("a", .signaled(11))
    device.advance(by: .seconds(100))
    device.open("a")
    guard case .launch(let launch) = device.messages(to: "a").first else {
      Issue.record("no launch message")
      return
    }
    #expect(launch.lastExit == device.policy.lastExit(of: "a"))
    #expect(launch.lastExit?.reason == .crashed(signal: 11))
    #expect(device.exitReason("a") == .crashed(signal: 11))
  }

  @Test("An exit record of an earlier boot is told too, until a newer one replaces it")
  func installedExit() {
    var device = Scenario()
    let record = ExitRecord(reason: .deviceCrashed, at: .zero, from: .active)
    device.install(AppManifest(id: "c"), lastExit: record)
    device.open("c")
    guard case .launch(let launch) = device.messages(to: "c").first else {
      Issue.record("no launch message")
      return
    }
    #expect(launch.lastExit == record)
    device.exit("c", .exited(code: 0))
    #expect(device.exitReason("c") == .exitedByItself(code: 0))
  }

  @Test("A process that never starts leaves a reason and the Home screen")
  func spawnFailed() {
    var device = Scenario()
    device.block("a")
    device.open("a")
    let failure = SpawnFailure(operation: "execve", message: "no such file")
    let lines = device.send(.spawnFailed("a", failure))
    #expect(lines == ["a exit: never started: execve: no such file"])
    #expect(device.state("a") == .notRunning)
    #expect(device.policy.screen.front == nil)
  }

  @Test("A process that never starts and was ended meanwhile is gone all the same")
  func spawnFailedWhileDying() {
    var device = Scenario()
    device.block("a")
    device.outliveItsEnd("a")
    device.open("a")
    device.forceQuit("a")
    device.send(.spawnFailed("a", SpawnFailure(operation: "execve", message: "no such file")))
    #expect(!device.policy.hasProcesses)
    #expect(device.exitReason("a") == .forceQuit)
  }

  @Test("Opened while it dies, an app is launched as soon as it is gone")
  func relaunchWhileDying() {
    var device = suspended()
    device.outliveItsEnd("a")
    device.forceQuit("a")
    #expect(device.open("a") == ["a force quit lifted"])
    #expect(device.exit("a", .signaled(9)).first == "a launch")
    #expect(device.state("a") == .active)
  }

  @Test("Opened while it says goodbye, an app is launched again after it (T5)")
  func relaunchWhileTerminating() {
    var device = Scenario()
    device.open("a")
    device.home()
    device.block("a")
    device.send(.terminated("a"))
    #expect(device.open("a") == [])
    #expect(device.unblock("a").prefix(2) == ["a exit: terminated by command", "a launch"])
  }

  @Test("Home before the end calls the relaunch off")
  func relaunchCalledOff() {
    var device = Scenario()
    device.open("a")
    device.home()
    device.block("a")
    device.send(.terminated("a"))
    device.open("a")
    device.home()
    #expect(device.unblock("a") == ["a exit: terminated by command"])
  }

  @Test("A force quit calls the relaunch off (L74)")
  func forceQuitCallsRelaunchOff() {
    var device = Scenario()
    device.open("a")
    device.home()
    device.block("a")
    device.send(.terminated("a"))
    device.open("a")
    device.forceQuit("a")
    #expect(device.state("a") == .notRunning)
    #expect(device.policy.isForceQuit("a"))
    #expect(device.policy.screen.front == nil)
  }

  @Test("A kill that takes its time does not hide the reason of the first end")
  func overstays() {
    var device = Scenario()
    device.open("a")
    device.home()
    device.block("a")
    device.outliveItsEnd("a")
    device.send(.terminated("a"))
    #expect(device.send(.terminated("a")) == ["a exit: terminated by command", "a kill"])
    #expect(device.exit("a", .signaled(9)) == [])
    #expect(device.exitReason("a") == .terminatedByCommand)
  }
}

@Suite("Broken links")
struct LinkTests {
  @Test("A closed link is followed by an exit, or by a kill after a moment")
  func closed() {
    var device = Scenario()
    device.open("a")
    #expect(device.send(.linkBroke("a", .closed)) == [])
    #expect(device.exit("a", .exited(code: 2)) == ["a exit: exited by itself with code 2"])
    device.open("a")
    device.send(.linkBroke("a", .closed))
    #expect(device.advance(by: .seconds(5)).last == "1 s: a kill")
    #expect(device.exitReason("a") == .linkViolation(.closed))
  }

  @Test("An app whose link is closed is not suspended but ended")
  func closedBeforeTheFreeze() {
    var device = Scenario()
    device.open("a")
    device.home()
    device.advance(by: .milliseconds(4_500))
    device.send(.linkBroke("a", .closed))
    device.advance(by: .seconds(60))
    #expect(device.state("a") == .notRunning)
    #expect(device.exitReason("a") == .linkViolation(.closed))
  }

  @Test("The link of a suspended app closes by foul play only")
  func closedWhileSuspended() {
    var device = Scenario()
    device.open("a")
    device.home()
    device.advance(by: .seconds(5))
    #expect(device.send(.linkBroke("a", .closed)).last == "a kill")
  }

  @Test("What no app sends ends the app with the reason")
  func violations() {
    var device = Scenario()
    for violation in Samples.linkViolations where violation != .closed {
      device.open("a")
      #expect(device.send(.linkBroke("a", violation)).last == "a kill")
      #expect(device.exitReason("a") == .linkViolation(violation))
    }
    device.open("a")
    device.send(.handled("a", delivery: 99, tasks: nil))
    #expect(device.exitReason("a") == .linkViolation(.unknownDelivery(99)))
    device.open("a")
    device.send(.connected("a"))
    #expect(device.exitReason("a") == .linkViolation(.outOfTurn))
  }

  @Test("An answer of an app that is being ended is late, not wrong")
  func lateAnswer() {
    var device = Scenario()
    device.open("a")
    device.outliveItsEnd("a")
    device.send(.linkBroke("a", .frameTooLarge))
    #expect(device.send(.handled("a", delivery: 99, tasks: nil)) == [])
    #expect(device.send(.started("a", delivery: 99)) == [])
    #expect(device.send(.connected("a")) == [])
  }

  @Test("A freeze that fails ends the app")
  func freezeFailed() {
    var device = Scenario()
    device.open("a")
    device.home()
    device.advance(by: .seconds(5))
    let lines = device.send(.freezeFailed("a", "EBUSY"))
    #expect(lines == ["a exit: it could not be frozen: EBUSY", "a kill"])
  }
}
