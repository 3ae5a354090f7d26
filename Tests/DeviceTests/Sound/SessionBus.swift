import Foundation
import Testing

/// A session bus of the test's own, as `dbus-daemon` makes one.
final class SessionBus: @unchecked Sendable {
  // Set up once; afterwards only read.
  let address: String
  private let daemon: Process

  init() throws {
    let output = Pipe()
    daemon = Process()
    daemon.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    daemon.arguments = ["--session", "--nofork", "--print-address"]
    daemon.standardOutput = output
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = try #require(line.split(separator: "\n").first.map(String.init))
  }

  func stop() {
    daemon.terminate()
    daemon.waitUntilExit()
  }

  /// What `playerctl` prints.
  func playerctl(_ arguments: String...) throws -> String {
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/playerctl")
    process.arguments = arguments
    process.environment = ["DBUS_SESSION_BUS_ADDRESS": address, "PATH": "/usr/bin:/bin"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
