import ControlAPI
import FoundationEssentials
import Glibc
import Multitasking

/// The booted device and the one app on it, driven over the control socket.
final class BenchmarkDevice {
  static let app: AppID = "dev.greenroom.TaskPairs"
  /// Long enough for everything that a command sets off; nobody waits on a socket meanwhile, which
  /// would cost the device time.
  static let settleMilliseconds = 8

  let processID: pid_t
  private let client: ControlClient

  init(_ programs: Programs) throws {
    client = try ControlClient(
      connectingTo: DevicePaths(folder: programs.home + "/devices/bench").controlSocket)
    guard case .device(let info) = try client.call(.status) else {
      throw BenchmarkError("the device does not say what it is")
    }
    processID = info.pid
  }

  func call(_ command: ControlCommand) throws { try client.call(command) }

  /// Sends a command and lets it take effect.
  func perform(_ command: ControlCommand) throws {
    try client.call(command)
    Stopwatch.pause(milliseconds: BenchmarkDevice.settleMilliseconds)
  }

  /// The latest entries of the journal.
  func journal(_ count: Int) throws -> [JournalEntry] {
    var entries: [JournalEntry] = []
    try client.stream(.log(count: count, app: nil, follow: false)) {
      if case .entries(let part) = $0 { entries += part }
    }
    return entries
  }

  /// The numbers in the line that begins with a word and that the app prints after a command.
  func printed(_ word: String, after command: ControlCommand) throws -> [Int64] {
    let last = try journal(1).last?.number ?? 0
    try client.call(command)
    for _ in 0..<500 {
      for entry in try journal(50) where entry.number > last {
        guard case .output(_, let line) = entry.content, line.hasPrefix(word + " ") else {
          continue
        }
        return line.split(separator: " ").dropFirst().compactMap { Int64($0) }
      }
      Stopwatch.pause(milliseconds: 10)
    }
    throw BenchmarkError("the app did not print \"\(word)\"")
  }
}
