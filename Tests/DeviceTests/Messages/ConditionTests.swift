import ControlAPI
import Multitasking
import ProcessControl
import Testing

/// Memory warnings, and changes that wait for an app that is suspended.
struct ConditionTests {
  static let app: AppID = "com.example.conditions"

  @Test("A memory warning reaches delegate, view controller and observers (L80)")
  func memoryWarning() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app)
      try device.call(.memoryWarning(critical: false))
      try device.expect(
        Self.app,
        hears: [
          "delegate applicationDidReceiveMemoryWarning state=active",
          "view didReceiveMemoryWarning",
          "notification UIApplicationDidReceiveMemoryWarningNotification state=active",
        ], after: ["didReceiveMemoryWarning"])
    }
  }

  @Test(
    "Changes come once each, net, at the thaw and before anything else (L90, L91)",
    arguments: usableFreezers)
  func coalesced(_ freezer: FreezerPreference) async throws {
    try await scenario(freezer: freezer) { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app)
      try device.sendAway(Self.app)
      for percent in [50, 40, 30] {
        try device.call(
          .environment([
            .battery(percent: percent), .locale("de_DE"), .significantTimeChange, .settings,
            .lowPowerMode(true),
          ]))
      }
      // Changed and changed back: no change.
      try device.call(.environment([.orientation(.landscapeLeft), .orientation(.portrait)]))
      try device.open(Self.app)
      try device.expect(
        Self.app,
        hears: [
          "notification NSUserDefaultsDidChangeNotification state=background",
          "notification kCFLocaleCurrentLocaleDidChangeNotification state=background",
          "notification NSProcessInfoPowerStateDidChangeNotification state=background",
          // L42: here the notification comes first.
          "notification UIApplicationSignificantTimeChangeNotification state=background",
          "delegate applicationSignificantTimeChange state=background",
          // Low Power Mode switches it off (F10).
          "notification UIApplicationBackgroundRefreshStatusDidChangeNotification state=background",
        ] + ClassicMessages.entersForeground + ClassicMessages.becomesActive,
        after: [
          "resume",
          "changed(userDefaults,locale,batteryLevel,powerState,significantTimeChange,"
            + "backgroundRefresh)",
          "willEnterForeground", "didBecomeActive",
        ])
      device.expectNothingMore(Self.app)
    }
  }

  @Test("Whoever asks an app for its views, or installs another, does not disturb it")
  func questions() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app)
      guard case .views(let tree) = try device.call(.describeViews(app: Self.app)) else { return }
      #expect(tree.subviews.contains { $0.type == "UIWindow" } || tree.type == "UIWindow")
      try device.install(ProbeBundle("com.example.another", schemes: ["another"]))
      try device.call(.environment([.locale("fr_FR")]))
      try device.wait(
        untilPrinted: "notification kCFLocaleCurrentLocaleDidChangeNotification", by: Self.app)
      #expect(try device.state(Self.app) == .active)
      try device.sendAway(Self.app)
      let refusal = #expect(throws: ControlError.self) {
        try device.call(.describeViews(app: Self.app))
      }
      #expect(refusal?.code == .refused)
    }
  }

  @Test("An app that runs hears of a change at once")
  func atOnce() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app)
      try device.call(.environment([.locale("fr_FR")]))
      try device.expect(
        Self.app,
        hears: ["notification kCFLocaleCurrentLocaleDidChangeNotification state=active"],
        after: ["changed(locale)"])
    }
  }
}
