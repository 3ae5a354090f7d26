import CLinux
import Glibc
import ProcessControl

/// Freezing and thawing one process, by `ProcessControl` and by the kernel alone.
struct FreezeRows {
  let programs: Programs
  static let rounds = 1_000
  static let pauseMicroseconds: UInt32 = 200

  func measure(_ kind: FreezerKind) throws -> [Row] {
    let groups = try BenchmarkGroups.make(programs, kind)
    var freezes: [Int64] = []
    var thaws: [Int64] = []
    let echo = try Echo(in: groups)
    for _ in 0..<FreezeRows.rounds {
      freezes.append(try Stopwatch.time { try echo.group.freeze() })
      try echo.send()
      thaws.append(
        try Stopwatch.time {
          try echo.group.thaw()
          try echo.receive()
        })
      // As in C: back in read(), and not on the way there.
      usleep(FreezeRows.pauseMicroseconds)
    }
    try echo.end()
    let raw = try RawFreezer.run(
      programs.raw, kind, rounds: FreezeRows.rounds,
      pauseMicroseconds: Int(FreezeRows.pauseMicroseconds),
      in: BenchmarkGroups.directory(of: groups))
    return [
      Row(
        "freeze and confirm, \(kind.rawValue)", Figure(freezes), against: raw.freeze_confirmed,
        atMost: 2),
      Row(
        "thaw to the answer of cat, \(kind.rawValue)", Figure(thaws), against: raw.thaw_to_answer),
    ]
  }
}

/// A process that says what it hears, as the child in C does.
private final class Echo {
  let group: any ProcessGroup
  private let link: OwnedDescriptor
  private let process: SpawnedProcess

  init(in groups: any ProcessGroups) throws {
    var ends: [CInt] = [-1, -1]
    guard greenroom_socket_pair(CInt(SOCK_STREAM.rawValue), false, &ends) == 0 else {
      throw BenchmarkError("socketpair: errno \(errno)")
    }
    link = OwnedDescriptor(owning: ends[0])
    let theirs = OwnedDescriptor(owning: ends[1])
    group = try groups.group(named: "echo")
    process = try group.spawn(
      SpawnRequest(
        executable: "/bin/cat", standardInput: theirs.rawValue, standardOutput: theirs.rawValue))
    try send()
    try receive()
  }

  deinit { try? group.kill() }

  func send() throws {
    var byte: UInt8 = 1
    guard write(link.rawValue, &byte, 1) == 1 else { throw BenchmarkError("write: errno \(errno)") }
  }

  func receive() throws {
    var byte: UInt8 = 0
    guard read(link.rawValue, &byte, 1) == 1 else { throw BenchmarkError("read: errno \(errno)") }
  }

  func end() throws {
    try group.kill()
    while try process.reap() == nil { Stopwatch.pause(milliseconds: 1) }
    try group.remove()
  }
}

/// The process groups that the benchmarks use beside those of the device.
enum BenchmarkGroups {
  static func make(_ programs: Programs, _ kind: FreezerKind) throws -> any ProcessGroups {
    let groups = try makeProcessGroups(
      device: "bench-groups", marker: AppMarker(deviceDirectory: programs.home + "/groups"),
      preferring: kind == .cgroup ? .cgroup : .signal)
    _ = try groups.endLeftovers()
    return groups
  }

  /// The cgroup that they lie in; empty with signals.
  static func directory(of groups: any ProcessGroups) -> String {
    let start = "cgroup v2 at "
    return groups.choice.hasPrefix(start) ? String(groups.choice.dropFirst(start.count)) : ""
  }
}
