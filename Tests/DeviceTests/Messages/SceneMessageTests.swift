import ControlAPI
import Multitasking
import ProcessControl
import Testing

/// Complete message logs of apps with scenes.
struct SceneMessageTests {
  typealias Heard = SceneMessages
  static let app: AppID = "com.example.scenes"

  static func launched(
    _ scenes: ProbeBundle.Scenes = .single, freezer: FreezerPreference = .auto,
    _ body: @Sendable @escaping (any DeviceDriver) throws -> Void
  ) async throws {
    try await scenario(.modern, freezer: freezer) { device in
      try device.install(ProbeBundle(app, scenes: scenes, schemes: ["scenes"]))
      try device.open(app)
      try device.expect(
        app,
        hears: Heard.launch + Heard.connects() + Heard.entersForeground()
          + Heard.becomesActive(),
        after: [
          "launch", "didFinishLaunching", "willConnect", "willEnterForeground", "didBecomeActive",
        ])
      try body(device)
      device.expectNothingMore(app)
    }
  }

  @Test(
    "Launch, Home and return go through the scene (L13-L16, L41, L61)",
    arguments: usableFreezers)
  func homeAndBack(_ freezer: FreezerPreference) async throws {
    try await Self.launched(freezer: freezer) { device in
      for _ in 0..<2 {
        try device.home()
        try device.expect(
          Self.app, hears: Heard.resignsActive() + Heard.entersBackground(),
          after: ["willResignActive", "didEnterBackground", "suspend"])
        try device.open(Self.app)
        try device.expect(
          Self.app, hears: Heard.entersForeground() + Heard.becomesActive(),
          after: ["resume", "willEnterForeground", "didBecomeActive"])
      }
    }
  }

  @Test("The switcher and an alert make a scene inactive only (L50, L52)")
  func inactive() async throws {
    try await Self.launched { device in
      for (on, off) in [
        (ControlCommand.switcher(.open), ControlCommand.switcher(.close)),
        (.alert(show: true), .alert(show: false)),
      ] {
        try device.call(on)
        try device.expect(Self.app, hears: Heard.resignsActive(), after: ["willResignActive"])
        try device.call(off)
        try device.expect(Self.app, hears: Heard.becomesActive(), after: ["didBecomeActive"])
      }
    }
  }

  @Test("The banner of a call changes nothing; answering it sends the app away (L55)")
  func callBanner() async throws {
    try await Self.launched { device in
      try device.call(.call(.incoming))
      try device.call(.call(.decline))
      try device.call(.call(.incoming))
      try device.call(.call(.answer(covering: .phone)))
      try device.expect(
        Self.app, hears: Heard.resignsActive() + Heard.entersBackground(),
        after: ["willResignActive", "didEnterBackground", "suspend"])
      try device.call(.call(.end))
      try device.expect(
        Self.app, hears: Heard.entersForeground() + Heard.becomesActive(),
        after: ["resume", "willEnterForeground", "didBecomeActive"])
    }
  }

  @Test("Locking and unlocking go through the scene (L56)")
  func lock() async throws {
    try await Self.launched { device in
      try device.call(.lock)
      try device.expect(
        Self.app, hears: Heard.resignsActive() + Heard.entersBackground(),
        after: ["willResignActive", "didEnterBackground", "suspend"])
      try device.call(.unlock)
      try device.expect(
        Self.app, hears: Heard.entersForeground() + Heard.becomesActive(),
        after: ["resume", "willEnterForeground", "didBecomeActive"])
    }
  }

