import ControlAPI
import Multitasking
import ProcessControl
import Testing

/// What an app hears at its end, and what its next launch is told.
struct EndMessageTests {
  typealias Heard = ClassicMessages
  static let app: AppID = "com.example.ends"

  static func active(
    _ settings: [String: String] = [:],
    _ body: @Sendable @escaping (any DeviceDriver) throws -> Void
  ) async throws {
    try await scenario(.classic, settings) { device in
      try device.install(ProbeBundle(app))
      try device.bringUp(app)
      try body(device)
    }
  }

  @Test("An app that runs in the background hears willTerminate (L71)")
  func terminatedInBackground() async throws {
    try await Self.active(["suspensionGrace": "30"]) { device in
      try device.home()
      try device.expect(
        Self.app, hears: Heard.resignsActive + Heard.entersBackground,
        after: ["willResignActive", "didEnterBackground"])
      try device.call(.terminate(app: Self.app))
      try device.expect(Self.app, hears: Heard.terminates, after: ["willTerminate", "exit"])
      let record = try device.waitForEnd(of: Self.app)
      #expect(record.reason == .terminatedByCommand)
      #expect(record.from == .background)
      device.expectNothingMore(Self.app)
    }
  }

  @Test("A suspended app hears nothing of its end (L70, L72)", arguments: usableFreezers)
  func endedWhileSuspended(_ freezer: FreezerPreference) async throws {
    try await scenario(freezer: freezer) { device in
      try device.install(ProbeBundle(Self.app))
      for (command, reason) in [
        (ControlCommand.terminate(app: Self.app), ExitReason.terminatedByCommand),
        (.switcher(.quit(app: Self.app)), .forceQuit),
      ] {
        try device.bringUp(Self.app)
        try device.sendAway(Self.app)
        let heard = device.printed(by: Self.app).count
        try device.call(command)
        let record = try device.waitForEnd(of: Self.app)
        #expect(record.reason == reason)
        #expect(record.from == .suspended)
        #expect(device.printed(by: Self.app).count == heard)
      }
    }
  }

  @Test("A force quit keeps an app from being launched in the background until it is opened (L74)")
  func forceQuit() async throws {
    try await Self.active { device in
      try device.call(.switcher(.quit(app: Self.app)))
      #expect(try device.waitForEnd(of: Self.app).reason == .forceQuit)
      let refusal = #expect(throws: ControlError.self) {
        try device.launch(Self.app, inBackground: true)
      }
      #expect(refusal?.code == .refused)
      #expect(try device.info(Self.app).isForceQuit)
      try device.open(Self.app)
      try device.wait(until: Self.app, is: .active)
      #expect(try !device.info(Self.app).isForceQuit)
    }
  }

  @Test("A shutdown sends no message to anybody (L75)")
  func shutdown() async throws {
    try await scenario { device in
      let apps: [AppID] = ["com.example.a", "com.example.b"]
      for app in apps {
        try device.install(ProbeBundle(app))
        try device.bringUp(app)
      }
      try device.wait(until: apps[0], is: .suspended)
      let heard = apps.map { device.printed(by: $0) }
      try device.shutDown()
      // The journal on disk has what came after the last look.
      try device.boot()
      try device.wait(for: "the journal of the boot before") { $0.contains { $0.isShutDown } }
      #expect(apps.map { device.printed(by: $0) } == heard)
      for app in apps { #expect(try device.info(app).lastExit?.reason == .shutDown) }
    }
  }

  @Test("The next launch is told why the last process ended")
  func lastExit() async throws {
    try await scenario { device in
      let app: AppID = "com.example.script"
      try device.install(
        ProbeBundle(app, script: "echo \"last: ${GREENROOM_LAST_EXIT-none}\"; exit 7"))
      try device.open(app)
      try device.wait(untilPrinted: "last: none", by: app)
      #expect(try device.waitForEnd(of: app).reason == .exitedByItself(code: 7))
      try device.open(app)
      try device.wait(untilPrinted: "last: exited by itself with code 7", by: app)
    }
  }
}

extension JournalEntry {
  fileprivate var isShutDown: Bool {
    if case .event(.shutDown, _) = content { true } else { false }
  }
}
