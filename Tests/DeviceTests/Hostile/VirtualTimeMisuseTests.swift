import ControlAPI
import Foundation
import Multitasking
import Testing

/// What virtual time cannot follow ends with words in the log, soon, and the device goes on.
struct VirtualTimeMisuseTests {
  static let app: AppID = "com.example.misuse"

  /// Runs an app with a flag, lets a minute pass, and returns what the log says of it: that takes less
  /// than ten real seconds.
  private static func log(
    of flag: String, isEnded: Bool, _ expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await scenario(virtualOnly: 5, .modern) { device in
      try device.install(ProbeBundle(app))
      let began = ContinuousClock.now
      _ = try? device.launch(app, flag)
      try device.call(.advance(nanoseconds: 60_000_000_000))
      #expect(began.duration(to: .now) < .seconds(10), sourceLocation: sourceLocation)
      try device.catchUp()
      let words = device.entries.compactMap { entry -> String? in
        switch entry.content {
        case .output(app, let line): line
        case .note(let text): text
        default: nil
        }
      }
      for text in expected {
        #expect(
          words.contains { $0.contains(text) },
          "\(text) is not in:\n\(words.joined(separator: "\n"))",
          sourceLocation: sourceLocation)
      }
      #expect((try device.state(app) == .notRunning) == isEnded, sourceLocation: sourceLocation)
    }
  }

  @Test("An app that computes without end is ended, and named with its thread")
  func computes() async throws {
    try await Self.log(
      of: "--compute", isEnded: true, ["LifeCycleProbe (process 2), thread 1", "computed"])
  }

  @Test("An app that waits for the clock in a loop finds that time passes")
  func spinsOnClock() async throws {
    try await Self.log(of: "--spin-on-clock", isEnded: false, ["the clock went on"])
  }

  @Test("The network is refused, with the app, the thread and the call")
  func network() async throws {
    try await Self.log(
      of: "--connect", isEnded: false, ["LifeCycleProbe (process 2), thread 1", "connect"])
  }

  @Test("Names are not looked up, with the app, the thread and the call")
  func lookUp() async throws {
    try await Self.log(
      of: "--look-up", isEnded: false, ["LifeCycleProbe (process 2), thread 1", "getaddrinfo"])
  }

  @Test("/dev/random gives the same bytes in each run, and the log says so")
  func random() async throws {
    try await Self.log(
      of: "--open-random", isEnded: false,
      [
        "random 8 ", "LifeCycleProbe (process 2), thread 1",
        "(/dev/random) is served from the seed",
      ])
  }

  @Test("An app that is statically linked is not launched, with the reason and what to do")
  func isStatic() async throws {
    try await scenario(virtualOnly: 5, .modern) { device in
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try device.install(ProbeBundle(Self.app, program: try Self.staticProgram(in: folder)))
      let reason = "is statically linked: virtual time can't be preloaded"
      let error = #expect(throws: (any Error).self) { try device.launch(Self.app) }
      let told = error.map { "\($0)" } ?? ""
      #expect(told.contains(reason) && told.contains("-static-executable"), "\(told)")
      try device.catchUp()
      #expect(try device.state(Self.app) == .notRunning)
      #expect(JournalFollower.describe(device.entries).contains(reason))
    }
  }

  private static func staticProgram(in folder: URL) throws -> String {
    let source = folder.appending(path: "static.c").path()
    try "int main(void) { for (;;) {} }\n".write(
      toFile: source, atomically: true, encoding: .utf8)
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    let program = folder.appending(path: "static").path()
    compiler.arguments = ["clang", "-static", "-o", program, source]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return program
  }

  @Test("A deadlock ends by the launch watchdog, and the log tells who waits for what (T1)")
  func deadlock() async throws {
    try await Self.log(
      of: "--deadlock", isEnded: true,
      ["LifeCycleProbe (process 2), thread 1: waits in pthread_mutex_lock"])
  }
}
