import AppLink
import Foundation
import Synchronization

/// A device for the recipe: starts it with a link, and answers what it asks about sound, from a thread of
/// its own.
final class RecipeDevice: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  private struct State {
    var requests: [AudioRequest] = []
    var lines: [String] = []
    var lastID: UInt64 = 0
    var isOver = false
  }

  private let state = Mutex(State())
  private let writing = Mutex<Void>(())
  private let changed = DispatchSemaphore(value: 0)
  private let link: Int32
  private let process: Int32
  private let bundle: URL
  private let answer: @Sendable (AudioRequest) -> AudioAnswer

  /// - Parameters:
  ///   - tracks: files for the bundle.
  ///   - answer: what the device says about sound.
  init(
    arguments: [String] = [], tracks: [(name: String, bytes: Data)],
    answer: @escaping @Sendable (AudioRequest) -> AudioAnswer
  ) throws {
    self.answer = answer
    bundle = FileManager.default.temporaryDirectory
      .appending(path: "\(UUID().uuidString)/MusicPlayer.app")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    for track in tracks { try track.bytes.write(to: bundle.appending(path: track.name)) }
    let executable = bundle.appending(path: "MusicPlayer")
    try FileManager.default.copyItem(
      at: RecipeDevice.products.appending(path: "MusicPlayer"), to: executable)
    try FileManager.default.copyItem(
      at: RecipeDevice.recipe.appending(path: "Info.plist"),
      to: bundle.appending(path: "Info.plist"))

    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw Failure("no socket pair")
    }
    link = ends[0]
    _ = fcntl(link, F_SETFD, FD_CLOEXEC)
    let output = Pipe()
    let child = Process()
    child.executableURL = executable
    child.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment[LinkLimits.EnvironmentKey.link] = "0"
    environment[LinkLimits.EnvironmentKey.bundlePath] = bundle.path
    child.environment = environment
    child.standardInput = FileHandle(fileDescriptor: ends[1])
    child.standardOutput = output
    try child.run()
    close(ends[1])
    process = child.processIdentifier
    read(output.fileHandleForReading.fileDescriptor, output) { [self] in take(printed: $0) }
    let messages = Mutex(FrameDecoder())
    read(link, nil) { [self] bytes in
      messages.withLock { decoder in
        decoder.append(bytes)
        while let payload = try? decoder.next() {
          if let message = try? Frame.decode(AppMessage.self, from: payload) { take(message) }
        }
      }
    }
  }

  /// Reads on a thread of its own until nothing comes any more.
  private func read(
    _ descriptor: Int32, _ owner: AnyObject?, _ take: @escaping @Sendable ([UInt8]) -> Void
  ) {
    let owner = Owner(object: owner)
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0 else { break }
        take(Array(buffer[..<count]))
      }
      withExtendedLifetime(owner) { state.withLock { $0.isOver = true } }
      changed.signal()
    }
  }

  private struct Owner: @unchecked Sendable {
    // Unchecked: only kept.
    let object: AnyObject?
  }

  func end() {
    kill(process, SIGKILL)
    shutdown(link, Int32(SHUT_RDWR))
    try? FileManager.default.removeItem(at: bundle.deletingLastPathComponent())
  }

  // MARK: What the app says

  private func take(_ message: AppMessage) {
    guard case .audio(let number, let request) = message else { return }
    state.withLock { $0.requests.append(request) }
    if number != AppMessage.unasked { send(.audioAnswer(request: number, answer(request))) }
    changed.signal()
  }

  private func take(printed bytes: [UInt8]) {
    // The app writes line by line.
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    state.withLock { $0.lines += lines }
    changed.signal()
  }

  var requests: [AudioRequest] { state.withLock { $0.requests } }

  /// Waits for a line of standard output after those that were waited for.
  func wait(for line: String) throws { try wait(line) { $0 == line } }

  /// Waits for a line that begins so.
  func wait(until start: String) throws { try wait(start) { $0.hasPrefix(start) } }

  private func wait(_ text: String, _ isMeant: (String) -> Bool) throws {
    let deadline = DispatchTime.now() + 20
    while true {
      let (isThere, isOver, lines) = state.withLock { state in
        guard let index = state.lines.firstIndex(where: isMeant) else {
          return (false, state.isOver, state.lines)
        }
        state.lines.removeFirst(index + 1)
        return (true, false, [])
      }
      if isThere { return }
      guard !isOver, changed.wait(timeout: deadline) == .success else {
        throw Failure("the app did not print \(text.debugDescription), but \(lines)")
      }
    }
  }

  // MARK: What the app hears

  func send(_ message: DeviceMessage) {
    let id = state.withLock {
      $0.lastID += 1
      return $0.lastID
    }
    guard let frame = try? Frame.encode(Delivery(id: id, message: message)) else { return }
    writing.withLock { _ in
      _ = Glibc.send(link, frame, frame.count, Int32(MSG_NOSIGNAL))
    }
  }

  func launch(systemVersion: String) {
    send(
      .launch(
        DeviceMessage.Launch(
          lifeCycle: .application, initialState: .inactive, url: nil,
          device: DeviceMessage.DeviceDescription(
            name: "Desk", model: "iPhone", systemName: "iOS", systemVersion: systemVersion,
            identifierForVendor: "7C9E6679-7425-40DE-944B-E07FC1F90AE7", screenWidth: 390,
            screenHeight: 844, screenScale: 3),
          environment: DeviceMessage.Environment(
            batteryLevel: nil, batteryState: "unknown", isLowPowerModeEnabled: false,
            orientation: "portrait", locale: "en_US"),
          installedSchemes: [], isMultitaskingSupported: true, backgroundTasksMax: 1_000,
          backgroundTaskWarningAge: nil, postsWillEnterForegroundFirst: false, lastExit: nil)))
    send(.didBecomeActive(scene: ""))
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

  private static var recipe: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Recipes/MusicPlayer")
  }
}
