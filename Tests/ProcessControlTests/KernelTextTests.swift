import Testing

@testable import ProcessControl

/// How the kernel's texts are understood, those too that this machine does not write.
@Suite struct KernelTextTests {
  @Test("The hierarchy is found where systems mount it")
  func mountPoints() {
    let unified = "31 23 0:28 / /sys/fs/cgroup rw shared:9 - cgroup2 cgroup2 rw,nsdelegate"
    #expect(
      CgroupHierarchy(mountInfo: unified, membership: "0::/user.slice/a.service\n")?.candidates == [
        "/sys/fs/cgroup/user.slice/a.service", "/sys/fs/cgroup/user.slice", "/sys/fs/cgroup",
      ])
    let hybrid = """
      32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
      41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
      """
    #expect(
      CgroupHierarchy(mountInfo: hybrid, membership: "1:cpu:/x\n0::/\n")?.candidates == [
        "/sys/fs/cgroup/unified"
      ])
  }

  @Test("A container that sees a part of the hierarchy finds itself in it")
  func partialMount() {
    let mount = "31 23 0:28 /docker/abc /sys/fs/my\\040cgroup ro - cgroup2 cgroup2 rw"
    #expect(
      CgroupHierarchy(mountInfo: mount, membership: "0::/docker/abc/app")?.candidates == [
        "/sys/fs/my cgroup/app", "/sys/fs/my cgroup",
      ])
    #expect(CgroupHierarchy(mountInfo: mount, membership: "0::/docker/abcdef") == nil)
    #expect(CgroupHierarchy(mountInfo: mount, membership: "0::/../other") == nil)
  }

  @Test("A machine with cgroup v1 alone has no hierarchy")
  func versionOne() {
    let mounts = "32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu"
    #expect(CgroupHierarchy(mountInfo: mounts, membership: "1:cpu:/\n") == nil)
    #expect(CgroupHierarchy(mountInfo: mounts, membership: "0::/\n") == nil)
    #expect(CgroupHierarchy(mountInfo: "", membership: "") == nil)
  }

  @Test("A program may be named like a line of the process table")
  func statLine() throws {
    let line = "42 (a) R 1 2 (b)) T 7 8 9 0 -1 64 0 0 0 0 1 2 0 0 20 0 3 0 4711 0 0"
    let entry = try #require(ProcessEntry(stat: Array(line.utf8)))
    #expect(entry.identity == .init(processID: 42, startTime: 4711))
    #expect(entry.state == UInt8(ascii: "T"))
    #expect(entry.parent == 7)
    #expect(entry.group == 8)
    #expect(entry.threads == 3)
    #expect(ProcessEntry(stat: []) == nil)
    #expect(ProcessEntry(stat: Array("(".utf8)) == nil)
    #expect(ProcessEntry(stat: Array("42 (a) T 7".utf8)) == nil)
  }

  @Test("A process whose main thread has ended lives for as long as another thread does")
  func endedMainThread() throws {
    let line = "42 (a) Z 7 8 9 0 -1 64 0 0 0 0 1 2 0 0 20 0 2 0 4711 0 0"
    #expect(try #require(ProcessEntry(stat: Array(line.utf8))).isDead == false)
  }

  @Test("A marker needs both variables, and the device's directory as a whole")
  func marker() {
    let marker = AppMarker(deviceDirectory: "/d")
    #expect(group("PATH=/bin", "GREENROOM_DEVICE_DIR=/d", "GREENROOM_BUNDLE_ID=a.b") == "a.b")
    #expect(group("GREENROOM_BUNDLE_ID=a.b", "GREENROOM_DEVICE_DIR=/d") == "a.b")
    #expect(group("GREENROOM_DEVICE_DIR=/d") == nil)
    #expect(group("GREENROOM_BUNDLE_ID=a.b") == nil)
    #expect(group("GREENROOM_DEVICE_DIR=/d2", "GREENROOM_BUNDLE_ID=a.b") == nil)
    #expect(group("XGREENROOM_DEVICE_DIR=/d", "GREENROOM_BUNDLE_ID=a.b") == nil)

    func group(_ variables: String...) -> String? {
      marker.group(inEnvironment: Array(variables.map { $0 + "\0" }.joined().utf8))
    }
  }

  @Test("An error says what, on what, why and what next")
  func errorText() {
    let error = ProcessError(
      .systemCall, operation: "make cgroup", object: "/sys/fs/cgroup/x", systemError: 13,
      nextStep: "Prefer signals.")
    #expect(
      error.description
        == "systemCall: make cgroup /sys/fs/cgroup/x: Permission denied (EACCES). Prefer signals.")
    #expect(describe(systemError: 9999) == "error 9999")
  }
}
