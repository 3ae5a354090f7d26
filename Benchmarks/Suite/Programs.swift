import CLinux
import FoundationEssentials
import Glibc
import ProcessControl

/// A failure of a benchmark, in a sentence.
struct BenchmarkError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// Starts programs and waits for their end.
enum Program {
  /// Nanoseconds from before the start to after the end.
  static func time(_ path: String, _ arguments: [String] = []) throws -> Int64 {
    var strings: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    strings.append(nil)
    defer { for string in strings { free(string) } }
    var status: CInt = 0
    let time = Stopwatch.time {
      var processID = pid_t()
      status = posix_spawn(&processID, path, nil, nil, strings, greenroom_environment())
      if status == 0 { waitpid(processID, &status, 0) }
    }
    guard status == 0 else { throw BenchmarkError("\(path) \(arguments) failed: \(status)") }
    return time
  }

  /// What a program prints.
  static func output(_ path: String, _ arguments: [String]) throws -> Data {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw BenchmarkError("pipe: errno \(errno)") }
    let reading = OwnedDescriptor(owning: ends[0])
    var writing: OwnedDescriptor? = OwnedDescriptor(owning: ends[1])
    let program = try spawnDetached(
      SpawnRequest(
        executable: path, arguments: arguments, standardOutput: writing?.rawValue,
        standardError: STDERR_FILENO))
    writing = nil
    var output = Data()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(reading.rawValue, &buffer, buffer.count), count > 0 {
      output.append(contentsOf: buffer[..<count])
    }
    while try program.reap() == nil { Stopwatch.pause(milliseconds: 1) }
    return output
  }
}

/// The kernel's own time for a freeze and a thaw: `Benchmarks/raw/freeze_raw.c`.
struct RawFreezer: Decodable {
  var freeze_confirmed: Figure
  var thaw_to_answer: Figure

  static func run(
    _ path: String, _ kind: FreezerKind, rounds: Int, pauseMicroseconds: Int, in cgroup: String
  ) throws -> RawFreezer {
    let output = try Program.output(
      path, [kind.rawValue, "\(rounds)", cgroup, "\(pauseMicroseconds)"])
    return try JSONDecoder().decode(RawFreezer.self, from: output)
  }
}
