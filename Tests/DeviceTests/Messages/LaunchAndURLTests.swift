import ControlAPI
import Multitasking
import ProcessControl
import Testing

/// Launches that no tap on the icon caused, and URLs, without scenes.
struct LaunchAndURLTests {
  typealias Heard = ClassicMessages
  static let app: AppID = "com.example.classic"

  @Test("The URL of a launch is opened between didFinishLaunching and didBecomeActive (L10, L20)")
  func launchByURL() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app, schemes: ["classic"]))
      try device.call(.openURL(url: "classic:first"))
      try device.expect(
        Self.app,
        hears: [
          "delegate willFinishLaunching state=inactive url=classic:first source=nil",
          "delegate didFinishLaunching state=inactive url=classic:first source=nil",
          "notification UIApplicationDidFinishLaunchingNotification state=inactive",
          "delegate openURL state=inactive url=classic:first source=nobody",
        ] + Heard.becomesActive,
        after: ["launch", "didFinishLaunching", "openURL", "didBecomeActive"])
      device.expectNothingMore(Self.app)
    }
  }

  @Test("An app in the background gets a URL before it becomes active (L60)")
  func returnByURL() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app, schemes: ["classic"]))
      try device.bringUp(Self.app)
      try device.sendAway(Self.app)
      try device.call(.openURL(url: "CLASSIC:again"))
      try device.expect(
        Self.app,
        hears: Heard.entersForeground + [
          "delegate openURL state=inactive url=CLASSIC:again source=nobody"
        ] + Heard.becomesActive,
        after: ["resume", "willEnterForeground", "openURL", "didBecomeActive"])
    }
  }

  @Test("didFinishLaunching that returns false keeps the URL of the launch away (L19)")
  func refusedURL() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app, schemes: ["classic"]))
      // Arguments come with a launch; a launch by URL follows it in the same process or not at all.
      try device.bringUp(Self.app, "--refuse-url")
      try device.call(.openURL(url: "classic:later"))
      try device.wait(untilPrinted: "delegate openURL state=", by: Self.app)
      #expect(
        device.printed(by: Self.app).contains(
          "delegate didFinishLaunching state=inactive options=nil"))
    }
  }

  @Test("An app opens another one by its URL, and is told whether that went well (L20)")
  func appOpensApp() async throws {
    try await scenario(.classic, ["suspensionGrace": "30"]) { device in
      let other: AppID = "com.example.other"
      try device.install(ProbeBundle(Self.app, schemes: ["classic"]))
      try device.launch(Self.app, "--open-url", "nobody:x")
      try device.wait(untilPrinted: "opened nobody:x can=false did=false", by: Self.app)
      try device.call(.terminate(app: Self.app))
      try device.waitForEnd(of: Self.app)

      try device.install(ProbeBundle(other, schemes: ["other"]))
      try device.launch(Self.app, "--open-url", "other:hello")
      try device.wait(
        untilPrinted: "delegate openURL state=inactive url=other:hello source=com.example.classic",
        by: other)
      try device.wait(untilPrinted: "opened other:hello can=true did=true", by: Self.app)
      #expect(try device.state(other) == .active)
      #expect(try device.state(Self.app) == .background)
    }
  }

  @Test("didEnterBackground is repeated at a wake where the profile says so (L31, C13)")
  func repeatedEntry() async throws {
    try await scenario(.classic, ["sendsDidEnterBackgroundOnWake": "true"]) { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app)
      try device.sendAway(Self.app)
      try device.launch(Self.app, inBackground: true)
      try device.expect(
        Self.app, hears: Heard.entersBackground, after: ["resume", "didEnterBackground", "suspend"])
    }
  }

  @Test("URLs that no app opens, and texts that are no URLs, are refused")
  func unknownURLs() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app, schemes: ["classic"]))
      let noApp = #expect(throws: ControlError.self) {
        try device.call(.openURL(url: "unknown:x"))
      }
      #expect(noApp?.code == .notFound)
      for text in ["", "classic", ":x", "1x:y", "cl assic:x"] {
        let error = #expect(throws: ControlError.self) { try device.call(.openURL(url: text)) }
        #expect(error?.code == .refused)
      }
    }
  }

  @Test(
    "A launch into the background, a return to it, and the way to the front (L30-L32)",
    arguments: usableFreezers)
  func backgroundLaunch(_ freezer: FreezerPreference) async throws {
    try await scenario(freezer: freezer) { device in
      try device.install(ProbeBundle(Self.app))
      try device.launch(Self.app, inBackground: true)
      try device.expect(
        Self.app,
        hears: [
          "delegate willFinishLaunching state=background options=nil",
          "delegate didFinishLaunching state=background options=nil",
          "notification UIApplicationDidFinishLaunchingNotification state=background",
        ] + Heard.entersBackground,
        after: ["launch", "didFinishLaunching", "didEnterBackground", "suspend"])
      // C13: a wake does not repeat didEnterBackground.
      try device.launch(Self.app, inBackground: true)
      try device.expect(Self.app, hears: [], after: ["resume", "runInBackground", "suspend"])
      try device.open(Self.app)
      try device.expect(
        Self.app, hears: Heard.entersForeground + Heard.becomesActive,
        after: ["resume", "willEnterForeground", "didBecomeActive"])
      device.expectNothingMore(Self.app)
    }
  }
}
