import ControlAPI
import Foundation
import Glibc
import Multitasking
import ProcessControl
import Testing

/// Apps that misbehave. Their device and their neighbours go on.
struct HostileAppTests {
  static let app: AppID = "com.example.hostile"
  static let neighbour: AppID = "com.example.neighbour"

  /// Runs a scenario with a neighbour that is there before and can be opened afterwards.
  static func withNeighbour(
    _ settings: [String: String] = [:], freezer: FreezerPreference = .auto,
    comparing isComparable: @escaping @Sendable (String) -> Bool = { _ in true },
    _ body: @Sendable @escaping (any DeviceDriver) throws -> Void
  ) async throws {
    try await scenario(.classic, settings, freezer: freezer, comparing: isComparable) { device in
      try device.install(ProbeBundle(neighbour))
      try device.bringUp(neighbour)
      try device.sendAway(neighbour)
      let pid = try device.pid(neighbour)
      try body(device)
      try device.bringUp(neighbour)
      #expect(try device.pid(neighbour) == pid)
    }
  }

  @Test("Garbage and huge frames on the link end an app", arguments: ["--garbage", "--huge-frame"])
  func brokenFrames(_ flag: String) async throws {
    // In real time its end comes before what it does next.
    try await Self.withNeighbour(comparing: { !$0.hasPrefix("notification ") }) { device in
      try device.install(ProbeBundle(Self.app))
      try device.launch(Self.app, flag)
      #expect(try device.waitForEnd(of: Self.app).reason == .linkViolation(.frameTooLarge))
    }
  }

  @Test("An app that never stops talking does not keep the device from anybody")
  func endlessFrames() async throws {
    // How far the app comes among all its own messages depends on the machine.
    try await Self.withNeighbour(comparing: { _ in false }) { device in
      try device.install(ProbeBundle(Self.app))
      try device.launch(Self.app, "--endless-frames")
      for _ in 0..<20 { #expect(try device.status().apps == 2) }
      try device.bringUp(Self.neighbour)
      _ = try? device.call(.switcher(.quit(app: Self.app)))
      try device.waitForEnd(of: Self.app)
    }
  }

  @Test("An app that closes its link and goes on running is ended")
  func closedLink() async throws {
    // In real time its end comes before what it does next, and it may find out by reading or writing.
    try await Self.withNeighbour(
      comparing: { !$0.hasPrefix("notification ") && !$0.hasPrefix("UIKit: ") }
    ) { device in
      let script: AppID = "com.example.script"
      try device.install(
        ProbeBundle(script, script: "exec 3<&- 3>&-; echo closed; exec sleep 3600"))
      try device.open(script)
      #expect(try device.waitForEnd(of: script).reason == .linkViolation(.closed))
      // UIKit ends an app that has lost its device, before the device has to.
      try device.install(ProbeBundle(Self.app))
      try device.launch(Self.app, "--close-link")
      #expect(try device.waitForEnd(of: Self.app).reason == .exitedByItself(code: 69))
    }
  }

  @Test("An app that ignores SIGTERM ends all the same")
  func ignoresSIGTERM() async throws {
    try await scenario(realOnly: "a signal from outside") { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app, "--ignore-sigterm")
      kill(try device.pid(Self.app), SIGTERM)
      try device.call(.terminate(app: Self.app))
      #expect(try device.waitForEnd(of: Self.app).reason == .terminatedByCommand)
    }
  }

  @Test(
    "A program that never reaches UIApplicationMain dies by the launch watchdog (T1)",
    arguments: usableFreezers)
  func neverLaunches(_ freezer: FreezerPreference) async throws {
    try await Self.withNeighbour(["launchWatchdog": "4"], freezer: freezer) { device in
      try device.install(ProbeBundle(Self.app, script: "exec /bin/sleep 3600"))
      try device.open(Self.app)
      let record = try device.waitForEnd(of: Self.app)
      #expect(record.reason == .watchdog(.launch, limit: .seconds(4)))
      #expect(record.code == .watchdog)
    }
  }

  @Test(
    "A program that can't be started is refused with a reason",
    arguments: ["missing", "not executable", "no interpreter", "no program"])
  func unstartable(_ kind: String) async throws {
    try await Self.withNeighbour { device in
      try device.install(ProbeBundle(Self.app, script: "exit 0"))
      let program = try device.info(Self.app).bundle + "/program"
      switch kind {
      case "missing": unlink(program)
      case "not executable": chmod(program, 0o644)
      case "no interpreter":
        try Data("#!/nonexistent/sh\n".utf8).write(to: URL(fileURLWithPath: program))
        chmod(program, 0o755)
      default:
        try Data(count: 4096).write(to: URL(fileURLWithPath: program))
        chmod(program, 0o755)
      }
      for _ in 0..<2 {
        let error = #expect(throws: ControlError.self) { try device.launch(Self.app) }
        #expect(error?.code == .launchFailed)
        #expect(error?.nextStep != nil)
        guard case .neverStarted = try device.info(Self.app).lastExit?.reason else {
          Issue.record("\(try device.info(Self.app))")
          return
        }
      }
    }
  }

  @Test("An app that prints without end fills neither journal nor disk")
  func printsEndlessly() async throws {
    try await Self.withNeighbour { device in
      let line = String(repeating: "y", count: 200)
      try device.install(
        ProbeBundle(Self.app, script: "exec yes \(line)"))
      try device.open(Self.app)
      try device.wait(for: "the note of it") { _ in
        device.notes.contains { $0.contains("prints too fast") }
      }
      try device.advance(.seconds(2))
      #expect(try device.status().apps == 2)
      try device.call(.terminate(app: Self.app))
      try device.waitForEnd(of: Self.app)
      let folder = (try device.info(Self.app).container as NSString).deletingLastPathComponent
      for name in ["console.log", "console.log.1"] {
        let size = try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.size]
        #expect((size as? Int) ?? 0 <= 2 * 1024 * 1024)
      }
    }
  }

  @Test("What an app prints may be anything")
  func printsBinary() async throws {
    try await Self.withNeighbour { device in
      let bytes = (0..<256).map { "\\0" + String($0, radix: 8) }.joined()
      let script =
        "for i in 1 2 3 4 5 6 7 8 9; do printf '%b' '\(bytes)\(bytes)'; done; echo; echo the end; "
      try device.install(ProbeBundle(Self.app, script: script + "exec sleep 3600"))
      try device.open(Self.app)
      try device.wait(untilPrinted: "the end", by: Self.app)
      try device.call(.terminate(app: Self.app))
      try device.waitForEnd(of: Self.app)
      try DaemonCrashTests.expectReadableJournal(device, goesOnAfter: 1)
    }
  }

  @Test("The log of an app with long lines can be asked for in any length")
  func longLines() async throws {
    try await Self.withNeighbour { device in
      // Characters that take six times their room in JSON.
      let line = String(repeating: "\\01", count: 8_000)
      try device.install(
        ProbeBundle(
          Self.app,
          script: """
            i=0; while [ $i -lt 375 ]; do printf '%b\\n' '\(line)'; i=$((i+1)); done
            echo the end; exec sleep 3600
            """
        ))
      try device.open(Self.app)
      try device.wait(for: "all lines") { _ in device.printed(by: Self.app).count > 150 }
      var count = 0
      try device.stream(.log(count: 10_000, app: nil, follow: false)) {
        if case .entries(let entries) = $0 { count += entries.count }
      }
      // The journal remembers at least its latest 4 MiB: more than one answer holds.
      #expect(count > 80)
      try device.call(.terminate(app: Self.app))
      try device.waitForEnd(of: Self.app)
    }
  }
}
