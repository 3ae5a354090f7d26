import ControlAPI
import Glibc
import Multitasking
import ProcessControl
import Testing

/// Apps that end when nobody asked them to: the reason is known, the device goes on.
struct UnexpectedEndTests {
  static let app: AppID = "com.example.ends"

  @Test(
    "An app killed from outside at any moment is gone with that reason, and starts again",
    arguments: Moment.allCases, usableFreezers)
  func killed(_ moment: Moment, _ freezer: FreezerPreference) async throws {
    try await scenario(
      .classic, ["backgroundTaskAllowance": "60", "terminateBudget": "60"], freezer: freezer
    ) { device in
      try device.install(ProbeBundle(Self.app))
      try moment.reach(Self.app, on: device)
      try device.call(.kill(app: Self.app))
      let record = try device.waitForEnd(of: Self.app)
      #expect(
        record.reason
          == (moment == .terminating
            ? .terminatedByCommand : .killedFromOutside(signal: SIGKILL)))
      #expect(record.from == moment.state)
      if moment == .inactive { try device.call(.alert(show: false)) }
      try device.bringUp(Self.app)
      #expect(try device.state(Self.app) == .active)
    }
  }

  static let methods: [(String, AppState.Name)] = [
    ("willFinishLaunching", .inactive), ("applicationDidBecomeActive", .active),
    ("applicationWillResignActive", .inactive), ("applicationDidEnterBackground", .background),
  ]

  @Test("An app that exits in a delegate method has its code recorded", arguments: methods)
  func exits(_ method: String, _ state: AppState.Name) async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      let record = try Self.end(device, "--exit", method)
      #expect(record.reason == .exitedByItself(code: 3))
      try device.bringUp(Self.app)
    }
  }

  @Test("An app that crashes in a delegate method has its signal recorded", arguments: methods)
  func crashes(_ method: String, _ state: AppState.Name) async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      let record = try Self.end(device, "--crash", method)
      guard case .crashed(let signal) = record.reason else {
        Issue.record("\(record.reason)")
        return
      }
      #expect([SIGILL, SIGTRAP, SIGABRT].contains(signal))
      try device.bringUp(Self.app)
    }
  }

  @Test("Who launches an app that is just ending gets its next process, with the arguments given")
  func launchWhileEnding() async throws {
    try await scenario(.classic, ["terminateBudget": "3"], comparing: { !$0.hasPrefix("tick ") }) {
      device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app, "--hang", "applicationWillTerminate")
      let old = try device.pid(Self.app)
      try device.call(.terminate(app: Self.app))
      try device.wait(untilPrinted: "delegate applicationWillTerminate", by: Self.app)
      let new = try device.launch(Self.app, "--tick", "0.2")
      #expect(new != old)
      #expect(try device.pid(Self.app) == new)
      try device.wait(untilPrinted: "tick timer", by: Self.app)
      #expect(
        try device.info(Self.app).lastExit?.reason == .watchdog(.terminate, limit: .seconds(3)))
    }
  }

  @Test("A crash while an app is asked to end is a crash, an exit is what was asked for")
  func whileTerminating() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      for (flag, isCrash) in [("--exit", false), ("--crash", true)] {
        try device.bringUp(Self.app, flag, "applicationWillTerminate")
        try device.call(.terminate(app: Self.app))
        let reason = try device.waitForEnd(of: Self.app).reason
        if case .crashed = reason {
          #expect(isCrash)
        } else {
          #expect(reason == .terminatedByCommand)
        }
      }
    }
  }

  private static func end(
    _ device: any DeviceDriver, _ flag: String, _ method: String
  ) throws -> ExitRecord {
    try device.launch(app, flag, method)
    let active = ClassicMessages.becomesActive[1]
    try device.wait(for: "the app to end or be active") { _ in
      try device.info(app).process == nil || device.printed(by: app).contains(active)
    }
    if try device.info(app).process != nil, method != "applicationDidBecomeActive" {
      try device.home()
    }
    return try device.waitForEnd(of: app)
  }

  @Test(
    "Processes that an app started end with it",
    arguments: usableFreezers)
  func children(_ freezer: FreezerPreference) async throws {
    try await scenario(freezer: freezer) { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app, "--fork-children", "3")
      #expect(Leftovers.processes(of: device.paths.folder).count == 4)
      try device.call(.terminate(app: Self.app))
      try device.waitForEnd(of: Self.app)
      #expect(Leftovers.processes(of: device.paths.folder) == [])
    }
  }

  @Test(
    "Processes that an app's children started end with it, in whatever session they are",
    arguments: usableFreezers)
  func grandchildren(_ freezer: FreezerPreference) async throws {
    try await scenario(freezer: freezer) { device in
      let script: AppID = "com.example.sessions"
      try device.install(
        ProbeBundle(
          script,
          script: "setsid sleep 3600 & (setsid sleep 3600 &) ; nohup sleep 3600 & echo up; wait"))
      try device.open(script)
      try device.wait(untilPrinted: "up", by: script)
      try device.wait(for: "the children") { _ in
        Leftovers.processes(of: device.paths.folder).count >= 4
      }
      try device.call(.terminate(app: script))
      try device.waitForEnd(of: script)
      #expect(Leftovers.processes(of: device.paths.folder) == [])
    }
  }
}
