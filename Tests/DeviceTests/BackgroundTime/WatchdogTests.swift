import ControlAPI
import Glibc
import Multitasking
import Testing

/// Apps that do not come back from a delegate method, or whose main thread is blocked.
struct WatchdogTests {
  static let app: AppID = "com.example.hangs"

  /// Short, except for what does not hang in a test: a busy machine must not look like a hang.
  static func budgets(_ watchdog: Watchdog) -> [String: String] {
    var settings = [
      "launchWatchdog": "30", "sceneUpdateWatchdog": "20", "enterBackgroundBudget": "20",
      "terminateBudget": "20",
    ]
    switch watchdog {
    case .launch: settings["launchWatchdog"] = "2"
    case .sceneUpdate: settings["sceneUpdateWatchdog"] = "3"
    case .enterBackground: settings["enterBackgroundBudget"] = "3"
    case .terminate: settings["terminateBudget"] = "3"
    case .expirationHandlers: break
    }
    return settings
  }

  static func limit(_ watchdog: Watchdog) -> Duration {
    watchdog == .launch ? .seconds(2) : .seconds(3)
  }

  @Test(
    "An app that hangs in a method of its delegate dies by the watchdog of that method (T1-T5)",
    arguments: [
      ("willFinishLaunching", Watchdog.launch), ("didFinishLaunching", .launch),
      ("applicationDidBecomeActive", .sceneUpdate), ("applicationWillResignActive", .sceneUpdate),
      ("applicationDidEnterBackground", .enterBackground),
      ("applicationWillEnterForeground", .sceneUpdate), ("applicationWillTerminate", .terminate),
    ])
  func classic(_ method: String, _ watchdog: Watchdog) async throws {
    try await scenario(.classic, Self.budgets(watchdog)) { device in
      try device.install(ProbeBundle(Self.app))
      try Self.drive(device, to: method)
      let record = try device.waitForEnd(of: Self.app)
      #expect(record.reason == .watchdog(watchdog, limit: Self.limit(watchdog)))
      #expect(record.code == .watchdog)
      #expect(device.printed(by: Self.app).last?.hasPrefix("delegate \(method)") == true)
    }
  }

  @Test(
    "An app with scenes that hangs dies by the watchdog of the method (T1-T5)",
    arguments: [
      ("didFinishLaunching", Watchdog.launch), ("sceneWillConnect", .sceneUpdate),
      ("sceneWillEnterForeground", .sceneUpdate), ("sceneDidBecomeActive", .sceneUpdate),
      ("sceneWillResignActive", .sceneUpdate), ("sceneDidEnterBackground", .enterBackground),
      ("applicationWillTerminate", .terminate),
    ])
  func modern(_ method: String, _ watchdog: Watchdog) async throws {
    try await scenario(.modern, Self.budgets(watchdog)) { device in
      try device.install(ProbeBundle(Self.app, scenes: .single))
      try Self.drive(device, to: method)
      let record = try device.waitForEnd(of: Self.app)
      #expect(record.reason == .watchdog(watchdog, limit: Self.limit(watchdog)))
      #expect(record.code == .watchdog)
    }
  }

  /// Opens, leaves, comes back, and ends an app, until it is in the method in which it hangs.
  private static func drive(_ device: any DeviceDriver, to method: String) throws {
    let reached = "delegate \(method) "
    try device.launch(app, "--hang", method)
    let active = "notification UIApplicationDidBecomeActiveNotification"
    func isThere() -> Bool { device.printed(by: app).contains { $0.hasPrefix(reached) } }
    try device.wait(for: "the app to start") { _ in
      isThere() || device.printed(by: app).contains { $0.hasPrefix(active) }
    }
    if isThere() { return }
    if method == "applicationWillTerminate" {
      try device.call(.terminate(app: app))
    } else {
      try device.home()
      try device.wait(for: "the app to leave") { _ in
        isThere()
          || device.printed(by: app).contains {
            $0.hasPrefix("notification UIApplicationDidEnterBackgroundNotification")
          }
      }
      if !isThere() { try device.open(app) }
    }
    try device.wait(untilPrinted: reached, by: app)
  }

  @Test("In classic an app with a blocked main thread does not hear, and is suspended (C19, T7)")
  func blockedClassic() async throws {
    try await scenario(
      realOnly: "a signal that stops the process", .classic, ["enterBackgroundBudget": "2"]
    ) { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app)
      let pid = try device.pid(Self.app)
      // As good as a main thread that waits for something: nothing of the app moves.
      #expect(kill(pid, SIGSTOP) == 0)
      try device.home()
      try device.wait(until: Self.app, is: .suspended)
      #expect(device.reasons(of: "suspend", for: Self.app) == [.lifeCycleMessageNotTaken])
      #expect(kill(pid, SIGCONT) == 0)
      try device.open(Self.app)
      // It hears all of it, late and in order.
      try device.expect(
        Self.app,
        hears: ClassicMessages.resignsActive + ClassicMessages.entersBackground
          + ClassicMessages.entersForeground + ClassicMessages.becomesActive,
        after: [
          "willResignActive", "didEnterBackground", "suspend", "resume", "willEnterForeground",
          "didBecomeActive",
        ])
      #expect(try device.pid(Self.app) == pid)
    }
  }

  @Test("In modern an app with a blocked main thread is ended (C19, T2)")
  func blockedModern() async throws {
    try await scenario(
      realOnly: "a signal that stops the process", .modern, ["sceneUpdateWatchdog": "2"]
    ) { device in
      try device.install(ProbeBundle(Self.app, scenes: .single))
      try device.bringUp(Self.app)
      #expect(kill(try device.pid(Self.app), SIGSTOP) == 0)
      try device.home()
      let record = try device.waitForEnd(of: Self.app)
      #expect(record.reason == .watchdog(.sceneUpdate, limit: .seconds(2)))
    }
  }
}
