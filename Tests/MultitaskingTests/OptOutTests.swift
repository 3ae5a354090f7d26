import Testing

@testable import Multitasking

@Suite("Opting out, and devices without multitasking")
struct OptOutTests {
  private func device(_ optOut: Profile.OptOut, _ profile: Profile = .classic) -> Scenario {
    var device = Scenario(
      profile.with(\.optOut, optOut), .optingOut("a"),
      AppManifest(id: "b"))
    device.open("a")
    return device
  }

  @Test(
    "Home ends an app that opts out, with the farewell of the profile (O3, O4)",
    arguments: [
      (Profile.OptOut.book, ["a didEnterBackground", "a willTerminate"]),
      (.apple, ["a willResignActive", "a willTerminate"]),
      (.superset, ["a willResignActive", "a didEnterBackground", "a willTerminate"]),
    ])
  func farewell(_ optOut: Profile.OptOut, _ messages: [String]) {
    var device = device(optOut)
    #expect(device.state("a") == .active)
    let end = "a exit: it opts out of the background (UIApplicationExitsOnSuspend)"
    #expect(device.home() == messages + [end])
    #expect(device.state("a") == .notRunning)
    #expect(device.open("a").first == "a launch")
  }

  @Test("The book's farewell is the classic one, and modern ignores the key (O3, O6)")
  func profiles() {
    #expect(Profile.classic.optOut == .book)
    var device = Scenario(.modern, .optingOut("a"))
    device.open("a")
    #expect(device.home() == ["a willResignActive", "a didEnterBackground"])
    #expect(device.advance(by: .seconds(60)) == ["5 s: a suspend"])
  }

  @Test("Another app ends it too, before that is launched (O3, O8)")
  func displaced() {
    var device = device(.book)
    let lines = device.open("b")
    #expect(lines.prefix(2) == ["a didEnterBackground", "a willTerminate"])
    #expect(device.state("a") == .notRunning)
    #expect(device.state("b") == .active)
  }

  @Test("It never enters the background under .apple, whoever ends it (O3)")
  func appleForceQuit() {
    var device = device(.apple)
    let lines = device.forceQuit("a")
    #expect(!lines.contains("a didEnterBackground"))
    #expect(lines.contains("a willTerminate"))
  }

  @Test("The switcher and alerts make it inactive like any app (O3, L50)")
  func covers() {
    var device = device(.book)
    #expect(device.send(.switcherOpened) == ["a willResignActive"])
    #expect(device.send(.switcherClosed) == ["a didBecomeActive"])
    device.send(.switcherOpened)
    #expect(device.home().prefix(2) == ["a didEnterBackground", "a willTerminate"])
  }

  @Test("Under the lock it goes on, inactive and not suspended (O7)")
  func lock() {
    for multitasks in [true, false] {
      var device = Scenario(
        .classic, isMultitaskingSupported: multitasks, .optingOut("a"))
      device.open("a")
      #expect(device.lock() == ["a willResignActive"])
      #expect(device.advance(by: .seconds(3_600)) == [])
      #expect(device.state("a") == .inactive)
      #expect(device.unlock() == ["a didBecomeActive"])
    }
  }

  @Test("A call in Phone ends it; a call over it does not (O3, L54)")
  func call() {
    var device = device(.superset)
    device.send(.callIncoming)
    device.send(.callAnswered(covering: .overlay))
    #expect(device.send(.callEnded) == ["a didBecomeActive"])
    device.send(.callIncoming)
    let lines = device.send(.callAnswered(covering: .phone))
    #expect(lines.prefix(2) == ["a didEnterBackground", "a willTerminate"])
    #expect(device.send(.callEnded) == [])
    #expect(device.state("a") == .notRunning)
  }

  @Test("Home while it launches ends it after its launch (O3)")
  func homeWhileLaunching() {
    var device = Scenario(.classic, .optingOut("a"))
    device.block("a")
    device.open("a")
    device.send(.connected("a"))
    device.home()
    #expect(device.unblock("a").prefix(2) == ["a didEnterBackground", "a willTerminate"])
  }

  @Test("Nothing launches it into the background (O3)")
  func backgroundLaunch() {
    var device = Scenario(.classic, .optingOut("a"))
    let lines = device.send(.launchedInBackground("a", .command))
    #expect(lines.first?.contains("opts out") == true)
  }

  @Test("Without multitasking Home ends every app, and the key is ignored (O1, O2, O5)")
  func noMultitasking() {
    for app in [AppManifest(id: "a"), .optingOut("a")] {
      var device = Scenario(.classic, isMultitaskingSupported: false, app)
      #expect(!device.policy.isMultitaskingSupported)
      device.open("a")
      #expect(
        device.home() == [
          "a willResignActive", "a willTerminate", "a exit: this device has no multitasking",
        ])
      let lines = device.send(.launchedInBackground("a", .command))
      #expect(lines == ["refused: this device has no multitasking (O2)"])
    }
  }

  @Test("Without multitasking a URL ends one app and launches the other (O2)")
  func urlWithoutMultitasking() {
    var device = Scenario(
      .classic, isMultitaskingSupported: false, AppManifest(id: "a"),
      AppManifest(id: "b", urlSchemes: ["b"]))
    device.open("a")
    let lines = device.openURL("b://", source: "a")
    #expect(lines.prefix(2) == ["a willResignActive", "a willTerminate"])
    #expect(lines[2...].contains("b openURL b://"))
    #expect(device.state("b") == .active)
  }

  @Test("Without multitasking a declined call costs activity, an answered one the app (O2, L54)")
  func callWithoutMultitasking() {
    var device = Scenario(.classic, isMultitaskingSupported: false)
    device.open("a")
    device.send(.callIncoming)
    #expect(device.send(.callDeclined) == ["a didBecomeActive"])
    device.send(.callIncoming)
    #expect(device.send(.callAnswered(covering: .phone)).first == "a willTerminate")
  }
}
