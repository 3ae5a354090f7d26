import Foundation
import Glibc
import Multitasking
import Synchronization

/// What a test's process tells the process that started it, in files of one folder, so that as much
/// as possible is there also if it crashes.
package final class TestReport: Sendable {
  /// What the device says about itself, written after every verb.
  struct Summary: Codable {
    var elapsed: String
    /// One for each app: why it is in its state, and what comes next.
    var explanations: [String]
    /// What stands in no issue: a world that stands still, a broken rule.
    var faults: [String]
  }

  /// A failure that was not recorded through Swift Testing.
  package struct Failure: Codable {
    package var message: String
    package var file: String
    package var line: Int

    package init(message: String, file: String, line: Int) {
      self.message = message
      self.file = file
      self.line = line
    }
  }

  /// That of this process, if it runs a device test.
  package static let current = ChildEnvironment.current.map { TestReport(folder: $0.folder) }

  private let files: ReportFiles
  private let journal: Int32
  private let start = Mutex<Instant?>(nil)

  private init(folder: String) {
    files = ReportFiles(folder: folder)
    journal = open(files.journal, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  }

  func appendJournal(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(journal, bytes, bytes.count)
  }

  package func append(_ failure: Failure) {
    guard let line = try? JSONEncoder().encode(failure) else { return }
    let descriptor = open(files.failures, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    let bytes = Array(line) + [UInt8(ascii: "\n")]
    _ = write(descriptor, bytes, bytes.count)
    close(descriptor)
  }

  /// Called on the driver's thread.
  func update(_ driver: Driver, fault: String? = nil) {
    let start = start.withLock { start in
      if start == nil { start = driver.now }
      return start ?? driver.now
    }
    let summary = Summary(
      elapsed: start.duration(to: driver.now).spoken,
      explanations: driver.board.apps.compactMap { app in
        driver.board.explain(app).map { "\(app) is \($0)" }
      }, faults: driver.board.faults + (fault.map { [$0] } ?? []))
    guard let data = try? JSONEncoder().encode(summary) else { return }
    try? data.write(to: URL(fileURLWithPath: files.summary))
  }
}

/// The files of a report.
struct ReportFiles {
  let folder: String

  var summary: String { folder + "/summary.json" }
  var journal: String { folder + "/journal.txt" }
  var failures: String { folder + "/failures.jsonl" }
  /// Swift Testing's own.
  var events: String { folder + "/events.jsonl" }
  var output: String { folder + "/output.txt" }
}
