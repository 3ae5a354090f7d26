import CLinux
import Glibc
import Testing

@testable import ProcessControl

/// What works without privileges. Each test continues in a process of its own, because a process
/// that has become an ordinary user cannot go back.
@Suite(.enabled(if: geteuid() == 0, "only root can become another user"))
struct OrdinaryUserTests {
  @Test("A user without a writable cgroup gets signals, and hears why")
  func fallback() async {
    await #expect(processExitsWith: .success) {
      try becomeNobody()
      let marker = AppMarker(deviceDirectory: "/nonexistent/greenroom-\(getpid())")
      let groups = try makeProcessGroups(device: "test", marker: marker, preferring: .auto)
      #expect(groups.kind == .signal)
      #expect(groups.choice.hasPrefix("signals: "))
      // A machine without cgroup v2 has another reason than one where it is not writable.
      if (try? CgroupHierarchy.current()) != nil {
        #expect(groups.choice.contains("Permission denied (EACCES)"))
      }
      try exercise(groups)

      let error = #expect(throws: ProcessError.self) {
        try makeProcessGroups(device: "test", marker: marker, preferring: .cgroup)
      }
      #expect(error?.code == .unavailable)
    }
  }

  @Test(
    "A user with a delegated directory gets cgroups",
    .enabled(if: usableFreezers.contains(.cgroup), "there is no writable cgroup v2 to delegate"))
  func delegation() async throws {
    let delegated = "\(try CgroupHierarchy.current().ownDirectory)/greenroom-delegated-\(getpid())"
    try #require(mkdir(delegated, 0o755) == 0)
    defer { #expect(rmdir(delegated) == 0) }
    // What systemd hands over with Delegate=yes.
    for path in ["", "/cgroup.procs", "/cgroup.subtree_control", "/cgroup.threads"] {
      try #require(chown(delegated + path, nobody, nobody) == 0)
    }
    await #expect(processExitsWith: .success) { [delegated = delegated as String] in
      let membership = try openDescriptor("\(delegated)/cgroup.procs", O_WRONLY)
      try #require(write(membership.rawValue, "0", 1) == 1)
      try becomeNobody()
      let marker = AppMarker(deviceDirectory: "/nonexistent/greenroom-\(getpid())")
      let groups = try makeProcessGroups(device: "test", marker: marker, preferring: .auto)
      #expect(groups.kind == .cgroup)
      #expect(groups.choice.hasPrefix("cgroup v2 at \(delegated)/greenroom.test."))
      try exercise(groups)
    }
  }
}

private let nobody: uid_t = 65534

private func becomeNobody() throws {
  try #require(setgroups(0, nil) == 0)
  try #require(setgid(nobody) == 0)
  try #require(setuid(nobody) == 0)
}

/// Freezes, thaws, kills and finds again.
private func exercise(_ groups: any ProcessGroups) throws {
  let group = try groups.group(named: "com.example.app")
  let process = try startTree(group)
  try group.freeze()
  #expect(group.isFrozen)
  #expect(try group.processIDs().count == 4)
  let used = try settledUsage(of: group)
  whileTimePasses()
  #expect(try group.cpuUsage() == used)
  try group.thaw()
  #expect(try eventually { try group.cpuUsage() > used })
  try group.freeze()
  try group.kill()
  #expect(try process.waitForExit() == .signaled(signal: SIGKILL, coreDumped: false))
  try group.remove()
  #expect(try groups.endLeftovers().isEmpty)
}
