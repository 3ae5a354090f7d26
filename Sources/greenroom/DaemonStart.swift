import ControlAPI
import Glibc
import ProcessControl

/// Starts the daemon of a device, and waits until the device is ready.
struct DaemonStart {
  var paths: DevicePaths
  /// Whether the device's folder has just been made, and goes when it can't boot.
  var isNew: Bool
  var arguments: [String] = []
  var environment = ProgramEnvironment.values

  /// Returns the daemon, and what it has to say after it was ready.
  @discardableResult
  func run() throws -> (SpawnedProcess, LineReader) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(.system, "pipe: errno \(errno)") }
    let reading = OwnedDescriptor(owning: ends[0])
    var writing: OwnedDescriptor? = OwnedDescriptor(owning: ends[1])
    let log = try openLog()
    let daemon = try spawnDetached(
      SpawnRequest(
        executable: try daemonPath(),
        arguments: [paths.folder, "--ready-fd", "3"] + arguments, environment: environment,
        directory: "/", standardOutput: log.rawValue, standardError: log.rawValue,
        link: writing?.rawValue))
    writing = nil
    let lines = LineReader(reading)
    let answer = lines.next() ?? ""
    guard answer == "ready" else {
      _ = try? daemon.reap()
      throw Failure(
        .system,
        answer.isEmpty
          ? "greenroomd ended before the device was ready" : "\(paths.name) can't boot: \(answer)",
        nextStep: hint(answer))
    }
    return (daemon, lines)
  }

  /// The last lines that a daemon has written.
  static func logEnd(_ paths: DevicePaths, lines count: Int) -> [String] {
    let number = open(paths.daemonLog, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return [] }
    return readAll(OwnedDescriptor(owning: number)).split(separator: "\n").suffix(count)
      .map(String.init)
  }

  /// Where more is told, or what, when the log goes with the folder.
  private func hint(_ answer: String) -> String? {
    guard let last = DaemonStart.logEnd(paths, lines: 1).last else { return nil }
    guard isNew else { return "its log is \(paths.daemonLog)" }
    return !answer.isEmpty && last.hasSuffix(answer) ? nil : "its log ended with: \(last)"
  }

  private func openLog() throws -> OwnedDescriptor {
    let number = open(paths.daemonLog, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard number >= 0 else {
      throw Failure(
        .system, "\(paths.daemonLog) can't be written: \(String(cString: strerror(errno)))",
        nextStep: "set GREENROOM_HOME to a folder that you can write")
    }
    return OwnedDescriptor(owning: number)
  }

  /// Beside this program.
  private func daemonPath() throws -> String {
    let path = OwnProgram.folder + "/greenroomd"
    guard access(path, X_OK) == 0 else {
      throw Failure(
        .system, "greenroomd is not beside greenroom (\(path))",
        nextStep: "`make install` puts both in one place")
    }
    return path
  }

  static func readAll(_ descriptor: OwnedDescriptor) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor.rawValue, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}

/// Where this program lies.
enum OwnProgram {
  static let folder: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(
      decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }()
}

/// Lines of a pipe, as they come.
final class LineReader {
  private let descriptor: OwnedDescriptor
  private var rest: [UInt8] = []

  init(_ descriptor: OwnedDescriptor) { self.descriptor = descriptor }

  /// Waits for the next line; nil at the end.
  func next() -> String? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        return line
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor.rawValue, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        defer { rest = [] }
        return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
      }
      rest += buffer[..<count]
    }
  }
}
