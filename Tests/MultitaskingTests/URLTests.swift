import Testing

@testable import Multitasking

@Suite("Opened by URL")
struct URLTests {
  private let opener = AppManifest(id: "a", urlSchemes: ["game"])
  private var device: Scenario { Scenario(.classic, opener, AppManifest(id: "b")) }

  /// The URLs told to the app, and whether each caused the launch.
  private func urls(_ device: Scenario) -> [Bool] {
    device.messages(to: "a").compactMap { message in
      if case .openURL(_, let url) = message { url.causedLaunch } else { nil }
    }
  }

  @Test("Not running: the URL is in the launch and opened before didBecomeActive (L10, L19)")
  func notRunning() {
    var device = device
    device.open("b")
    let lines = device.openURL("game://1", source: "b")
    #expect(
      lines.suffix(4) == [
        "a launch", "a didFinishLaunching", "a openURL game://1", "a didBecomeActive",
      ])
    #expect(urls(device) == [true])
    guard case .launch(let launch) = device.messages(to: "a").first else { return }
    #expect(launch.url == OpenURL("game://1", source: "b", causedLaunch: true))
  }

  @Test("An app that is not in front can't bring up another one")
  func fromTheBackground() {
    var device = device
    device.open("b")
    device.home()
    #expect(
      device.openURL("game://1", source: "b")
        == ["refused: b is not in front and can't bring up another app"])
    #expect(device.policy.state(of: "a") == .notRunning(because: nil))
  }

  @Test("Launching: the URL waits for didFinishLaunching")
  func launching() {
    var device = device
    device.block("a")
    device.open("a")
    device.send(.connected("a"))
    #expect(device.openURL("game://1") == [])
    #expect(device.unblock("a") == ["a openURL game://1", "a didBecomeActive"])
    #expect(urls(device) == [false])
  }

  @Test("Launching for a URL: another one does not replace it")
  func launchingForURL() {
    var device = device
    device.block("a")
    device.openURL("game://1")
    device.send(.connected("a"))
    device.openURL("game://2")
    device.openURL("game://3")
    #expect(
      device.unblock("a") == [
        "a openURL game://1", "a openURL game://2", "a openURL game://3", "a didBecomeActive",
      ])
  }

  @Test("Active: the URL alone is told")
  func active() {
    var device = device
    device.open("a")
    #expect(device.openURL("game://1") == ["a openURL game://1"])
    #expect(device.effects.last?.reason == .openedURL("game://1"))
  }

  @Test("An app may open its own URL")
  func itself() {
    var device = device
    device.open("a")
    #expect(device.openURL("game://1", source: "a") == ["a openURL game://1"])
  }

  @Test("Inactive under an alert: told, and still inactive (L52)")
  func inactive() {
    var device = device
    device.open("a")
    device.send(.alertShown)
    #expect(device.openURL("game://1") == ["a openURL game://1"])
    #expect(device.state("a") == .inactive)
  }

  @Test("Background: after willEnterForeground and before didBecomeActive (L60)")
  func background() {
    var device = device
    device.open("a")
    device.home()
    #expect(
      device.openURL("game://1") == [
        "a willEnterForeground", "a openURL game://1", "a didBecomeActive",
      ])
  }

  @Test("Suspended: the same after the thaw (L60)")
  func suspended() {
    var device = device
    device.open("a")
    device.home()
    device.advance(by: .seconds(5))
    let lines = device.openURL("game://1")
    #expect(lines.first == "a resume")
    #expect(lines.suffix(2) == ["a openURL game://1", "a didBecomeActive"])
  }

  @Test("Saying goodbye or dying: the next process opens it, and it is the cause of the launch")
  func ending() {
    for isDying in [false, true] {
      var device = device
      device.open("a")
      device.home()
      device.block("a")
      device.outliveItsEnd("a")
      device.send(.terminated("a"))
      if isDying { device.send(.terminated("a")) }
      #expect(device.openURL("game://1") == [])
      device.exit("a", .signaled(9))
      device.send(.connected("a"))
      device.unblock("a")
      #expect(urls(device) == [true])
      #expect(device.state("a") == .active)
    }
  }

  @Test("Scenes: in the connection at launch, else told to the scene in front (L13, L16, L61)")
  func scenes() {
    var device = Scenario(.modern, .scenes("a", urlSchemes: ["game"]))
    let launch = device.openURL("game://1")
    #expect(
      launch == [
        "a launch", "a didFinishLaunching", "a willConnect", "a willEnterForeground",
        "a didBecomeActive",
      ])
    guard case .connectScene(_, _, let url) = device.messages(to: "a")[1] else {
      Issue.record("no connection")
      return
    }
    #expect(url?.url == "game://1")
    device.home()
    #expect(
      device.openURL("game://2") == [
        "a willEnterForeground", "a openURL game://2", "a didBecomeActive",
      ])
  }

  @Test("Schemes are compared without case, and only real ones are taken")
  func schemes() {
    #expect(OpenURL("Game://1").scheme == "game")
    #expect(OpenURL("a+b-c.1:x").scheme == "a+b-c.1")
    for text in ["", ":x", "game", "1a:x", "ga me:x", "spiel\u{e4}:x", "//x"] {
      #expect(OpenURL(text).scheme == nil, "\(text)")
    }
    var device = device
    #expect(device.openURL("GAME://1").last == "a didBecomeActive")
    #expect(device.openURL("news://1") == ["refused: no installed app opens news:"])
    #expect(device.openURL("news") == ["refused: \"news\" has no URL scheme"])
    #expect(device.policy.urlSchemes == ["game"])
  }

  @Test("Under the lock and a ringing call no URL is opened")
  func covered() {
    var device = device
    device.send(.callIncoming)
    #expect(device.openURL("game://1") == ["refused: a call is ringing"])
    device.lock()
    #expect(device.openURL("game://1") == ["refused: the device is locked"])
  }
}
