import AppLink
import Foundation

/// A device of a few lines: starts the probe with a link, sends one message at a time and reads
/// what the probe prints and answers.
///
/// The probe prints before it answers, and prints line by line: when the answer is here, so is
/// what was printed.
final class FakeDevice {
  private let process = Process()
  private let link: Int32
  private let output = Pipe()
  private let errors = Pipe()
  private var decoder = FrameDecoder()
  private var printed = ""
  private var lastID: UInt64 = 0

  /// Everything that the app sent except `hello`, `started`, `handled` and snapshots.
  private(set) var otherMessages: [AppMessage] = []

  /// The pictures that the app left, which come unasked.
  private(set) var snapshots: [DisplayList] = []

  init(
    _ arguments: [String] = [], bundle: String? = "Application", linkValue: String? = "0",
    executable: String = "LifeCycleProbe"
  ) throws {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw Failure("no socket pair")
    }
    link = ends[0]
    _ = fcntl(link, F_SETFD, FD_CLOEXEC)
    process.executableURL = Self.products.appendingPathComponent(executable)
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment[LinkLimits.EnvironmentKey.link] = linkValue
    environment[LinkLimits.EnvironmentKey.bundlePath] = bundle.map { "\(Self.bundles)/\($0)" }
    process.environment = environment
    process.standardInput = FileHandle(fileDescriptor: ends[1])
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    close(ends[1])
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(link)
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  // MARK: Talking

  /// Waits for the app's first message.
  func hello() throws -> AppMessage { try next() }

  /// Sends `message` and waits until the app has handled it.
  ///
  /// - Returns: the lines that the app printed meanwhile.
  @discardableResult
  func send(_ message: DeviceMessage) throws -> [String] { try exchange(message).lines }

  /// Sends `message` and waits until the app has handled it.
  func exchange(
    _ message: DeviceMessage
  ) throws -> (lines: [String], tasks: AppMessage.OpenTasks?) {
    let id = try post(message)
    guard try nextOfDelivery() == .started(id: id) else { throw Failure("no started") }
    guard case .handled(let answer) = try nextOfDelivery(), answer.id == id else {
      throw Failure("no handled")
    }
    return (drainOutput(), answer.tasks)
  }

  /// Sends `message` without waiting.
  @discardableResult
  func post(_ message: DeviceMessage) throws -> UInt64 {
    lastID += 1
    try post(bytes: Frame.encode(Delivery(id: lastID, message: message)))
    return lastID
  }

  func post(bytes: [UInt8]) throws {
    guard Glibc.send(link, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Failure("the app does not take messages")
    }
  }

  func closeLink() { shutdown(link, Int32(SHUT_RDWR)) }

  /// The next message that is not part of a delivery.
  func nextOther() throws -> AppMessage {
    if otherMessages.isEmpty { otherMessages.append(try next()) }
    return otherMessages.removeFirst()
  }

  private func nextOfDelivery() throws -> AppMessage {
    while true {
      let message = try next()
      switch message {
      case .started, .handled: return message
      default: otherMessages.append(message)
      }
    }
  }

  private func next() throws -> AppMessage {
    while true {
      if let payload = try decoder.next() {
        let message = try Frame.decode(AppMessage.self, from: payload)
        guard case .snapshot(let content) = message else { return message }
        snapshots.append(content)
        continue
      }
      guard try wait(for: link, seconds: 20) else { throw Failure("the app says nothing") }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(link, &buffer, buffer.count)
      guard count > 0 else { throw Failure("the app closed its link; stderr: \(errorOutput())") }
      decoder.append(buffer[..<count])
    }
  }

  // MARK: Watching

  /// Complete lines of standard output that were not returned before.
  func drainOutput() -> [String] {
    let descriptor = output.fileHandleForReading.fileDescriptor
    while (try? wait(for: descriptor, seconds: 0)) == true {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      printed += String(decoding: buffer[..<count], as: UTF8.self)
    }
    var lines = printed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    printed = lines.popLast() ?? ""
    return lines
  }

  /// Waits for a line of standard output.
  func nextLines() throws -> [String] {
    guard try wait(for: output.fileHandleForReading.fileDescriptor, seconds: 20) else {
      throw Failure("the app prints nothing")
    }
    return drainOutput()
  }

  /// Waits for a line of standard output that begins so.
  ///
  /// - Returns: it, and what came with it and before it.
  func nextLine(_ start: String) throws -> (line: String, all: [String]) {
    var all: [String] = []
    while true {
      all += try nextLines()
      if let line = all.first(where: { $0.hasPrefix(start) }) { return (line, all) }
    }
  }

  /// Waits for the end of the process.
  func exitCode() throws -> Int32 {
    let deadline = Date(timeIntervalSinceNow: 20)
    while process.isRunning {
      guard Date() < deadline else { throw Failure("the app does not end") }
      usleep(2_000)
    }
    return process.terminationReason == .exit
      ? process.terminationStatus : -process.terminationStatus
  }

  /// Standard error, to its end: for apps that have ended.
  func errorOutput() -> String {
    String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// What is there of standard error.
  func nextErrorOutput() throws -> String {
    guard try wait(for: errors.fileHandleForReading.fileDescriptor, seconds: 20) else {
      throw Failure("nothing on standard error")
    }
    return String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
  }

  private func wait(for descriptor: Int32, seconds: Int32) throws -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = Glibc.poll(&poll, 1, seconds * 1000)
    if count < 0 { throw Failure("poll: \(errno)") }
    return count > 0
  }

  // MARK: Where things are

  /// Built next to the test runner.
  private static var products: URL {
    URL(
      fileURLWithPath: (try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/exe")) ?? ""
    )
    .deletingLastPathComponent()
  }

  private static var bundles: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/LifeCycleProbe/Bundles").path
  }
}
