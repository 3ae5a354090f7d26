import Testing

@testable import Multitasking

@Suite("Launched or woken without being opened")
struct BackgroundLaunchTests {
  @Test("A launch into the background never becomes active (L30, L33)")
  func launch() {
    var device = Scenario()
    let lines = device.send(.launchedInBackground("a", .command))
    #expect(lines == ["a launch", "a didFinishLaunching", "a didEnterBackground"])
    guard case .launch(let launch) = device.messages(to: "a").first else {
      Issue.record("no launch message")
      return
    }
    #expect(!launch.startsInactive)
    #expect(device.state("a") == .background)
    #expect(device.policy.screen.front == nil)
    #expect(device.advance(by: .seconds(60)) == ["11 s: a suspend"])
  }

  @Test("The profile can leave out didEnterBackground of a background launch (L30, C13)")
  func launchWithoutEntry() {
    var device = Scenario(.classic.with(\.sendsDidEnterBackgroundOnBackgroundLaunch, false))
    let lines = device.send(.launchedInBackground("a", .command))
    #expect(lines == ["a launch", "a didFinishLaunching", "a runInBackground"])
    #expect(device.advance(by: .seconds(60)) == ["11 s: a suspend"])
  }

  @Test("A wake does not repeat didEnterBackground, unless the profile says so (L31, C13)")
  func wake() {
    for repeats in [false, true] {
      var device = Scenario(.classic.with(\.sendsDidEnterBackgroundOnWake, repeats))
      device.open("a")
      device.home()
      device.advance(by: .seconds(5))
      let message = repeats ? "a didEnterBackground" : "a runInBackground"
      #expect(device.send(.resumed("a")) == ["a resume", message])
      #expect(device.state("a") == .background)
      #expect(device.advance(by: .seconds(60)) == ["11 s: a suspend"])
    }
  }

  @Test("An app launched into the background is opened without a second launch (L32)")
  func openLater() {
    var device = Scenario()
    device.send(.launchedInBackground("a", .command))
    #expect(device.open("a") == ["a willEnterForeground", "a didBecomeActive"])
  }

  @Test("Opened before its background launch is over, it enters the foreground after it (L32)")
  func openWhileLaunching() {
    var device = Scenario()
    device.block("a")
    device.send(.launchedInBackground("a", .command))
    device.send(.connected("a"))
    #expect(device.open("a") == [])
    #expect(device.unblock("a") == ["a willEnterForeground", "a didBecomeActive"])
  }

  @Test("After a force quit nothing launches an app but the person (L74)")
  func forceQuit() {
    var device = Scenario()
    device.open("a")
    device.forceQuit("a")
    #expect(device.policy.isForceQuit("a"))
    device.home()
    #expect(device.send(.launchedInBackground("a", .command)).first?.contains("L74") == true)
    #expect(device.open("a").first == "a force quit lifted")
    device.home()
    device.send(.terminated("a"))
    #expect(device.send(.launchedInBackground("a", .command)).first == "a launch")
  }

  @Test("A force quit is remembered across an installation of the device (L74)")
  func forceQuitKept() {
    var device = Scenario()
    device.install(AppManifest(id: "c"), isForceQuit: true)
    #expect(device.send(.launchedInBackground("c", .command)).first?.contains("L74") == true)
  }

  @Test("A background launch of who runs, is suspended or is about to end (L31)")
  func otherStates() {
    var device = Scenario()
    let launch = Event.launchedInBackground("a", .command)
    device.open("a")
    #expect(device.send(launch) == ["refused: a is running already"])
    device.home()
    #expect(device.send(launch) == ["refused: a is running already"])
    device.advance(by: .seconds(5))
    #expect(device.send(launch) == ["a resume", "a runInBackground"])
    device.outliveItsEnd("a")
    device.block("a")
    device.send(.terminated("a"))
    #expect(device.send(launch) == ["refused: a is being ended"])
    device.send(.terminated("a"))
    #expect(device.send(launch) == ["refused: a is being ended"])
  }

  @Test("Suspend and resume by command say why they can't be (L4)")
  func commands() {
    var device = Scenario()
    #expect(device.send(.suspended("a")) == ["refused: a is not running"])
    #expect(device.send(.resumed("a")) == ["refused: a is not running"])
    device.open("a")
    #expect(device.send(.suspended("a")) == ["refused: a is in the foreground"])
    #expect(device.send(.resumed("a")) == ["refused: a is not suspended"])
    device.home()
    #expect(device.send(.suspended("a")) == ["a suspend"])
    #expect(device.policy.state(of: "a") == .suspended(because: .suspendedByCommand))
    #expect(device.send(.suspended("a")) == ["refused: a is suspended already"])
    device.block("b")
    device.open("b")
    #expect(device.send(.suspended("b")) == ["refused: b is still launching"])
    #expect(device.send(.suspended("c")) == ["refused: no app c is installed"])
  }
}
