import Testing

@testable import Multitasking

@Suite("Scenes, modern")
struct SceneTests {
  private func device() -> Scenario { Scenario(.modern, .scenes("a", many: true), .scenes("b")) }
  private let second = SceneID(2)

  @Test("A launch starts in the background, connects a scene and brings it forward (L13, L14)")
  func launch() {
    var device = device()
    let lines = device.open("a")
    #expect(
      lines == [
        "a launch", "a didFinishLaunching", "a willConnect", "a willEnterForeground",
        "a didBecomeActive",
      ])
    guard case .launch(let launch) = device.messages(to: "a").first else { return }
    #expect(launch.lifeCycle == .scenes)
    #expect(!launch.startsInactive)
  }

  @Test("Home and back are told to the scene (L41, L61)")
  func homeAndBack() {
    var device = device()
    device.open("a")
    #expect(device.home() == ["a willResignActive", "a didEnterBackground"])
    #expect(device.open("a") == ["a willEnterForeground", "a didBecomeActive"])
  }

  @Test("While it launches, the app is in the background (L14)")
  func launchState() {
    var device = device()
    device.block("a")
    device.open("a")
    device.send(.connected("a"))
    #expect(device.state("a") == .background)
  }

  @Test("An app without a scene manifest keeps the life cycle of its delegate (L15)")
  func legacy() {
    var device = Scenario(.modern, AppManifest(id: "a"))
    let lines = device.open("a")
    #expect(lines == ["a launch", "a didFinishLaunching", "a didBecomeActive"])
  }

  @Test("A launch into the background connects no scene (L7, L30)")
  func backgroundLaunch() {
    var device = device()
    let lines = device.send(.launchedInBackground("a", .command))
    #expect(lines == ["a launch", "a didFinishLaunching", "a runInBackground"])
    device.advance(by: .seconds(60))
    #expect(device.state("a") == .suspended)
    #expect(
      device.open("a") == [
        "a resume", "a willConnect", "a willEnterForeground", "a didBecomeActive",
      ])
  }

  @Test("A second scene comes forward before the first one leaves (L3, L8)")
  func secondScene() {
    var device = device()
    device.open("a")
    #expect(
      device.send(.openedNewScene("a")) == [
        "a willResignActive", "a willConnect #2", "a willEnterForeground #2",
        "a didEnterBackground", "a didBecomeActive #2",
      ])
    #expect(device.policy.scenes(of: "a") == [.main, second])
    #expect(device.state("a") == .active)
    #expect(
      device.open("a", scene: .main) == [
        "a willResignActive #2", "a willEnterForeground", "a didEnterBackground #2",
        "a didBecomeActive",
      ])
  }

  @Test("A new scene has nothing to restore, an old one has (L62, R6)")
  func restored() {
    var device = device()
    func isRestored() -> Bool? {
      for case .connectScene(_, let isRestored, _) in device.messages(to: "a") {
        return isRestored
      }
      return nil
    }
    device.open("a")
    #expect(isRestored() == false)
    device.exit("a", .signaled(9))
    device.open("a")
    #expect(isRestored() == true)
    device.send(.openedNewScene("a"))
    #expect(isRestored() == false)
    device.exit("a", .signaled(9))
    device.open("a", scene: second)
    #expect(isRestored() == true)
  }

  @Test("Only the scene that leaves last takes the background time with it (L8, T13)")
  func grantOfTheLast() {
    var device = device()
    device.open("a")
    device.send(.openedNewScene("a"))
    #expect(device.messages(to: "a").contains(.didEnterBackground(.main, grant: nil)))
    #expect(device.home() == ["a willResignActive #2", "a didEnterBackground #2"])
    let grant = BackgroundGrant(endsAt: device.now + .seconds(30))
    #expect(device.messages(to: "a").last == .didEnterBackground(second, grant: grant))
  }

  @Test("A scene closed in the switcher is disconnected, and the app lives on (L76)")
  func close() {
    var device = device()
    device.open("a")
    device.send(.openedNewScene("a"))
    let close = Event.sceneClosed("a", second)
    #expect(
      device.send(close)
        == ["a willResignActive #2", "a didEnterBackground #2", "a didDisconnect #2"])
    #expect(device.policy.screen.isSwitcherOpen)
    #expect(device.policy.scenes(of: "a") == [.main])
    #expect(device.send(close) == ["refused: a has no scene 2"])
    #expect(device.send(.sceneClosed("a", .main)).first?.hasPrefix("refused: a has one") == true)
    #expect(device.state("a") == .background)
  }

  @Test("A scene in the background closes behind the one in front (L76)")
  func closeBehind() {
    var device = device()
    device.open("a")
    device.send(.openedNewScene("a"))
    device.send(.switcherOpened)
    #expect(device.send(.sceneClosed("a", .main)) == ["a didDisconnect"])
    #expect(device.send(.switcherClosed) == ["a didBecomeActive #2"])
  }

  @Test("A suspended app is woken to hear that its scene is gone (L76)")
  func closeSuspended() {
    var device = device()
    device.open("a")
    device.send(.openedNewScene("a"))
    device.home()
    device.advance(by: .seconds(60))
    device.send(.switcherOpened)
    #expect(
      device.send(.sceneClosed("a", .main)) == ["a resume", "a runInBackground", "a didDisconnect"])
    device.advance(by: .seconds(60))
    #expect(device.state("a") == .suspended)
  }

  @Test("An app that is saying goodbye hears nothing of its scenes any more (L76)")
  func closeWhileTerminating() {
    var device = device()
    device.open("a")
    device.send(.openedNewScene("a"))
    device.home()
    device.block("a")
    device.send(.terminated("a"))
    device.send(.switcherOpened)
    #expect(device.send(.sceneClosed("a", .main)) == [])
    #expect(device.policy.scenes(of: "a") == [second])
  }

  @Test("Only apps that support it get a second scene (L8)")
  func oneSceneOnly() {
    var device = device()
    #expect(device.send(.openedNewScene("b")).first?.hasPrefix("refused: b has one") == true)
    var classic = Scenario(.classic, .scenes("a", many: true))
    #expect(classic.send(.openedNewScene("a")).first?.hasPrefix("refused: a has one") == true)
    #expect(device.open("a", scene: SceneID(9)) == ["refused: a has no scene 9"])
  }

  @Test("Home while a scene app launches leaves it in the background without a scene (L7, L14)")
  func homeWhileLaunching() {
    var device = device()
    device.block("a")
    device.open("a")
    device.send(.connected("a"))
    device.home()
    #expect(device.unblock("a") == ["a runInBackground"])
    #expect(device.advance(by: .seconds(60)) == ["5 s: a suspend"])
  }

  @Test("A force quit in front enters the background and says goodbye (L73)")
  func forceQuit() {
    var device = device()
    device.open("a")
    let lines = device.forceQuit("a")
    #expect(lines.prefix(3) == ["a force quit", "a didEnterBackground", "a willTerminate"])
  }
}
