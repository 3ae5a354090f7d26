import Glibc
import Testing

@testable import ProcessControl

@Suite struct EndTests {
  @Test("A kill ends the whole tree", arguments: usableFreezers, [false, true])
  func killTree(freezer: FreezerKind, frozen: Bool) throws {
    try TestDevice.withGroup(freezer) { group in
      let process = try startTree(group)
      let members = try group.processIDs()
      #expect(members.count == 4)
      if frozen { try group.freeze() }
      try group.kill()
      #expect(try process.waitForExit() == .signaled(signal: SIGKILL, coreDumped: false))
      #expect(try group.processIDs().isEmpty)
      for member in members {
        #expect(ProcessEntry(processID: member)?.isDead ?? true)
      }
      #expect(!group.isFrozen)
      // The group can be used again: it was not left frozen.
      #expect(try group.spawn(.script("exit 5")).waitForExit() == .exited(code: 5))
    }
  }

  @Test("A kill of a group without processes changes nothing", arguments: usableFreezers)
  func killEmpty(freezer: FreezerKind) throws {
    try TestDevice.withGroup(freezer) { group in
      try group.kill()
      try group.kill()
    }
  }

  @Test("A group is removed when it is empty, and not before", arguments: usableFreezers)
  func remove(freezer: FreezerKind) throws {
    let device = try TestDevice(freezer)
    let group = try device.groups.group(named: "com.example.app")
    let process = try startTree(group)
    let error = #expect(throws: ProcessError.self) { try group.remove() }
    #expect(error?.code == .busy)
    try group.kill()
    // Before the leader is reaped: what waits for that does not live.
    try group.remove()
    try group.remove()
    #expect(try process.waitForExit() != nil)
    let next = try device.groups.group(named: "com.example.app")
    #expect(next !== group)
    #expect(try next.spawn(.script("exit 6")).waitForExit() == .exited(code: 6))
    #expect(try device.groups.group(named: "com.example.app") === next)
    try next.remove()
  }

  @Test(
    "What an earlier daemon left is ended and told, frozen or not, by either freezer",
    arguments: usableFreezers, usableFreezers)
  func leftovers(before: FreezerKind, after: FreezerKind) throws {
    let earlier = try TestDevice(before)
    let running = try earlier.groups.group(named: "com.example.running")
    let frozen = try earlier.groups.group(named: "com.example.frozen")
    defer {
      try? running.remove()
      try? frozen.remove()
    }
    let processes = [try startTree(running), try startTree(frozen)]
    try frozen.freeze()
    let trees = [try frozen.processIDs(), try running.processIDs()]

    let device = try TestDevice(after, sameAs: earlier)
    let leftovers = try device.groups.endLeftovers()

    #expect(leftovers.map(\.name) == ["com.example.frozen", "com.example.running"])
    #expect(leftovers.map(\.processIDs) == trees)
    // A cgroup freeze cannot be seen from the outside of the cgroup's directory.
    if before == after {
      #expect(leftovers.map(\.wasFrozen) == [true, false])
    }
    for process in processes {
      #expect(try process.waitForExit() == .signaled(signal: SIGKILL, coreDumped: false))
    }
    #expect(try device.groups.endLeftovers().isEmpty)
  }

  @Test(
    "Leftovers are those of the same device, and not the groups in use",
    arguments: usableFreezers)
  func leftoversOfOthers(freezer: FreezerKind) throws {
    let other = try TestDevice(freezer)
    let otherGroup = try other.groups.group(named: "com.example.app")
    let otherProcess = try startTree(otherGroup)
    let device = try TestDevice(freezer)
    let group = try device.groups.group(named: "com.example.app")
    let process = try startTree(group)
    // People choose a device by this variable alone: that does not make them apps.
    let person = try spawnDetached(
      SpawnRequest(
        executable: "/bin/sleep", arguments: ["1000"],
        environment: [AppMarker.deviceVariable: device.marker.deviceDirectory]))

    #expect(try device.groups.endLeftovers().isEmpty)
    for alive in [otherProcess, process, person] { #expect(try alive.reap() == nil) }

    try person.send(signal: SIGKILL)
    #expect(try person.waitForExit() != nil)
    for (group, process) in [(otherGroup, otherProcess), (group, process)] {
      try group.kill()
      #expect(try process.waitForExit() != nil)
      try group.remove()
    }
  }

  /// As the environment of every process is for a moment of its exec.
  @Test("A process whose environment was empty is looked at again")
  func emptyEnvironment() throws {
    let marker = AppMarker(deviceDirectory: "/nonexistent/greenroom-\(getpid())/empty")
    let scanner = AppScanner(marker: marker)
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let process = try spawnDetached(
      SpawnRequest(
        executable: "/bin/sh",
        arguments: [
          "-c",
          """
          read line; \(AppMarker.deviceVariable)=\(marker.deviceDirectory) \
          \(AppMarker.bundleVariable)=com.example.app exec sleep 1000
          """,
        ], environment: [:], standardInput: ends[0]))
    #expect(try scanner.allMembers().isEmpty)
    try #require(write(ends[1], "\n", 1) == 1)
    #expect(
      try eventually {
        try scanner.allMembers()["com.example.app"]?.map(\.processID) == [process.processID]
      })
    try process.send(signal: SIGKILL)
    #expect(try process.waitForExit() != nil)
  }

  @Test("Names that cannot name a directory are refused", arguments: usableFreezers)
  func names(freezer: FreezerKind) throws {
    let device = try TestDevice(freezer)
    for name in ["", "a/b", "a b", "\u{e9}", String(repeating: "x", count: 201)] {
      let error = #expect(throws: ProcessError.self) { try device.groups.group(named: name) }
      #expect(error?.code == .invalidName)
    }
    // Names of the kernel's own files, and of directories that exist everywhere, are fine.
    for name in ["cpu.stat", "cgroup.procs", "..", "."] {
      let group = try device.groups.group(named: name)
      #expect(try group.spawn(.script("exit 0")).waitForExit() == .exited(code: 0))
      try group.remove()
    }
  }
}
