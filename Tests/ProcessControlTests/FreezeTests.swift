import Glibc
import Testing

@testable import ProcessControl

@Suite struct FreezeTests {
  /// The executable beside the test bundle.
  private static let spinningApp: String = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let test = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init), as: UTF8.self)
    // Where the tests are loaded as a library, the executable is that of the toolchain.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? test
    return bundle.prefix(upTo: bundle.lastIndex(of: "/") ?? bundle.startIndex) + "/spinning-app"
  }()

  private func startSpinning(
    _ group: any ProcessGroup, threads: Int
  ) throws -> TestLink {
    try start("\(threads)", group)
  }

  private func start(_ mode: String, _ group: any ProcessGroup) throws -> TestLink {
    let link = try TestLink()
    let request = SpawnRequest(executable: Self.spinningApp, arguments: [mode])
    _ = try link.start(request, in: group)
    try #require(link.line() == "ready")
    return link
  }

  @Test(
    "A frozen app with spinning threads uses no time, and continues when thawed",
    arguments: usableFreezers)
  func spinningThreads(freezer: FreezerKind) throws {
    try TestDevice.withGroup(freezer) { group in
      let link = try startSpinning(group, threads: 3)
      for _ in 0..<3 {
        try group.freeze()
        #expect(group.isFrozen)
        let used = try settledUsage(of: group)
        let frozen = try group.frozenTime()
        whileTimePasses()
        #expect(try group.cpuUsage() == used)
        #expect(group.isFrozen)
        if let frozen {
          #expect(try #require(try group.frozenTime()) >= frozen + 90_000_000)
        }
        try group.thaw()
        #expect(!group.isFrozen)
        #expect(try eventually { try group.cpuUsage() > used })
        try link.send("still there?\n")
        #expect(link.line() == "still there?")
      }
    }
  }

  @Test("A message sent to a frozen app is answered after the thaw", arguments: usableFreezers)
  func messageWhileFrozen(freezer: FreezerKind) throws {
    try TestDevice.withGroup(freezer) { group in
      let link = try TestLink()
      let process = try link.start(
        script: "echo ready >&3; while read line <&3; do echo got $line >&3; done", in: group)
      #expect(link.line() == "ready")
      try group.freeze()
      try link.send("one\n")
      #expect(link.line(within: 100) == nil)
      #expect(try process.reap() == nil)
      try group.thaw()
      #expect(link.line() == "got one")
    }
  }

  @Test(
    "Children, orphans and sessions that were started before are frozen too",
    arguments: usableFreezers)
  func wholeTree(freezer: FreezerKind) throws {
    try TestDevice.withGroup(freezer) { group in
      _ = try startTree(group)
      try group.freeze()
      let members = try group.processIDs()
      #expect(members.count == 4)
      let used = try settledUsage(of: group)
      whileTimePasses()
      #expect(try group.cpuUsage() == used)
      try group.thaw()
      #expect(try eventually { try group.cpuUsage() > used })
      #expect(try group.processIDs() == members)
      // Each of them runs again, and not only the one that is easy to reach.
      for member in members {
        #expect(eventually { ProcessEntry(processID: member)?.state != UInt8(ascii: "T") })
      }
    }
  }

  @Test("An app that forks without a pause is frozen as a whole", arguments: usableFreezers)
  func forking(freezer: FreezerKind) throws {
    try TestDevice.withGroup(freezer) { group in
      let link = try TestLink()
      _ = try link.start(
        script: "echo ready >&3; while :; do /bin/true & /bin/true; wait; done", in: group)
      #expect(link.line() == "ready")
      for _ in 0..<10 {
        try group.freeze()
        let members = try group.processIDs()
        let used = try settledUsage(of: group)
        whileTimePasses(milliseconds: 50)
        #expect(try group.processIDs() == members)
        // A process that was about to end does so inside the kernel, frozen or not: some
        // microseconds, where a loop that runs on would use all of the time.
        #expect(try group.cpuUsage() - used < 5_000_000)
        try group.thaw()
        #expect(try eventually { try group.processIDs() != members })
      }
    }
  }

  @Test("A parent that waits inside vfork counts as frozen", arguments: usableFreezers)
  func vforkParent(freezer: FreezerKind) throws {
    try TestDevice.withGroup(freezer) { group in
      let link = try start("vfork", group)
      try #require(try eventually { try group.processIDs().count == 2 })
      try group.freeze()
      #expect(group.isFrozen)
      try group.thaw()
      #expect(!group.isFrozen)
      #expect(link.line(within: 0) == nil)
    }
  }

  @Test("Freezing and thawing twice is the same as once", arguments: usableFreezers)
  func idempotence(freezer: FreezerKind) throws {
    try TestDevice.withGroup(freezer) { group in
      let link = try startSpinning(group, threads: 1)
      try group.thaw()
      try group.freeze()
      try group.freeze()
      #expect(group.isFrozen)
      try group.thaw()
      try group.thaw()
      #expect(!group.isFrozen)
      try link.send("here\n")
      #expect(link.line() == "here")
    }
  }

  @Test("A group without a living process cannot be frozen", arguments: usableFreezers)
  func deadGroup(freezer: FreezerKind) throws {
    try TestDevice.withGroup(freezer) { group in
      let empty = #expect(throws: ProcessError.self) { try group.freeze() }
      #expect(empty?.code == .gone)

      let process = try group.spawn(.script("exit 0"))
      // Once with a process that waits to be reaped, once without.
      var entry = pollfd(fd: process.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      try #require(poll(&entry, 1, 20_000) == 1)
      #expect(throws: ProcessError.self) { try group.freeze() }
      #expect(try process.reap() == .exited(code: 0))
      let dead = #expect(throws: ProcessError.self) { try group.freeze() }
      #expect(dead?.code == .gone)
      #expect(!group.isFrozen)

      // The failure has left nothing behind: what is started now, runs.
      #expect(try group.spawn(.script("exit 3")).waitForExit() == .exited(code: 3))
    }
  }

  @Test("Nothing can be spawned into a frozen group", arguments: usableFreezers)
  func spawnIntoFrozen(freezer: FreezerKind) throws {
    try TestDevice.withGroup(freezer) { group in
      let link = try startSpinning(group, threads: 1)
      try group.freeze()
      let error = #expect(throws: ProcessError.self) { try group.spawn(.script("exit 0")) }
      #expect(error?.code == .frozen)
      try group.thaw()
      try link.send("here\n")
      #expect(link.line() == "here")
      #expect(try group.spawn(.script("exit 4")).waitForExit() == .exited(code: 4))
    }
  }
}

/// Starts four spinning processes: a leader, a child, a session of its own, and one in a session of
/// its own whose parent has ended.
func startTree(_ group: any ProcessGroup) throws -> SpawnedProcess {
  let spin = "while :; do :; done"
  let link = try TestLink()
  let process = try link.start(
    script: """
      sh -c '\(spin)' 3<&- &
      setsid sh -c '\(spin)' 3<&- &
      (setsid sh -c '\(spin)' 3<&- &)
      echo ready >&3; \(spin)
      """, in: group)
  try #require(link.line() == "ready")
  let leader = process.processID
  try #require(
    try eventually {
      let tree = try group.processIDs().compactMap { ProcessEntry(processID: $0) }
      return tree.count == 4 && tree.count { $0.group != leader } == 2
    }, "the tree of \(leader) has not been built")
  return process
}
