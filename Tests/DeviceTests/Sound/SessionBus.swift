import Foundation
import Glibc
import ProcessControl
import Testing

/// A session bus of the test's own, as `dbus-daemon` makes one.
final class SessionBus: Sendable {
  let address: String
  private let daemon: SpawnedProcess

  init() throws {
    let output = Pipe()
    daemon = try spawnDetached(
      SpawnRequest(
        executable: "/usr/bin/dbus-daemon",
        arguments: ["--session", "--nofork", "--print-address=1"],
        environment: ["PATH": "/usr/bin:/bin"],
        standardOutput: output.fileHandleForWriting.fileDescriptor))
    try output.fileHandleForWriting.close()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = try #require(line.split(separator: "\n").first.map(String.init))
  }

  func stop() {
    try? daemon.send(signal: SIGKILL)
    _ = try? TestDevice.collect(daemon)
  }

  /// What `playerctl` prints.
  func playerctl(_ arguments: String...) throws -> String {
    let output = Pipe()
    let process = try spawnDetached(
      SpawnRequest(
        executable: "/usr/bin/playerctl", arguments: arguments,
        environment: ["DBUS_SESSION_BUS_ADDRESS": address, "PATH": "/usr/bin:/bin"],
        standardOutput: output.fileHandleForWriting.fileDescriptor))
    try output.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    _ = try TestDevice.collect(process)
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
