import ControlAPI
import Multitasking
import Testing

/// Devices without multitasking, and apps that want none.
struct OptOutTests {
  typealias Heard = ClassicMessages
  static let app: AppID = "com.example.optout"

  @Test("On a device without multitasking Home ends an app, which needs no wake (O2)")
  func noMultitasking() async throws {
    try await scenario(isMultitaskingSupported: false) { device in
      try device.install(ProbeBundle(Self.app))
      try device.open(Self.app)
      try device.expect(
        Self.app, hears: Heard.launch + Heard.becomesActive,
        after: ["launch", "didFinishLaunching", "didBecomeActive"])
      try device.home()
      #expect(
        try device.nextDeeds(to: Self.app, 3) == ["willResignActive", "willTerminate", "exit"])
      let lines = try device.nextLines(of: Self.app, 4)
      #expect(lines.prefix(2) == Heard.resignsActive[...])
      #expect(lines.last?.contains("UIApplicationWillTerminateNotification") == true)
      #expect(try device.waitForEnd(of: Self.app).reason == .noMultitasking)
      device.expectNothingMore(Self.app)
      let refusal = #expect(throws: ControlError.self) {
        try device.launch(Self.app, inBackground: true)
      }
      #expect(refusal?.code == .refused)
    }
  }

  @Test(
    "UIApplicationExitsOnSuspend ends an app at Home, each setting with its messages (O3, O4, C7)",
    arguments: [
      ("book", ["didEnterBackground", "willTerminate"]),
      ("apple", ["willResignActive", "willTerminate"]),
      ("superset", ["willResignActive", "didEnterBackground", "willTerminate"]),
    ])
  func optOut(_ setting: String, _ messages: [String]) async throws {
    try await scenario(.classic, ["optOut": setting]) { device in
      try device.install(ProbeBundle(Self.app, exitsOnSuspend: true))
      try device.open(Self.app)
      try device.expect(
        Self.app, hears: Heard.launch + Heard.becomesActive,
        after: ["launch", "didFinishLaunching", "didBecomeActive"])
      try device.home()
      #expect(try device.nextDeeds(to: Self.app, messages.count + 1) == messages + ["exit"])
      let record = try device.waitForEnd(of: Self.app)
      #expect(record.reason == .exitsOnSuspend)
      let heard = device.printed(by: Self.app).filter { $0.hasPrefix("delegate application") }
        .map { $0.split(separator: " ")[1] }
      #expect(
        heard == ["applicationDidBecomeActive"]
          + messages.map {
            "application" + $0.prefix(1).uppercased() + $0.dropFirst()
          })
    }
  }

  @Test("An app that opted out is launched afresh when it is opened again (O8)")
  func afterOptOut() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app, exitsOnSuspend: true))
      for _ in 0..<2 {
        try device.open(Self.app)
        try device.wait(until: Self.app, is: .active)
        try device.home()
        try device.waitForEnd(of: Self.app)
      }
      #expect(device.done(to: Self.app).count { $0 == "launch" } == 2)
    }
  }

  @Test("An app that opted out goes on while the screen is locked over it (O7)")
  func lockedOver() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app, exitsOnSuspend: true))
      try device.bringUp(Self.app)
      try device.call(.lock)
      try device.expect(Self.app, hears: Heard.resignsActive, after: ["willResignActive"])
      try device.call(.unlock)
      try device.expect(Self.app, hears: Heard.becomesActive, after: ["didBecomeActive"])
    }
  }

  @Test("The modern profile ignores UIApplicationExitsOnSuspend (O6)")
  func ignored() async throws {
    try await scenario(.modern) { device in
      try device.install(ProbeBundle(Self.app, scenes: .single, exitsOnSuspend: true))
      try device.open(Self.app)
      try device.wait(until: Self.app, is: .active)
      try device.home()
      try device.wait(until: Self.app, is: .suspended)
    }
  }
}
