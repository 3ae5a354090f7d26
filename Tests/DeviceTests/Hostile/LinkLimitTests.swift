import AppLink
import ControlAPI
import Foundation
import Glibc
import Multitasking
import Testing

/// What apps and clients say is bounded by the device, whatever program says it.
struct LinkLimitTests {
  static let app: AppID = "com.example.talker"

  /// A line of a shell script that says something on the link.
  static func say(_ message: AppMessage, times: Int = 1) throws -> String {
    let octal = try Frame.encode(message).map {
      let digits = String($0, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    return "printf '\(String(repeating: octal.joined(), count: times))' >&3"
  }

  static func reports(in entries: [JournalEntry]) -> [(at: Instant, tasks: Multitasking.OpenTasks)]
  {
    entries.compactMap {
      guard case .event(.backgroundTasks(app, let tasks), _) = $0.content else { return nil }
      return ($0.at, tasks)
    }
  }

  @Test("A report of tasks is cut to its limits, whoever made it")
  func hugeReport() async throws {
    try await scenario { device in
      let name = String(repeating: "n", count: 500)
      let tasks = AppMessage.OpenTasks(
        count: -3, names: Array(repeating: name, count: 100),
        lastEnded: "e" + String(repeating: "\u{301}", count: 5_000))
      let script = try [
        Self.say(.hello(protocolVersion: LinkLimits.protocolVersion)),
        Self.say(.backgroundTasks(tasks)), "exec sleep 3600",
      ].joined(separator: "\n")
      try device.install(ProbeBundle(Self.app, script: script))
      try device.open(Self.app)
      try device.wait(for: "a report") { !Self.reports(in: $0).isEmpty }
      let report = try #require(Self.reports(in: device.entries).first).tasks
      #expect(report.count == 0)
      #expect(report.names.count == LinkLimits.taskNamesMax)
      #expect(report.names.allSatisfy { $0.count == LinkLimits.taskNameLengthMax })
      #expect(try #require(report.lastEnded).utf8.count <= 4 * LinkLimits.taskNameLengthMax)
    }
  }

  @Test("An app that says too much is heard a little at a time, and completely")
  func manyMessages() async throws {
    try await scenario { device in
      let count = LinkLimits.messagesPerSecondMax * 5 / 2
      let report = AppMessage.backgroundTasks(AppMessage.OpenTasks(count: 1, names: ["x"]))
      let hundred = try Self.say(report, times: 100)
      let script = """
        \(try Self.say(.hello(protocolVersion: LinkLimits.protocolVersion)))
        i=0; while [ $i -lt \(count / 100) ]; do \(hundred); i=$((i+1)); done
        exec sleep 3600
        """
      try device.install(ProbeBundle(Self.app, script: script))
      try device.open(Self.app)
      try device.wait(for: "\(count) reports") { Self.reports(in: $0).count >= count }
      let reports = Self.reports(in: device.entries)
      #expect(reports.count == count)
      let time = try #require(reports.last).at.nanoseconds - #require(reports.first).at.nanoseconds
      #expect(time > 1_900_000_000)
    }
  }

  @Test("A log of long entries is told in as many answers as it takes")
  func longLog() async throws {
    try await scenario { device in
      let long = "unknown:" + String(repeating: "/", count: 8_000)
      for _ in 0..<1_300 { _ = try? device.call(.openURL(url: long)) }
      var numbers: [UInt64] = []
      try device.stream(.log(count: 2_000, app: nil, follow: false)) {
        if case .entries(let entries) = $0 { numbers += entries.map(\.number) }
      }
      #expect(numbers.count > 200)
      #expect(numbers == Array(try #require(numbers.first)...(try #require(numbers.last))))
      #expect(try #require(numbers.last) >= 1_300)
    }
  }

  @Test("What Foundation can't parse as a URL reaches no app")
  func noURL() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app, schemes: ["app"]))
      let error = #expect(throws: ControlError.self) {
        try device.call(.openURL(url: "app://[bad"))
      }
      #expect(error?.code == .refused)
      #expect(error?.nextStep != nil)
      #expect(try device.state(Self.app) == .notRunning)
    }
  }

  @Test("Whoever asks for the views of an app that ends is told at once")
  func viewsOfAnEndedApp() async throws {
    try await scenario(realOnly: "a moment in the middle of a request") { device in
      let script = try Self.say(.hello(protocolVersion: LinkLimits.protocolVersion))
      try device.install(ProbeBundle(Self.app, script: script + "\nexec sleep 3600"))
      let pid = try device.launch(Self.app)
      let client = try #require(RawClient(device.paths.controlSocket))
      client.send(
        json: #"{"id":1,"version":1,"command":{"describeViews":{"app":"com.example.talker"}}}"#)
      try device.catchUp()
      kill(pid, SIGKILL)
      let start = ContinuousClock.now
      #expect(try client.answer()?.error?.code == .refused)
      #expect(ContinuousClock.now - start < .seconds(4))
    }
  }

  @Test("A removed app is gone when the answer comes, also if it was running")
  func uninstallWhileRunning() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app)
      try device.call(.uninstall(app: Self.app))
      let folders = try FileManager.default.contentsOfDirectory(atPath: device.paths.bundles)
      #expect(folders.isEmpty)
      #expect(throws: ControlError.self) { try device.info(Self.app) }
    }
  }

  @Test("The folder of all devices is absolute")
  func homes() {
    let current = FileManager.default.currentDirectoryPath
    #expect(DevicePaths.home(["GREENROOM_HOME": "/x", "HOME": "/h"]) == "/x")
    #expect(DevicePaths.home(["GREENROOM_HOME": "x", "HOME": "/h"]) == current + "/x")
    #expect(DevicePaths.home(["HOME": "/h"]) == "/h/.local/share/greenroom")
    #expect(!DevicePaths.home([:]).hasPrefix("/tmp/"))
    #expect(DevicePaths.home([:]).hasPrefix("/"))
  }
}
