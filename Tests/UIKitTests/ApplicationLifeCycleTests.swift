import AppLink
import Testing

/// Apps without scenes: the transcript of the probe, message by message.
@Suite(.serialized)
struct ApplicationLifeCycleTests {
  @Test("The first thing an app says is hello, with the protocol's version")
  func hello() throws {
    let device = try FakeDevice()
    #expect(try device.hello() == .hello(protocolVersion: LinkLimits.protocolVersion))
  }

  @Test(
    "A launch from the icon: will finish, did finish, notification, inactive throughout (L10, L12)")
  func coldLaunch() throws {
    let device = try FakeDevice()
    _ = try device.hello()
    #expect(
      try device.send(.launch()) == [
        "delegate willFinishLaunching state=inactive options=nil",
        "delegate didFinishLaunching state=inactive options=nil",
        "notification UIApplicationDidFinishLaunchingNotification state=inactive",
        "view viewDidAppear",
      ])
    // L11: no willEnterForeground before the first didBecomeActive.
    #expect(
      try device.send(.didBecomeActive(scene: "")) == [
        "delegate applicationDidBecomeActive state=active",
        "notification UIApplicationDidBecomeActiveNotification state=active",
      ])
  }

  @Test("Home: will resign while active, then background, delegate before notification (L40, L42)")
  func home() throws {
    let device = try FakeDevice.active()
    #expect(
      try device.send(.willResignActive(scene: "")) == [
        "delegate applicationWillResignActive state=active",
        "notification UIApplicationWillResignActiveNotification state=active",
      ])
    #expect(
      try device.send(.background()) == [
        "delegate applicationDidEnterBackground state=background",
        "notification UIApplicationDidEnterBackgroundNotification state=background",
      ])
  }

  @Test(
    "Back: will enter foreground while in the background, the notification where the profile wants it (L60, C14)",
    arguments: [true, false])
  func back(isNotificationFirst: Bool) throws {
    let device = try FakeDevice.active(.launch(notificationFirst: isNotificationFirst))
    try device.send(.willResignActive(scene: ""))
    try device.send(.background())
    let notification =
      "notification UIApplicationWillEnterForegroundNotification state=background"
    let delegate = "delegate applicationWillEnterForeground state=background"
    #expect(
      try device.send(.willEnterForeground(scene: ""))
        == (isNotificationFirst ? [notification, delegate] : [delegate, notification]))
    #expect(
      try device.send(.open("probe://now", source: "com.example.other")) == [
        "delegate openURL state=inactive url=probe://now source=com.example.other"
      ])
    #expect(
      try device.send(.didBecomeActive(scene: "")) == [
        "delegate applicationDidBecomeActive state=active",
        "notification UIApplicationDidBecomeActiveNotification state=active",
      ])
  }

  @Test("What is no URL is skipped, with a line on standard error, and the app goes on")
  func unreadableURL() throws {
    let url = DeviceMessage.OpenURL(
      url: "probe://[", sourceApplication: "com.example", causedLaunch: true)
    let device = try FakeDevice()
    _ = try device.hello()
    #expect(
      try device.send(.launch(url: url)).prefix(2) == [
        "delegate willFinishLaunching state=inactive options=nil",
        "delegate didFinishLaunching state=inactive options=nil",
      ])
    #expect(try device.send(.openURL(scene: "", url: url)) == [])
    #expect(
      try device.nextErrorOutput() == "UIKit: \"probe://[\" is not opened: it is no URL.\n")
    #expect(try device.send(.open("probe://a")).count == 1)
  }

  @Test("A launch into the background shows no window until the user comes (L30, L32, L33)")
  func backgroundLaunch() throws {
    let device = try FakeDevice()
    _ = try device.hello()
    #expect(
      try device.send(.launch(background: true)) == [
        "delegate willFinishLaunching state=background options=nil",
        "delegate didFinishLaunching state=background options=nil",
        "notification UIApplicationDidFinishLaunchingNotification state=background",
      ])
    #expect(
      try device.send(.background()) == [
        "delegate applicationDidEnterBackground state=background",
        "notification UIApplicationDidEnterBackgroundNotification state=background",
      ])
    #expect(
      try device.send(.willEnterForeground(scene: "")) == [
        "notification UIApplicationWillEnterForegroundNotification state=background",
        "delegate applicationWillEnterForeground state=background",
        "view viewDidAppear",
      ])
  }

  @Test("A URL that causes the launch is in the launch options and then opened (L10, L20)")
  func launchByURL() throws {
    let device = try FakeDevice()
    _ = try device.hello()
    let url = DeviceMessage.OpenURL(
      url: "probe://a", sourceApplication: "com.example", causedLaunch: true)
    #expect(
      try device.send(.launch(url: url)).first
        == "delegate willFinishLaunching state=inactive url=probe://a source=com.example")
    #expect(
      try device.send(.openURL(scene: "", url: url)) == [
        "delegate openURL state=inactive url=probe://a source=com.example"
      ])
  }

  @Test("A delegate that returned false does not get the URL that caused the launch (L19)")
  func refusedURL() throws {
    let device = try FakeDevice(["--refuse-url"])
    _ = try device.hello()
    try device.send(.launch())
    #expect(try device.send(.open("probe://a", causedLaunch: true)) == [])
    #expect(
      try device.send(.open("probe://b")) == [
        "delegate openURL state=inactive url=probe://b source=nobody"
      ])
  }

  @Test("Low memory: delegate, view controllers, notification (L80)")
  func memoryWarning() throws {
    let device = try FakeDevice.active()
    #expect(
      try device.send(.memoryWarning) == [
        "delegate applicationDidReceiveMemoryWarning state=active",
        "view didReceiveMemoryWarning",
        "notification UIApplicationDidReceiveMemoryWarningNotification state=active",
      ])
  }

  @Test("A significant time change: the notification before the delegate (L42)")
  func significantTimeChange() throws {
    let device = try FakeDevice.active()
    let kinds: [DeviceMessage.EnvironmentKind] = [.significantTimeChange]
    #expect(
      try device.send(.environmentChanged(.steady, kinds: kinds)) == [
        "notification UIApplicationSignificantTimeChangeNotification state=active",
        "delegate applicationSignificantTimeChange state=active",
      ])
  }

  @Test("Changed conditions become notifications, once each, in the device's order (L90)")
  func environment() throws {
    let device = try FakeDevice.active()
    // Battery and orientation stay silent: the probe does not watch them.
    let kinds: [DeviceMessage.EnvironmentKind] = [
      .locale, .orientation, .batteryLevel, .batteryState, .powerState, .userDefaults,
    ]
    #expect(
      try device.send(.environmentChanged(.steady, kinds: kinds)) == [
        "notification kCFLocaleCurrentLocaleDidChangeNotification state=active",
        "notification NSProcessInfoPowerStateDidChangeNotification state=active",
        "notification NSUserDefaultsDidChangeNotification state=active",
      ])
  }

  @Test("Termination: delegate, notification, answer, exit code 0 (L71)")
  func terminate() throws {
    let device = try FakeDevice.active()
    #expect(
      try device.send(.willTerminate) == [
        "delegate applicationWillTerminate state=active",
        "notification UIApplicationWillTerminateNotification state=active",
      ])
    #expect(try device.exitCode() == 0)
  }
}

extension FakeDevice {
  /// A probe that has been launched and is active.
  static func active(
    _ launch: DeviceMessage = .launch(), _ arguments: [String] = []
  ) throws -> FakeDevice {
    let device = try FakeDevice(arguments)
    _ = try device.hello()
    try device.send(launch)
    try device.send(.didBecomeActive(scene: ""))
    return device
  }
}
