import ControlAPI
import Foundation
import Glibc
import Multitasking
import ProcessControl
import Synchronization
import Testing

/// The freezers that this machine lets this user use.
let usableFreezers: [FreezerPreference] = {
  let marker = AppMarker(deviceDirectory: "/nonexistent/greenroom-\(getpid())")
  let groups = try? makeProcessGroups(
    device: "probe-\(getpid())", marker: marker, preferring: .cgroup)
  return groups == nil ? [.signal] : [.cgroup, .signal]
}()

/// What a test boots.
struct DeviceOptions: Sendable {
  var profile: Profile.Name
  var settings: [String: String]
  var freezer: FreezerPreference
  var isMultitaskingSupported: Bool
  /// Added to the daemon's environment.
  var environment: [String: String] = [:]
  /// Nil: in real time.
  var seed: UInt64?

  init(
    _ profile: Profile.Name = .classic, _ settings: [String: String] = [:],
    freezer: FreezerPreference = .auto, isMultitaskingSupported: Bool = true, seed: UInt64? = nil
  ) {
    self.profile = profile
    self.settings = DeviceOptions.quick.merging(settings) { $1 }
    self.freezer = freezer
    self.isMultitaskingSupported = isMultitaskingSupported
    self.seed = seed
  }

  /// Short enough for tests, and long enough for a busy machine.
  static let quick = [
    "suspensionGrace": "0.5", "releaseGrace": "0.3", "backgroundTaskAllowance": "5",
    "expirationLead": "3", "expirationHandlerBudget": "2", "wakeBudget": "2",
  ]
}

/// A daemon of its own in a folder of its own, in real or in virtual time.
final class TestDevice: DeviceDriver {
  private static let counter = Atomic(0)

  let home: String
  let name: String
  let options: DeviceOptions
  /// When a virtual device boots next.
  var nextBoot = Instant(nanoseconds: 1_767_225_600_000_000_000)
  let paths: DevicePaths
  var cursors: [String: Int] = [:]
  private let follower = JournalFollower()
  private(set) var daemon: SpawnedProcess?
  private var started: [SpawnedProcess] = []
  private(set) var client: ControlClient?

  init(_ options: DeviceOptions, at place: Place = Place()) throws {
    self.options = options
    home = place.home
    name = place.name
    paths = DevicePaths(name: name, environment: ["GREENROOM_HOME": home])
    try FileManager.default.createDirectory(
      atPath: paths.folder, withIntermediateDirectories: true)
  }

  /// Where a device lives. What happens on it may depend on that.
  struct Place: Sendable {
    let home: String
    let name: String

    init() {
      let number = TestDevice.counter.add(1, ordering: .relaxed).newValue
      // Short: the path of a socket has at most 107 bytes.
      home = "/tmp/grt-\(getpid())-\(number)"
      name = "t\(getpid())-\(number)"
    }
  }

  /// Boots a device, has it go through something, shuts it down and looks at what is left.
  static func run(
    _ options: DeviceOptions, at place: Place = Place(),
    _ body: @Sendable @escaping (TestDevice) throws -> Void
  ) async throws {
    try await inSlot {
      let device = try TestDevice(options, at: place)
      defer { device.tearDown() }
      try device.boot()
      try body(device)
    }
  }

  /// A device whose test starts the daemon in its own way.
  static func unbooted(_ body: @Sendable @escaping (TestDevice) throws -> Void) async throws {
    try await inSlot {
      let device = try TestDevice(DeviceOptions())
      defer { device.tearDown() }
      try body(device)
    }
  }

  // MARK: The daemon

  func boot() throws {
    let answer = try start()
    try #require(answer == "ready", "\(answer)")
    try connect()
  }

  func start() throws -> String {
    var arguments = [paths.folder, "--ready-fd", "3", "--profile", options.profile.rawValue]
    for (key, value) in options.settings.sorted(by: { $0.key < $1.key }) {
      arguments += ["--set", "\(key)=\(value)"]
    }
    arguments += isVirtual ? ["--virtual"] : ["--freezer", options.freezer.rawValue]
    if !options.isMultitaskingSupported { arguments.append("--no-multitasking") }
    // What is played in tests is heard by nobody.
    arguments += ["--sound", "private"]
    let (process, answer) = try startDaemon(arguments)
    if answer == "ready" {
      daemon = process
    } else {
      try TestDevice.collect(process)
    }
    return answer
  }

