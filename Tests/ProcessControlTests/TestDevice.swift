import CLinux
import Glibc
import Synchronization
import Testing

@testable import ProcessControl

/// The freezers that this machine lets this user use. Every scenario runs with each of them.
let usableFreezers: [FreezerKind] = {
  let device = try? TestDevice(.cgroup)
  return device == nil ? [.signal] : [.cgroup, .signal]
}()

/// A device of its own for each test, so that tests can run side by side.
final class TestDevice: Sendable {
  private static let counter = Atomic(0)

  let name: String
  let marker: AppMarker
  let groups: any ProcessGroups

  /// Makes a device, or the same device again as a daemon does after a crash.
  init(_ freezer: FreezerKind, sameAs other: TestDevice? = nil) throws {
    let number = Self.counter.add(1, ordering: .relaxed).newValue
    name = other?.name ?? "test-\(number)"
    marker =
      other?.marker ?? AppMarker(deviceDirectory: "/nonexistent/greenroom-\(getpid())/\(number)")
    groups = try makeProcessGroups(
      device: name, marker: marker, preferring: freezer == .cgroup ? .cgroup : .signal)
  }

  /// Runs a scenario with one group, and ends and collects whatever it leaves behind.
  static func withGroup(
    _ freezer: FreezerKind, _ body: (any ProcessGroup) throws -> Void
  ) throws {
    let device = try TestDevice(freezer)
    let group = CollectingGroup(try device.groups.group(named: "com.example.app"))
    let result = Result { try body(group) }
    try group.kill()
    try group.collect()
    try group.remove()
    try result.get()
  }
}

/// A group that knows what was spawned, so that a test need not collect every end. Exit tests wait
/// for any child of the process: an end that nobody collects keeps them waiting.
private final class CollectingGroup: ProcessGroup {
  private let base: any ProcessGroup
  private let spawned = Mutex<[SpawnedProcess]>([])

  init(_ base: any ProcessGroup) {
    self.base = base
  }

  func spawn(_ request: SpawnRequest) throws(ProcessError) -> SpawnedProcess {
    let process = try base.spawn(request)
    spawned.withLock { $0.append(process) }
    return process
  }

  func collect() throws {
    for process in spawned.withLock({ $0 }) {
      _ = try process.reap() ?? process.waitForExit()
    }
  }

  var name: String { base.name }
  var isFrozen: Bool { base.isFrozen }
  func freeze() throws(ProcessError) { try base.freeze() }
  func thaw() throws(ProcessError) { try base.thaw() }
  func kill() throws(ProcessError) { try base.kill() }
  func remove() throws(ProcessError) { try base.remove() }
  func cpuUsage() throws(ProcessError) -> UInt64 { try base.cpuUsage() }
  func frozenTime() throws(ProcessError) -> UInt64? { try base.frozenTime() }
  func processIDs() throws(ProcessError) -> [pid_t] { try base.processIDs() }
}

/// The two ends of the link between a test and an app. The app's end is descriptor 3 there.
final class TestLink {
  private let ours: OwnedDescriptor
  private var theirs: OwnedDescriptor?
  private var received: [UInt8] = []

  init() throws {
    var descriptors: [CInt] = [-1, -1]
    try #require(greenroom_socket_pair(CInt(SOCK_STREAM.rawValue), false, &descriptors) == 0)
    ours = OwnedDescriptor(owning: descriptors[0])
    theirs = OwnedDescriptor(owning: descriptors[1])
  }

  /// Starts a program at the other end, in a group or, without one, detached. Only the program has
  /// that end afterwards.
  func start(_ request: SpawnRequest, in group: (any ProcessGroup)?) throws -> SpawnedProcess {
    var request = request
    request.link = try #require(theirs).rawValue
    defer { theirs = nil }
    return try group?.spawn(request) ?? spawnDetached(request)
  }

  /// Starts a shell script at the other end.
  func start(script: String, in group: (any ProcessGroup)?) throws -> SpawnedProcess {
    try start(.script(script), in: group)
  }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    try #require(Glibc.send(ours.rawValue, bytes, bytes.count, 0) == bytes.count)
  }

  /// The next line, or nil if none comes before the deadline or the end of the link.
  func line(within milliseconds: CInt = 20_000) -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      var entry = pollfd(fd: ours.rawValue, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, milliseconds) == 1 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(ours.rawValue, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      received += buffer[..<count]
    }
  }

  /// All lines until the other end is closed.
  func lines() -> [String] {
    var result: [String] = []
    while let line = line() { result.append(line) }
    return result
  }
}

extension SpawnRequest {
  static func script(_ script: String) -> SpawnRequest {
    SpawnRequest(
      executable: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
  }
}

/// Looks at a condition again and again until it holds; false if it does not within 20 seconds.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(20)
  while ContinuousClock.now < deadline {
    if try condition() { return true }
    poll(nil, 0, 1)
  }
  return try condition()
}

/// The processor time of a frozen group, when all of it has been counted.
///
/// A thread is frozen from the moment on at which it is on its way off the processor. On a busy
/// machine that takes a turn of its own, and its last microseconds come later.
func settledUsage(of group: any ProcessGroup) throws -> UInt64 {
  var used = try group.cpuUsage()
  _ = try eventually {
    poll(nil, 0, 50)
    let earlier = used
    used = try group.cpuUsage()
    return used == earlier
  }
  return used
}

/// Lets the machine run for a while in which something must not happen.
func whileTimePasses(milliseconds: CInt = 100) {
  poll(nil, 0, milliseconds)
}

extension SpawnedProcess {
  /// Waits for the end by the pidfd, as a Dispatch source would.
  func waitForExit() throws -> ProcessExit? {
    var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    try #require(poll(&entry, 1, 20_000) == 1, "process \(processID) has not ended")
    return try reap()
  }
}
