import Testing

@testable import Multitasking

@Suite("To the front and away from it, classic")
struct ForegroundTests {
  @Test("A cold launch starts inactive and becomes active without willEnterForeground (L10-L12)")
  func coldLaunch() {
    var device = Scenario()
    let lines = device.open("a")
    #expect(lines == ["a launch", "a didFinishLaunching", "a didBecomeActive"])
    guard case .launch(let launch) = device.messages(to: "a").first else {
      Issue.record("no launch message")
      return
    }
    #expect(launch.startsInactive)
    #expect(launch.lifeCycle == .application)
    #expect(device.state("a") == .active)
  }

  @Test("An app is inactive until didFinishLaunching has returned (L12)")
  func inactiveWhileLaunching() {
    var device = Scenario()
    device.block("a")
    device.open("a")
    device.send(.connected("a"))
    #expect(device.state("a") == .inactive)
    #expect(device.unblock("a") == ["a didBecomeActive"])
  }

  @Test("Home sends willResignActive, didEnterBackground, then suspends (L40, T32)")
  func home() {
    var device = Scenario()
    device.open("a")
    #expect(device.home() == ["a willResignActive", "a didEnterBackground"])
    #expect(device.state("a") == .background)
    #expect(device.advance(by: .seconds(60)) == ["5 s: a suspend"])
    #expect(device.state("a") == .suspended)
  }

  @Test("A suspended app is thawed, then told willEnterForeground and didBecomeActive (L4, L60)")
  func comeBack() {
    var device = Scenario()
    device.open("a")
    device.home()
    device.advance(by: .seconds(60))
    #expect(device.open("a") == ["a resume", "a willEnterForeground", "a didBecomeActive"])
    #expect(device.state("a") == .active)
  }

  @Test("A return before the freeze needs no thaw (L60)")
  func comeBackAtOnce() {
    var device = Scenario()
    device.open("a")
    device.home()
    #expect(device.open("a") == ["a willEnterForeground", "a didBecomeActive"])
    #expect(device.advance(by: .seconds(60)) == [])
  }

  @Test("The app that leaves resigns and enters the background before the next is launched (L51)")
  func switchApps() {
    var device = Scenario()
    device.open("a")
    let lines = device.open("b")
    #expect(lines.prefix(3) == ["a willResignActive", "a didEnterBackground", "b launch"])
    #expect(lines.suffix(2) == ["b didFinishLaunching", "b didBecomeActive"])
  }

  @Test("Opening the app in front changes nothing (L4)")
  func openTheFront() {
    var device = Scenario()
    device.open("a")
    #expect(device.open("a") == [])
    #expect(device.state("a") == .active)
  }

  @Test("Home on the Home screen changes nothing (L4)")
  func homeTwice() {
    var device = Scenario()
    device.open("a")
    device.home()
    #expect(device.home() == [])
  }

  @Test("Nothing is told at suspension, and nothing runs until the thaw (L5)")
  func silentFreeze() {
    var device = Scenario()
    device.open("a")
    device.home()
    device.advance(by: .seconds(5))
    #expect(device.messages(to: "a") == [])
    #expect(device.policy.nextDeadline == nil)
    #expect(device.advance(by: .seconds(86_400)) == [])
  }

  @Test("Every state is one of five, and suspended is never told to the app (L1, L2)")
  func fiveStates() {
    #expect(AppState.Name.allCases.count == 5)
    var device = Scenario()
    #expect(device.state("a") == .notRunning)
    device.open("a")
    #expect(device.policy.state(of: "a") == .active)
    device.send(.alertShown)
    #expect(device.policy.state(of: "a") == .inactive)
    device.send(.alertDismissed)
    device.home()
    #expect(device.policy.state(of: "a") == .background)
    device.advance(by: .seconds(5))
    #expect(device.policy.state(of: "a") == .suspended(because: .noReasonToRun))
  }

  @Test("Home while the app launches sends it to the background after its launch (L4, L40)")
  func homeWhileLaunching() {
    var device = Scenario()
    device.block("a")
    device.open("a")
    device.send(.connected("a"))
    #expect(device.home() == [])
    #expect(device.unblock("a") == ["a didEnterBackground"])
    #expect(device.effects.first?.reason == .launchFinishedOffScreen)
    #expect(device.advance(by: .seconds(60)) == ["5 s: a suspend"])
  }

  @Test("Home and back while the app launches leaves no trace (L10)")
  func homeAndBackWhileLaunching() {
    var device = Scenario()
    device.block("a")
    device.open("a")
    device.send(.connected("a"))
    device.home()
    device.open("a")
    #expect(device.unblock("a") == ["a didBecomeActive"])
  }

  @Test("An app that is launching hears in the end what changed meanwhile (L90)")
  func changeWhileLaunching() {
    var device = Scenario()
    device.block("a")
    device.open("a")
    device.send(.connected("a"))
    device.send(.environment(.locale("ru_RU")))
    #expect(device.unblock("a") == ["a didBecomeActive", "a changed(locale)"])
  }
}
