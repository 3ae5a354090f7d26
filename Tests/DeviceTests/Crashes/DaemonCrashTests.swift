import ControlAPI
import Foundation
import Glibc
import Multitasking
import ProcessControl
import Testing

/// The daemon dies at some moment, and the next boot finds what it left.
struct DaemonCrashTests {
  static let app: AppID = "com.example.survivor"

  @Test(
    "Whatever an app did when the daemon died, the next boot ends it, says why, and goes on",
    arguments: Moment.allCases.filter { $0 != .inactive }, usableFreezers)
  func killed(_ moment: Moment, _ freezer: FreezerPreference) async throws {
    try await scenario(
      realOnly: "the daemon is killed", .classic,
      ["backgroundTaskAllowance": "60", "terminateBudget": "60"], freezer: freezer
    ) { device in
      try device.install(ProbeBundle(Self.app))
      try device.install(ProbeBundle("com.example.idle"))
      let before = try device.info(Self.app)
      let file = before.container + "/Documents/kept.txt"
      try Data("kept".utf8).write(to: URL(fileURLWithPath: file))
      switch moment {
      case .background, .suspended:
        try moment.reach(Self.app, on: device, "--fork-children", "2")
      default: try moment.reach(Self.app, on: device)
      }
      let pid = try device.pid(Self.app)
      let last = try #require(device.entries.last?.number)

      try device.killDaemon()
      try device.boot()

      #expect(!Leftovers.isAlive(pid))
      #expect(Leftovers.processes(of: device.paths.folder) == [])
      let after = try device.info(Self.app)
      #expect(after.state == .notRunning)
      #expect(after.lastExit?.reason == .deviceCrashed)
      // What signals have stopped, the kernel may continue when its parent dies.
      if freezer == .cgroup {
        #expect(after.lastExit?.from == (moment == .suspended ? .suspended : .background))
      }
      #expect(try device.info("com.example.idle").lastExit == nil)
      #expect(after.container == before.container)
      #expect(after.bundle == before.bundle)
      #expect(FileManager.default.contents(atPath: file) == Data("kept".utf8))
      try Self.expectReadableJournal(device, goesOnAfter: last)

      try device.bringUp(Self.app)
      #expect(try device.status().running == 1)
    }
  }

  /// Every line of the file is an entry, and the numbers go up by one.
  static func expectReadableJournal(
    _ device: any DeviceDriver, goesOnAfter last: UInt64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let data = try #require(FileManager.default.contents(atPath: device.paths.journal))
    let numbers = try data.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(JournalEntry.self, from: Data($0)).number
    }
    #expect(numbers == Array(1...UInt64(numbers.count)), sourceLocation: sourceLocation)
    #expect(numbers.count > Int(last), sourceLocation: sourceLocation)
  }

  @Test("An installation that the daemon's death cuts off is complete or not there at all")
  func whileInstalling() async throws {
    try await scenario(realOnly: "the daemon is killed") { device in
      let bundle = try ProbeBundle(Self.app).assemble(in: device.home + "/Build")
      // Large enough that the copy takes a while.
      for number in 0..<400 {
        try Data(count: 256 * 1024).write(
          to: URL(fileURLWithPath: bundle + "/resource\(number)"))
      }
      let socket = device.paths.controlSocket
      for delay in [0, 5, 20, 60] as [CInt] {
        let asked = Once()
        Thread.detachNewThread {
          let client = try? ControlClient(connectingTo: socket)
          asked.set()
          _ = try? client?.call(.install(path: bundle))
        }
        try DeviceTests.wait(for: "the request") { asked.isSet }
        poll(nil, 0, delay)
        try device.killDaemon()
        try device.boot()
        if let info = try? device.info(Self.app) {
          let count = try FileManager.default.contentsOfDirectory(atPath: info.bundle).count
          #expect(count == 402)
        }
        let folders = try FileManager.default.contentsOfDirectory(atPath: device.paths.bundles)
        #expect(folders.count == (try device.status().apps))
      }
      try device.call(.install(path: bundle))
      try device.bringUp(Self.app)
    }
  }

  @Test("A device is found again by another spelling of its folder", arguments: usableFreezers)
  func otherSpelling(_ freezer: FreezerPreference) async throws {
    try await scenario(realOnly: "the daemon is killed", freezer: freezer) { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app)
      try device.sendAway(Self.app)
      let pid = try device.pid(Self.app)
      try device.killDaemon()
      let link = device.home + "/l"
      #expect(symlink(device.paths.folder, link) == 0)
      let (daemon, answer) = try device.startDaemon([
        link, "--ready-fd", "3", "--freezer", freezer.rawValue,
      ])
      #expect(answer == "ready")
      #expect(!Leftovers.isAlive(pid))
      kill(pid, SIGKILL)
      try daemon.send(signal: SIGTERM)
      #expect(try TestDevice.collect(daemon) == .exited(code: 0))
      try device.boot()
    }
  }

  @Test("A signal that comes as soon as a daemon is ready is not lost")
  func earlySignal() async throws {
    try await TestDevice.unbooted { device in
      for _ in 0..<30 {
        let (daemon, answer) = try device.startDaemon([device.paths.folder, "--ready-fd", "3"])
        #expect(answer == "ready")
        try daemon.send(signal: SIGTERM)
        let exit = try TestDevice.collect(daemon)
        #expect(exit == .exited(code: 0))
      }
    }
  }

  @Test("SIGTERM and SIGINT shut a device down", arguments: [SIGTERM, SIGINT])
  func signals(_ signal: CInt) async throws {
    try await scenario(realOnly: "signals to the daemon") { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app)
      let daemon = try #require(device.daemon)
      try daemon.send(signal: signal)
      #expect(try TestDevice.collect(daemon) == .exited(code: 0))
      device.expectNothingLeft()
      device.forgetDaemon()
      try device.boot()
      #expect(try device.info(Self.app).lastExit?.reason == .shutDown)
    }
  }
}

/// Something that happens once, on some thread.
final class Once: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