  @Test(
    "A URL reaches a running scene while it is active, and one in the background on its way (L61)")
  func openURL() async throws {
    try await Self.launched { device in
      try device.call(.openURL(url: "scenes:a"))
      try device.expect(
        Self.app,
        hears: ["delegate openURLContexts state=active scene=1:foregroundActive urls=scenes:a"],
        after: ["openURL"])
      try device.home()
      try device.expect(
        Self.app, hears: Heard.resignsActive() + Heard.entersBackground(),
        after: ["willResignActive", "didEnterBackground", "suspend"])
      try device.call(.openURL(url: "scenes:b"))
      try device.expect(
        Self.app,
        hears: Heard.entersForeground() + [
          "delegate openURLContexts state=inactive scene=1:foregroundInactive urls=scenes:b"
        ] + Heard.becomesActive(),
        after: ["resume", "willEnterForeground", "openURL", "didBecomeActive"])
    }
  }

  @Test("The URL of a launch comes with the connection of the scene (L13, L16)")
  func launchURL() async throws {
    try await scenario(.modern) { device in
      try device.install(ProbeBundle(Self.app, scenes: .single, schemes: ["scenes"]))
      try device.call(.openURL(url: "scenes:first"))
      try device.expect(
        Self.app,
        hears: Heard.launch + Heard.connects(urls: "scenes:first") + Heard.entersForeground()
          + Heard.becomesActive(),
        after: [
          "launch", "didFinishLaunching", "willConnect", "willEnterForeground", "didBecomeActive",
        ])
    }
  }

  @Test("A second window comes forward without the app entering the foreground again (L8)")
  func secondWindow() async throws {
    try await Self.launched(.multiple) { device in
      try device.open(Self.app, newScene: true)
      let deeds = try device.nextDeeds(to: Self.app, 5)
      #expect(
        deeds == [
          "willResignActive", "willConnect", "willEnterForeground", "didEnterBackground",
          "didBecomeActive",
        ])
      let lines = try device.nextLines(of: Self.app, 12)
      #expect(!lines.contains { $0.contains("UIApplicationWillEnterForeground") })
      #expect(!lines.contains { $0.contains("UIApplicationDidEnterBackground") })
      #expect(lines.last?.contains("UIApplicationDidBecomeActiveNotification") == true)
      #expect(try device.info(Self.app).scenes == [1, 2])
    }
  }

  @Test("A window that is closed in the switcher is discarded and the app lives on (L76)")
  func closeWindow() async throws {
    try await Self.launched(.multiple) { device in
      try device.open(Self.app, newScene: true)
      _ = try device.nextLines(of: Self.app, 12)
      device.skip(Self.app)
      try device.call(.switcher(.closeScene(app: Self.app, scene: 1)))
      try device.wait(untilPrinted: "delegate didDiscardSceneSessions", by: Self.app)
      #expect(
        device.printed(by: Self.app).suffix(20).contains {
          $0.hasPrefix("delegate sceneDidDisconnect state=") && $0.contains("scene=1:")
        })
      #expect(try device.info(Self.app).scenes == [2])
      device.skip(Self.app)
    }
  }

  @Test("A launch into the background connects no scene; opening the app later does (L30, L32)")
  func backgroundLaunch() async throws {
    try await scenario(.modern) { device in
      try device.install(ProbeBundle(Self.app, scenes: .single))
      try device.launch(Self.app, inBackground: true)
      try device.expect(
        Self.app, hears: Heard.launch,
        after: ["launch", "didFinishLaunching", "runInBackground", "suspend"])
      try device.open(Self.app)
      try device.expect(
        Self.app,
        hears: Heard.connects() + Heard.entersForeground() + Heard.becomesActive(),
        after: ["resume", "willConnect", "willEnterForeground", "didBecomeActive"])
    }
  }

  @Test("A force quit of an app in front ends with willTerminate (L73, C11)")
  func forceQuit() async throws {
    try await Self.launched { device in
      try device.call(.switcher(.open))
      try device.expect(Self.app, hears: Heard.resignsActive(), after: ["willResignActive"])
      try device.call(.switcher(.quit(app: Self.app)))
      try device.expect(
        Self.app, hears: Heard.entersBackground() + ClassicMessages.terminates,
        after: ["force quit", "didEnterBackground", "willTerminate", "exit"])
      #expect(try device.waitForEnd(of: Self.app).reason == .forceQuit)
    }
  }
}
