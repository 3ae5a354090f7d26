import AppLink
import Testing

/// Apps with scenes: scene delegate, UIScene notification, UIApplication notification (L41).
@Suite(.serialized)
struct SceneLifeCycleTests {
  @Test("A launch: background until a scene is in front, no launch options (L13, L14, L16)")
  func launch() throws {
    let device = try FakeDevice(bundle: "Scenes")
    _ = try device.hello()
    let url = DeviceMessage.OpenURL(url: "probe://a", sourceApplication: nil, causedLaunch: true)
    #expect(
      try device.send(.launch(scenes: true, url: url)) == [
        "delegate willFinishLaunching state=background options=nil",
        "delegate didFinishLaunching state=background options=nil",
        "notification UIApplicationDidFinishLaunchingNotification state=background",
      ])
    #expect(
      try device.send(.connect("main", url: url)) == [
        "delegate sceneWillConnect state=background scene=main:unattached urls=probe://a",
        "notification UISceneWillConnectNotification state=background",
      ])
    #expect(
      try device.send(.willEnterForeground(scene: "main")) == [
        "delegate sceneWillEnterForeground state=background scene=main:background",
        "notification UISceneWillEnterForegroundNotification state=background",
        "notification UIApplicationWillEnterForegroundNotification state=background",
        "view viewDidAppear",
      ])
    #expect(
      try device.send(.didBecomeActive(scene: "main")) == [
        "delegate sceneDidBecomeActive state=active scene=main:foregroundActive",
        "notification UISceneDidActivateNotification state=active",
        "notification UIApplicationDidBecomeActiveNotification state=active",
      ])
  }

  @Test("Home: the app delegate's own methods are not called (L15, L41)")
  func home() throws {
    let device = try FakeDevice.activeScenes("main")
    #expect(
      try device.send(.willResignActive(scene: "main")) == [
        "delegate sceneWillResignActive state=active scene=main:foregroundActive",
        "notification UISceneWillDeactivateNotification state=active",
        "notification UIApplicationWillResignActiveNotification state=active",
      ])
    #expect(
      try device.send(.background("main")) == [
        "delegate sceneDidEnterBackground state=background scene=main:background",
        "notification UISceneDidEnterBackgroundNotification state=background",
        "notification UIApplicationDidEnterBackgroundNotification state=background",
      ])
  }

  @Test("Back with a URL: will enter foreground, open, did become active (L61)")
  func backWithURL() throws {
    let device = try FakeDevice.activeScenes("main")
    try device.send(.willResignActive(scene: "main"))
    try device.send(.background("main"))
    #expect(
      try device.send(.willEnterForeground(scene: "main")) == [
        "delegate sceneWillEnterForeground state=background scene=main:background",
        "notification UISceneWillEnterForegroundNotification state=background",
        "notification UIApplicationWillEnterForegroundNotification state=background",
      ])
    #expect(
      try device.send(.open("probe://b", scene: "main")) == [
        "delegate openURLContexts state=inactive scene=main:foregroundInactive urls=probe://b"
      ])
  }

  @Test("What is no URL is skipped, with a line on standard error, and the scene goes on")
  func unreadableURL() throws {
    let device = try FakeDevice.activeScenes("main")
    #expect(try device.send(.open("probe://[", scene: "main")) == [])
    #expect(
      try device.nextErrorOutput() == "UIKit: \"probe://[\" is not opened: it is no URL.\n")
    #expect(try device.send(.open("probe://b", scene: "main")).count == 1)
  }

  @Test("With a second scene in front, UIApplication's notifications follow the aggregate (L8)")
  func aggregate() throws {
    let device = try FakeDevice.activeScenes("one", "two")
    #expect(
      try device.send(.willResignActive(scene: "one")) == [
        "delegate sceneWillResignActive state=active scene=one:foregroundActive",
        "notification UISceneWillDeactivateNotification state=active",
      ])
    let exchange = try device.exchange(.didEnterBackground(scene: "one", grant: nil))
    #expect(
      exchange.lines == [
        "delegate sceneDidEnterBackground state=active scene=one:background",
        "notification UISceneDidEnterBackgroundNotification state=active",
      ])
    #expect(
      try device.send(.willEnterForeground(scene: "one")) == [
        "delegate sceneWillEnterForeground state=active scene=one:background",
        "notification UISceneWillEnterForegroundNotification state=active",
      ])
    #expect(
      try device.send(.didBecomeActive(scene: "one")) == [
        "delegate sceneDidBecomeActive state=active scene=one:foregroundActive",
        "notification UISceneDidActivateNotification state=active",
      ])
  }

  @Test("A scene closed in the switcher is disconnected, then discarded; the app lives on (L76)")
  func discard() throws {
    let device = try FakeDevice.activeScenes("one", "two")
    #expect(
      try device.send(.disconnectScene(scene: "one", isDiscarded: true)) == [
        "delegate sceneDidDisconnect state=active scene=one:unattached",
        "notification UISceneDidDisconnectNotification state=active",
        "delegate didDiscardSceneSessions state=active sessions=one",
      ])
  }

  @Test("A session discarded while the app did not run is reported after the launch (L76)")
  func discardUnknown() throws {
    let device = try FakeDevice(bundle: "Scenes")
    _ = try device.hello()
    try device.send(.launch(scenes: true))
    #expect(
      try device.send(.disconnectScene(scene: "old", isDiscarded: true)) == [
        "delegate didDiscardSceneSessions state=background sessions=old"
      ])
  }

  @Test("Termination is the app delegate's to hear, with scenes too (L71)")
  func terminate() throws {
    let device = try FakeDevice.activeScenes("main")
    #expect(
      try device.send(.willTerminate) == [
        "delegate applicationWillTerminate state=active",
        "notification UIApplicationWillTerminateNotification state=active",
      ])
    #expect(try device.exitCode() == 0)
  }

  @Test("A message about an unknown scene ends the app with exit code 70")
  func unknownScene() throws {
    let device = try FakeDevice.activeScenes("main")
    try device.post(.didBecomeActive(scene: "other"))
    #expect(try device.exitCode() == 70)
    #expect(device.errorOutput().contains("there is no scene \"other\""))
  }
}

extension FakeDevice {
  /// A probe with scenes that are active, in this order.
  static func activeScenes(_ scenes: String...) throws -> FakeDevice {
    let device = try FakeDevice(bundle: "Scenes")
    _ = try device.hello()
    try device.send(.launch(scenes: true))
    for scene in scenes {
      try device.send(.connect(scene))
      try device.send(.willEnterForeground(scene: scene))
      try device.send(.didBecomeActive(scene: scene))
    }
    return device
  }
}
