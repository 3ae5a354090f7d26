import CVirtualTime
import Foundation
import Synchronization

/// One run of one device test in a process of its own, and what came of it.
package struct Child: Sendable {
  /// What went wrong in a run.
  package struct Problem: Sendable {
    package var message: String
    package var location: Location?
  }

  package struct Location: Sendable, Codable {
    package var fileID: String
    package var filePath: String
    package var line: Int
    package var column: Int
  }

  /// How the test's program is told to run this one test only.
  package var arguments: @Sendable (_ eventsPath: String) -> [String]
  package var testCase: String
  package var configuration: DeviceConfiguration
  /// The test as people name it to a filter.
  package var filter: String

  package init(
    arguments: @escaping @Sendable (String) -> [String], testCase: String,
    configuration: DeviceConfiguration, filter: String
  ) {
    self.arguments = arguments
    self.testCase = testCase
    self.configuration = configuration
    self.filter = filter
  }

  /// Runs the test with one seed. Blocks until the process has ended or its time is over.
  package func run(seed: UInt64) -> [Problem] {
    let files = FileManager.default
    let folder = files.temporaryDirectory.path + "/greenroom-test-" + UUID().uuidString
    defer { try? files.removeItem(atPath: folder) }
    do {
      for name in ["home", "tmp"] {
        try files.createDirectory(
          atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      }
    } catch {
      return [Problem(message: "the folder of the test could not be made: \(error)")]
    }
    let report = ReportFiles(folder: folder)
    let end: End
    do {
      end = try start(seed: seed, report)
    } catch {
      return [Problem(message: "the test's process could not be started: \(error)")]
    }
    let reader = ReportReader(files: report)
    if RunnerOptions.showsOutput { print(reader.output) }
    var problems = reader.issues(of: testCase) + reader.failures
    let summary = reader.summary
    problems += (summary?.faults ?? []).map { Problem(message: $0) }
    if problems.isEmpty, let message = objection(to: end, reader) {
      problems = [Problem(message: message)]
    }
    guard !problems.isEmpty else { return [] }
    let context = reader.context(
      seed: seed, replay: "greenroom test --seed \(seed) --filter '\(filter)'")
    return problems.map { Problem(message: $0.message + "\n" + context, location: $0.location) }
  }

  private enum End {
    case exited(Int32)
    case signaled(Int32)
    case tooSlow
  }

  private func start(seed: UInt64, _ report: ReportFiles) throws -> End {
    let process = Process()
    // The link itself would lead to whatever program Foundation starts children with.
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments(report.events)
    process.environment = ChildEnvironment(folder: report.folder, testCase: testCase)
      .variables(seed: seed, start: configuration.start)
    try Data().write(to: URL(fileURLWithPath: report.output))
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: report.output))
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    let hasEnded = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in hasEnded.signal() }
    try process.run()
    try? output.close()
    if hasEnded.wait(timeout: .now() + RunnerOptions.timeLimit) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      hasEnded.wait()
      return .tooSlow
    }
    return process.terminationReason == .exit
      ? .exited(process.terminationStatus) : .signaled(process.terminationStatus)
  }

  /// What is wrong with the end of a process that reported nothing else.
  private func objection(to end: End, _ reader: ReportReader) -> String? {
    switch end {
    case .exited(0): reader.summary == nil ? "the test did not run in its process" : nil
    case .exited(VIRTUAL_TIME_EXIT_QUIESCENT):
      "nothing in the test's process can run any more"
    case .exited(VIRTUAL_TIME_EXIT_STUCK):
      "the test's process did what virtual time can't follow"
    case .exited(let code): "the test's process exited with code \(code)"
    case .signaled(let signal): "the test's process crashed with signal \(signal)"
    case .tooSlow:
      "the test did not end within \(RunnerOptions.timeLimit) s of real time"
        + " (GREENROOM_TEST_TIMEOUT)"
    }
  }
}

/// What the environment says about runs of device tests.
package enum RunnerOptions {
  private static let environment = ProcessInfo.processInfo.environment

  /// Seconds of real time for one run.
  static let timeLimit = environment["GREENROOM_TEST_TIMEOUT"].flatMap(Double.init) ?? 60

  /// Whether what tests print is shown also when they pass.
  static let showsOutput = environment["GREENROOM_TEST_OUTPUT"] == "1"

  /// The seeds to run with: those of the test unless the environment says otherwise.
  package static func seeds(_ own: [UInt64]) -> [UInt64] {
    if let seed = environment["GREENROOM_SEED"].flatMap(UInt64.init) { return [seed] }
    if let count = environment["GREENROOM_SEEDS"].flatMap(UInt64.init) { return Array(0..<count) }
    return own
  }

  /// Runs at the same time.
  package static let width = max(1, ProcessInfo.processInfo.activeProcessorCount)
}
