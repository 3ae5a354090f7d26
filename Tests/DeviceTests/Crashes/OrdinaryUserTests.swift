import ControlAPI
import Foundation
import Glibc
import Multitasking
import Testing

@testable import ProcessControl

/// Devices that belong to a user without privileges.
@Suite(
  .enabled(if: geteuid() == 0, "only root can become another user"),
  .enabled(if: access("/usr/bin/setpriv", X_OK) == 0, "there is no setpriv"))
struct OrdinaryUserDeviceTests {
  static let nobody: uid_t = 65534
  static let app: AppID = "com.example.nobody"

  /// Whether the programs can be reached by everybody.
  static let isReachable: Bool = {
    var path = ""
    for part in BuiltPrograms.greenroomd.split(separator: "/") {
      path += "/" + part
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & 0o001 != 0 else { return false }
    }
    return true
  }()

  /// Starts the daemon as `nobody`, after `prepare` in a shell, and goes through a life.
  static func live(_ device: TestDevice, _ prepare: String) throws -> DeviceInfo {
    for path in [device.home, device.home + "/devices", device.paths.folder] {
      try #require(chown(path, nobody, nobody) == 0)
    }
    let (daemon, answer) = try device.startDaemon(
      [
        "-c",
        """
        \(prepare)
        exec /usr/bin/setpriv --reuid 65534 --regid 65534 --clear-groups \
        \(BuiltPrograms.greenroomd) \(device.paths.folder) --ready-fd 3 --profile classic \
        --set suspensionGrace=0.5
        """,
      ], executable: "/bin/sh")
    try #require(answer == "ready", "\(answer)")
    try device.connect()
    defer {
      _ = try? device.call(.shutdown)
      _ = try? TestDevice.collect(daemon)
      device.forgetDaemon()
    }
    let bundle = try ProbeBundle(app).assemble(in: device.home + "/Build")
    try device.call(.install(path: bundle))
    try device.bringUp(app, "--fork-children", "1")
    try device.sendAway(app)
    let pid = try device.pid(app)
    var status = stat()
    #expect(stat("/proc/\(pid)", &status) == 0)
    #expect(status.st_uid == nobody)
    let ticks = Leftovers.cpuTicks(of: pid)
    try device.advance(.seconds(1))
    #expect(Leftovers.cpuTicks(of: pid) == ticks)
    try device.bringUp(app)
    try device.sendAway(app)
    return try device.status()
  }

  @Test(
    "Without a writable cgroup a device of an ordinary user uses signals, and says why",
    .enabled(if: isReachable, "another user can't reach the build folder"))
  func signals() async throws {
    try await TestDevice.unbooted { device in
      let info = try Self.live(device, "")
      #expect(info.freezer.hasPrefix("signals: "))
    }
  }

  @Test(
    "Nobody but its owner can talk to a device",
    .enabled(if: isReachable, "another user can't reach the build folder"))
  func strangers() async throws {
    try await scenario(realOnly: "users of the machine") { device in
      chmod(device.home, 0o755)
      chmod(device.home + "/devices", 0o755)
      let pipe = Pipe()
      let process = try spawnDetached(
        SpawnRequest(
          executable: "/usr/bin/setpriv",
          arguments: [
            "--reuid", "65534", "--regid", "65534", "--clear-groups", BuiltPrograms.greenroom,
            "home", "--device", device.name,
          ],
          environment: ["GREENROOM_HOME": device.home, "PATH": "/usr/bin:/bin"], directory: "/",
          standardError: pipe.fileHandleForWriting.fileDescriptor))
      try pipe.fileHandleForWriting.close()
      let error = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      #expect(try TestDevice.collect(process) == .exited(code: 70))
      #expect(error.contains("Permission denied"))
    }
  }

  @Test(
    "With a delegated cgroup a device of an ordinary user uses it",
    .enabled(if: isReachable, "another user can't reach the build folder"),
    .enabled(if: usableFreezers.contains(.cgroup), "there is no writable cgroup v2 to delegate"))
  func delegated() async throws {
    try await TestDevice.unbooted { device in
      let delegated =
        "\(try CgroupHierarchy.current().ownDirectory)/greenroom-delegated-\(device.name)"
      try #require(mkdir(delegated, 0o755) == 0)
      defer { #expect(rmdir(delegated) == 0) }
      for path in ["", "/cgroup.procs", "/cgroup.subtree_control", "/cgroup.threads"] {
        try #require(chown(delegated + path, Self.nobody, Self.nobody) == 0)
      }
      let info = try Self.live(device, "echo $$ > \(delegated)/cgroup.procs")
      #expect(info.freezer.hasPrefix("cgroup v2 at \(delegated)/"))
    }
  }
}