  func startDaemon(
    _ arguments: [String], executable: String = BuiltPrograms.greenroomd
  ) throws -> (SpawnedProcess, String) {
    let pipe = Pipe()
    let log = Glibc.open(paths.daemonLog, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(log) }
    let process = try spawnDetached(
      SpawnRequest(
        executable: executable, arguments: arguments,
        environment: try daemonEnvironment(), directory: "/", standardOutput: log,
        standardError: log, link: pipe.fileHandleForWriting.fileDescriptor))
    started.append(process)
    try pipe.fileHandleForWriting.close()
    let answer = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return (process, answer.split(separator: "\n").first.map(String.init) ?? "")
  }

  /// Crashes of apps are part of the tests; their backtraces are not.
  static let environment = ProcessInfo.processInfo.environment.merging([
    "SWIFT_BACKTRACE": "enable=no"
  ]) { $1 }

  func connect() throws {
    client = try ControlClient(connectingTo: paths.controlSocket)
    try follower.follow(paths.controlSocket)
  }

  /// Ends the daemon so that it can't do anything about it.
  func killDaemon() throws {
    let process = try #require(daemon)
    try process.send(signal: SIGKILL)
    try TestDevice.collect(process)
    daemon = nil
    client = nil
  }

  /// For a daemon whose end has been collected.
  func forgetDaemon() {
    daemon = nil
    client = nil
  }

  /// Shuts down and waits for the daemon's end.
  @discardableResult
  func shutDown() throws -> ProcessControl.ProcessExit? {
    try call(.shutdown)
    let exit = try daemon.map { try TestDevice.collect($0) }
    daemon = nil
    client = nil
    return exit
  }

  @discardableResult
  static func collect(_ process: SpawnedProcess) throws -> ProcessControl.ProcessExit {
    var exit: ProcessControl.ProcessExit?
    try DeviceTests.wait(for: "the end of process \(process.processID)") {
      exit = try process.reap()
      return exit != nil
    }
    return try #require(exit)
  }

  /// Ends whatever there is, and expects a shutdown to leave nothing.
  private func tearDown() {
    do {
      if daemon != nil { try shutDown() }
    } catch {
      Issue.record("the device did not shut down: \(error)")
      if let daemon {
        try? daemon.send(signal: SIGKILL)
        _ = try? TestDevice.collect(daemon)
      }
    }
    for process in started where (try? process.reap()) == .some(nil) {
      Issue.record("a daemon did not end")
      try? process.send(signal: SIGKILL)
      _ = try? TestDevice.collect(process)
    }
    expectNothingLeft()
    for pid in Leftovers.processes(of: paths.folder) { Glibc.kill(pid, SIGKILL) }
    try? FileManager.default.removeItem(atPath: home)
  }

  func expectNothingLeft(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(Leftovers.processes(of: paths.folder) == [], sourceLocation: sourceLocation)
    #expect(Leftovers.cgroups(of: name) == [], sourceLocation: sourceLocation)
  }

  // MARK: The driver

  @discardableResult
  func call(_ command: ControlCommand) throws -> ControlResult {
    try #require(client, "the device is not booted").call(command)
  }

  func stream(_ command: ControlCommand, _ handle: (ControlResult) throws -> Void) throws {
    try #require(client, "the device is not booted").stream(command, handle)
  }

  func install(_ bundle: ProbeBundle) throws {
    try call(.install(path: try bundle.assemble(in: home + "/Build")))
  }

  func advance(_ time: Duration) throws {
    guard !isVirtual else { return try advanceVirtually(time) }
    let milliseconds =
      time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000
    poll(nil, 0, CInt(milliseconds))
  }

  var entries: [JournalEntry] { follower.entries }

  func catchUp() throws {
    var last: UInt64 = 0
    guard let client else { return }
    try client.stream(.log(count: 1, app: nil, follow: false)) {
      if case .entries(let entries) = $0 { last = max(last, entries.last?.number ?? 0) }
    }
    try follower.wait(for: "entry \(last) of the journal", within: patience) {
      ($0.last?.number ?? 0) >= last
    }
  }

  func wait(for what: String, _ condition: ([JournalEntry]) throws -> Bool) throws {
    guard !isVirtual else { return try waitVirtually(for: what, condition) }
    try follower.wait(for: what, within: patience, condition)
  }
}

extension TestDevice {
  /// A value that the kernel counts for an app's cgroup.
  func cgroupValue(_ key: String, in file: String, of app: AppID) -> UInt64? {
    let group = Leftovers.cgroups(of: name).first {
      $0.hasSuffix("/app.\(app.bundleIdentifier)")
    }
    guard let group, let data = FileManager.default.contents(atPath: group + "/" + file) else {
      return nil
    }
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.first == key[...], words.count == 2 { return UInt64(words[1]) }
    }
    return nil
  }
}
