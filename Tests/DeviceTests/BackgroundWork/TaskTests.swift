import ControlAPI
import Multitasking
import Testing

/// Scheduled tasks, from their submission to their end, with real processes.
@Suite("Scheduled tasks on a device")
struct TaskTests {
  static let app: AppID = "com.example.tasked"
  static let refresh = "com.example.tasked.refresh"
  static let clean = "com.example.tasked.clean"

  private static let bundle = ProbeBundle(
    app, scenes: .single, backgroundModes: ["fetch", "processing"],
    permittedTasks: [refresh, clean])

  @Test("A submitted task waits, is launched by command, and completes (F22, F23, F30)")
  func launched() async throws {
    // The answer comes on a thread of its own (F29).
    try await scenario(.modern, comparing: { !$0.hasPrefix("pending") }) { device in
      try device.install(Self.bundle)
      try device.bringUp(
        Self.app, "--register", Self.refresh, "--submit", "refresh:\(Self.refresh)", "--pending")
      try device.wait(untilPrinted: "pending \(Self.refresh)", by: Self.app)
      #expect(device.printed(by: Self.app).contains("submitted \(Self.refresh)"))
      device.skip(Self.app)
      try device.sendAway(Self.app)
      try device.call(.work(.launchTask(identifier: Self.refresh, app: nil)))
      try device.expect(
        Self.app,
        hears: [
          "task \(Self.refresh) begins as BGAppRefreshTask", "task \(Self.refresh) completed",
        ], after: ["resume", "runInBackground", "launchHandler(\(Self.refresh))", "suspend"])
      #expect(try device.waitForOutcome(of: Self.app) == .completed(isSuccess: true))
      #expect(try device.work(of: Self.app).outlook.allSatisfy { $0.identifier == nil })
    }
  }

  @Test("Refusals reach the app with the documented codes (F22)")
  func refused() async throws {
    try await scenario(.modern) { device in
      try device.install(
        ProbeBundle(Self.app, scenes: .single, permittedTasks: [Self.refresh, Self.clean]))
      try device.bringUp(
        Self.app, "--register", "com.example.unknown", "--submit",
        "refresh:\(Self.refresh),processing:\(Self.clean),refresh:com.example.unknown")
      #expect(
        device.printed(by: Self.app).filter { $0.contains("refused") } == [
          "registration of com.example.unknown refused", "submission of \(Self.refresh) refused: 3",
          "submission of \(Self.clean) refused: 3",
          "submission of com.example.unknown refused: 3",
        ])
    }
  }

  @Test(
    "A processing task begins when nobody uses the device, and expires when somebody does (F25)")
  func processing() async throws {
    try await scenario(.modern, ["idleAfter": "2"]) { device in
      try device.install(Self.bundle)
      try device.bringUp(
        Self.app, "--register", Self.clean, "--submit", "processing:\(Self.clean)", "--complete",
        "unheard")
      try device.sendAway(Self.app)
      #expect(
        try device.work(of: Self.app).outlook.first { $0.identifier == Self.clean }?.holds
          == [.inUse])
      try device.call(.lock)
      try device.wait(untilPrinted: "task \(Self.clean) begins as BGProcessingTask", by: Self.app)
      try device.call(.unlock)
      // Without a handler the task is completed for it (F27).
      #expect(try device.waitForOutcome(of: Self.app) == .completed(isSuccess: false))
      try device.wait(until: Self.app, is: .suspended)
    }
  }

  @Test("A task that is not completed after its expiration costs the process (F27, F28)")
  func notCompleted() async throws {
    try await scenario(.modern, ["fetchBudget": "6", "taskExpirationLead": "3"]) { device in
      try device.install(Self.bundle)
      try device.bringUp(
        Self.app, "--register", Self.refresh, "--submit", "refresh:\(Self.refresh)", "--complete",
        "never")
      try device.sendAway(Self.app)
      try device.call(.work(.launchTask(identifier: Self.refresh, app: Self.app)))
      let record = try device.waitForEnd(of: Self.app)
      #expect(record.reason == .taskNotCompleted(Self.refresh))
      #expect(record.code == .taskTimeout)
      #expect(device.printed(by: Self.app).contains("task \(Self.refresh) expires"))
    }
  }

  @Test("A launch for a task that no handler is registered for ends the app, as on iOS (F20)")
  func noHandler() async throws {
    try await scenario(.modern) { device in
      try device.install(Self.bundle)
      try device.bringUp(Self.app, "--submit", "refresh:\(Self.refresh)")
      try device.sendAway(Self.app)
      #expect(try device.work(of: Self.app).outlook.last?.hasHandler == false)
      try device.call(.work(.launchTask(identifier: Self.refresh, app: nil)))
      let record = try device.waitForEnd(of: Self.app)
      guard case .crashed = record.reason else {
        Issue.record("it ended because \(record.reason)")
        return
      }
      try device.wait(for: "the trap's words") { _ in
        device.printed(by: Self.app).contains {
          $0.contains("No launch handler registered for task with identifier \(Self.refresh)")
        }
      }
    }
  }

  @Test("Requests outlive the app's process, a shutdown, and the daemon's death (F33)")
  func persistence() async throws {
    try await scenario(realOnly: "the daemon is killed", .modern, ["idleAfter": "1"]) { device in
      try device.install(Self.bundle)
      try device.bringUp(
        Self.app, "--register", Self.clean, "--submit",
        "processing:\(Self.clean):3600,refresh:\(Self.refresh):3600", "--fetch-interval", "minimum")
      let before = try device.work(of: Self.app).outlook.compactMap(\.request)
      #expect(before.map(\.identifier) == [Self.clean, Self.refresh])
      try device.killDaemon()
      try device.boot()
      #expect(try device.work(of: Self.app).outlook.compactMap(\.request) == before)
      try device.shutDown()
      try device.boot()
      #expect(try device.work(of: Self.app).outlook.compactMap(\.request) == before)
    }
  }

  @Test("What can't be read in the database is said and forgotten, and the rest is unharmed")
  func corruptStore() async throws {
    try await scenario(realOnly: "the database is damaged", .modern) { device in
      try device.install(Self.bundle)
      try device.bringUp(Self.app, "--submit", "refresh:\(Self.refresh):3600")
      try device.shutDown()
      try device.damage(
        "UPDATE app SET background = '{', habits = X'00'; UPDATE setting SET value = '[' WHERE key = 'learned'"
      )
      try device.boot()
      #expect(try device.work(of: Self.app).outlook.compactMap(\.request) == [])
      let notes = device.entries.compactMap { entry -> String? in
        guard case .note(let text) = entry.content else { return nil }
        return text
      }
      #expect(notes.contains { $0.contains("what \(Self.app) waited for can't be read") })
      #expect(notes.contains { $0.contains("what the device has learned can't be read") })
      try device.bringUp(Self.app)
    }
  }
}
