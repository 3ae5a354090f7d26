import ControlAPI
import Multitasking
import ProcessControl
import Testing

/// Complete message logs of apps without scenes: what the device sent, and what the app heard.
struct ClassicMessageTests {
  typealias Heard = ClassicMessages
  static let app: AppID = "com.example.classic"

  /// Boots, installs, opens, and reads the launch. The virtual run is repeated each time.
  static func launched(
    _ settings: [String: String] = [:], freezer: FreezerPreference = .auto,
    _ body: @Sendable @escaping (any DeviceDriver) throws -> Void
  ) async throws {
    try await scenario(.classic, settings, freezer: freezer, isRepeated: true) { device in
      try device.install(ProbeBundle(app, schemes: ["classic"]))
      try device.open(app)
      try device.expect(
        app, hears: Heard.launch + Heard.becomesActive,
        after: ["launch", "didFinishLaunching", "didBecomeActive"])
      try body(device)
      device.expectNothingMore(app)
    }
  }

  @Test(
    "Launch, Home and return send the book's messages in its order (L10-L12, L40, L60)",
    arguments: usableFreezers)
  func homeAndBack(_ freezer: FreezerPreference) async throws {
    try await Self.launched(freezer: freezer) { device in
      for _ in 0..<3 {
        try device.home()
        try device.expect(
          Self.app, hears: Heard.resignsActive + Heard.entersBackground,
          after: ["willResignActive", "didEnterBackground", "suspend"])
        try device.wait(until: Self.app, is: .suspended)
        try device.open(Self.app)
        try device.expect(
          Self.app, hears: Heard.entersForeground + Heard.becomesActive,
          after: ["resume", "willEnterForeground", "didBecomeActive"])
        try device.wait(until: Self.app, is: .active)
      }
    }
  }

  @Test("An app that is not yet suspended returns without a thaw (L60)")
  func backBeforeSuspension() async throws {
    try await Self.launched(["suspensionGrace": "30"]) { device in
      try device.home()
      try device.expect(
        Self.app, hears: Heard.resignsActive + Heard.entersBackground,
        after: ["willResignActive", "didEnterBackground"])
      try device.open(Self.app)
      try device.expect(
        Self.app, hears: Heard.entersForeground + Heard.becomesActive,
        after: ["willEnterForeground", "didBecomeActive"])
    }
  }

  @Test("The switcher makes an app inactive, and coming back makes it active (L50)")
  func switcher() async throws {
    try await Self.launched { device in
      try device.call(.switcher(.open))
      try device.expect(Self.app, hears: Heard.resignsActive, after: ["willResignActive"])
      #expect(try device.state(Self.app) == .inactive)
      try device.call(.switcher(.close))
      try device.expect(Self.app, hears: Heard.becomesActive, after: ["didBecomeActive"])
    }
  }

  @Test("Choosing another app in the switcher sends didEnterBackground alone (L51)")
  func anotherApp() async throws {
    try await Self.launched { device in
      let other: AppID = "com.example.other"
      try device.install(ProbeBundle(other))
      try device.call(.switcher(.open))
      try device.expect(Self.app, hears: Heard.resignsActive, after: ["willResignActive"])
      try device.open(other)
      try device.expect(
        Self.app, hears: Heard.entersBackground, after: ["didEnterBackground", "suspend"])
      try device.expect(
        other, hears: Heard.launch + Heard.becomesActive,
        after: ["launch", "didFinishLaunching", "didBecomeActive"])
    }
  }

  @Test("An alert makes an app inactive and never sends it to the background (L52)")
  func alert() async throws {
    try await Self.launched { device in
      try device.call(.alert(show: true))
      try device.expect(Self.app, hears: Heard.resignsActive, after: ["willResignActive"])
      try device.call(.alert(show: false))
      try device.expect(Self.app, hears: Heard.becomesActive, after: ["didBecomeActive"])
    }
  }

  @Test("A call that is declined makes an app inactive for a while (L54)")
  func declinedCall() async throws {
    try await Self.launched { device in
      try device.call(.call(.incoming))
      try device.expect(Self.app, hears: Heard.resignsActive, after: ["willResignActive"])
      try device.call(.call(.decline))
      try device.expect(Self.app, hears: Heard.becomesActive, after: ["didBecomeActive"])
    }
  }

  @Test("A call that is answered sends an app to the background until it ends (L54)")
  func answeredCall() async throws {
    try await Self.launched { device in
      try device.call(.call(.incoming))
      try device.expect(Self.app, hears: Heard.resignsActive, after: ["willResignActive"])
      try device.call(.call(.answer(covering: .phone)))
      try device.expect(
        Self.app, hears: Heard.entersBackground, after: ["didEnterBackground", "suspend"])
      try device.call(.call(.end))
      try device.expect(
        Self.app, hears: Heard.entersForeground + Heard.becomesActive,
        after: ["resume", "willEnterForeground", "didBecomeActive"])
    }
  }

  @Test("A call that lies over an app leaves it inactive until it ends (C21)")
  func callOverApp() async throws {
    try await Self.launched { device in
      try device.call(.call(.incoming))
      try device.expect(Self.app, hears: Heard.resignsActive, after: ["willResignActive"])
      try device.call(.call(.answer(covering: .overlay)))
      try device.call(.call(.end))
      try device.expect(Self.app, hears: Heard.becomesActive, after: ["didBecomeActive"])
    }
  }

  @Test("Locking sends an app to the background, unlocking brings it back (L56)")
  func lock() async throws {
    try await Self.launched { device in
      try device.call(.lock)
      try device.expect(
        Self.app, hears: Heard.resignsActive + Heard.entersBackground,
        after: ["willResignActive", "didEnterBackground", "suspend"])
      try device.call(.unlock)
      try device.expect(
        Self.app, hears: Heard.entersForeground + Heard.becomesActive,
        after: ["resume", "willEnterForeground", "didBecomeActive"])
    }
  }
}
