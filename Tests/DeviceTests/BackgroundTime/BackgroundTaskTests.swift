import ControlAPI
import Multitasking
import Testing

/// Time that apps borrow in the background. The allowance is 5 s and the lead 3 s here: handlers
/// are called 2 s after the app has left.
@Suite("Background tasks")
struct BackgroundTaskTests {
  static let app: AppID = "com.example.tasks"

  /// An app that has left with a task open.
  static func left(
    _ profile: Profile.Name, _ arguments: [String], _ settings: [String: String] = [:],
    _ body: @Sendable @escaping (any DeviceDriver) throws -> Void
  ) async throws {
    try await scenario(profile, settings) { device in
      try device.install(ProbeBundle(app, scenes: profile == .modern ? .single : .none))
      try device.call(.launch(ControlCommand.Launch(app: app, arguments: arguments)))
      try device.wait(
        untilPrinted: "notification UIApplicationDidBecomeActiveNotification", by: app)
      try device.home()
      try body(device)
    }
  }

  @Test(
    "Handlers are called at the lead; an app that ends its task is suspended (T21, T24)",
    arguments: Profile.Name.allCases)
  func expiry(_ profile: Profile.Name) async throws {
    try await Self.left(profile, ["--begin-task", "upload"]) { device in
      try device.wait(until: Self.app, is: .suspended)
      let lines = device.printed(by: Self.app).filter { $0.hasPrefix("task") }
      #expect(
        lines == [
          "task begun upload valid=true counting=true", "task expired upload", "task ended upload",
        ])
      let left = try #require(device.time(of: "didEnterBackground", for: Self.app))
      let asked = try #require(device.time(of: "expirationHandler", for: Self.app))
      #expect((2.0...3.5).contains(left.seconds(to: asked)))
      #expect(try device.info(Self.app).why.contains("upload"))
    }
  }

  @Test(
    "A task that is left open is fatal, with the code of the profile (T23)",
    arguments: [(Profile.Name.classic, TerminationCode.watchdog), (.modern, .taskTimeout)])
  func leftOpen(_ profile: Profile.Name, _ code: TerminationCode) async throws {
    try await Self.left(profile, ["--begin-task", "upload", "--forget-task"]) { device in
      let record = try device.waitForEnd(of: Self.app)
      #expect(record.reason == .backgroundTaskLeftOpen(["upload"]))
      #expect(record.code == code)
      #expect(record.from == .background)
      #expect(device.printed(by: Self.app).contains("task expired upload"))
      let left = try #require(device.time(of: "didEnterBackground", for: Self.app))
      #expect((5.0...6.5).contains(left.seconds(to: record.at)))
    }
  }

  @Test(
    "A task that ends in time lets its app be suspended before the allowance is over (T24)",
    arguments: Profile.Name.allCases)
  func endedInTime(_ profile: Profile.Name) async throws {
    try await Self.left(
      profile, ["--begin-task", "save", "--end-task-after", "0.5"],
      ["backgroundTaskAllowance": "30"]
    ) { device in
      try device.wait(until: Self.app, is: .suspended)
      #expect(!device.printed(by: Self.app).contains("task expired save"))
      let left = try #require(device.time(of: "didEnterBackground", for: Self.app))
      let frozen = try #require(device.time(of: "suspend", for: Self.app))
      #expect((0.5...10).contains(left.seconds(to: frozen)))
      #expect(
        device.reasons(of: "suspend", for: Self.app) == [.lastBackgroundTaskEnded("save")])
    }
  }

  @Test("A task that begins after a launch into the background draws from the allowance (T18)")
  func begunInBackground() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      try device.launch(Self.app, "--begin-task", "sync", inBackground: true)
      try device.wait(until: Self.app, is: .suspended)
      let lines = device.printed(by: Self.app).filter { $0.hasPrefix("task") }
      #expect(
        lines == [
          "task begun sync valid=true counting=true", "task expired sync", "task ended sync",
        ])
    }
  }

  @Test(
    "Back in front in time, tasks are dormant; the next time away has a clock of its own (T28)",
    arguments: Profile.Name.allCases)
  func backInTime(_ profile: Profile.Name) async throws {
    try await Self.left(
      profile, ["--begin-task", "upload", "--forget-task"]
    ) { device in
      try device.wait(untilPrinted: "task begun upload", by: Self.app)
      try device.bringUp(Self.app)
      // Longer than the allowance.
      try device.advance(.seconds(6))
      #expect(try device.state(Self.app) == .active)
      #expect(!device.printed(by: Self.app).contains("task expired upload"))
      try device.home()
      let record = try device.waitForEnd(of: Self.app)
      #expect(record.reason == .backgroundTaskLeftOpen(["upload", "upload"]))
      let left = try #require(device.time(of: "didEnterBackground", for: Self.app, last: true))
      #expect((5.0...6.5).contains(left.seconds(to: record.at)))
    }
  }

  @Test("Too many open tasks are fatal (T27)")
  func tooMany() async throws {
    try await Self.left(
      .modern, ["--begin-task", "leak"], ["backgroundTasksMax": "1"]
    ) { device in
      try device.wait(untilPrinted: "task begun leak", by: Self.app)
      try device.bringUp(Self.app)
      try device.home()
      let record = try device.waitForEnd(of: Self.app)
      #expect(record.reason == .tooManyBackgroundTasks(2))
      #expect(record.code == .tooManyTasks)
    }
  }

  @Test(
    "An expiration handler that takes too long is fatal (T22)",
    arguments: Profile.Name.allCases)
  func slowHandler(_ profile: Profile.Name) async throws {
    try await Self.left(
      profile, ["--begin-task", "slow", "--slow-expiration", "30"]
    ) { device in
      let record = try device.waitForEnd(of: Self.app)
      #expect(record.reason == .watchdog(.expirationHandlers, limit: .seconds(2)))
      #expect(record.code == .watchdog)
    }
  }

  @Test("Low Power Mode shortens the allowance (T16)")
  func lowPower() async throws {
    try await scenario(
      .classic, ["backgroundTaskAllowance": "10", "lowPowerAllowancePercent": "50"]
    ) { device in
      try device.install(ProbeBundle(Self.app))
      try device.call(.environment([.lowPowerMode(true)]))
      try device.bringUp(Self.app, "--begin-task", "x")
      try device.home()
      try device.wait(untilPrinted: "task expired x", by: Self.app)
      let left = try #require(device.time(of: "didEnterBackground", for: Self.app))
      let asked = try #require(device.time(of: "expirationHandler", for: Self.app))
      #expect((2.0...3.5).contains(left.seconds(to: asked)))
    }
  }
}
