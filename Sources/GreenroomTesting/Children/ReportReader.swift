import Foundation

/// Reads what a test's process has left.
struct ReportReader {
  let files: ReportFiles

  /// Lines of the journal and of the output that go with a failure.
  private static let linesMax = 30

  var output: String { text(files.output) }

  var summary: TestReport.Summary? {
    FileManager.default.contents(atPath: files.summary).flatMap {
      try? JSONDecoder().decode(TestReport.Summary.self, from: $0)
    }
  }

  /// Issues from Swift Testing's event stream, other than known ones.
  func issues(of testCase: String) -> [Child.Problem] {
    lines(files.events).compactMap { line in
      guard let record = try? JSONDecoder().decode(EventRecord.self, from: Data(line.utf8)),
        record.payload.kind == "issueRecorded", let issue = record.payload.issue,
        issue.isKnown != true, issue.severity != "warning"
      else { return nil }
      var text = (record.payload.messages ?? []).map(\.text).joined(separator: "\n")
      if text.hasPrefix("Time limit was exceeded") {
        text +=
          "\n.timeLimit counts the time of the device; give it more, or leave it out: real time "
          + "is limited by GREENROOM_TEST_TIMEOUT"
      }
      return Child.Problem(message: text, location: issue.sourceLocation?.location)
    }
  }

  /// Failures that XCTest recorded.
  var failures: [Child.Problem] {
    lines(files.failures).compactMap { line in
      guard
        let failure = try? JSONDecoder().decode(TestReport.Failure.self, from: Data(line.utf8))
      else { return nil }
      return Child.Problem(
        message: failure.message,
        location: Child.Location(
          fileID: failure.file, filePath: failure.file, line: failure.line, column: 1))
    }
  }

  /// What goes with every failure: how to see it again, why apps are where they are, what happened.
  func context(seed: UInt64, replay: String) -> String {
    var text = ["seed \(seed); to see it again: \(replay)"]
    if let summary {
      text.append("\(summary.elapsed) after the start:")
      text += summary.explanations
    }
    let journal = lines(files.journal)
    if !journal.isEmpty {
      text.append("what happened last:")
      text += journal.suffix(Self.linesMax).map(String.init)
    }
    // The runner's own lines say again what the failure says.
    let printed = lines(files.output).filter { line in
      !["◇", "✔", "✘", "↳", "Test ", "\t Executed"].contains { line.hasPrefix($0) }
        && !line.contains(": error: ")
    }
    if !printed.isEmpty {
      text.append("what it printed last:")
      text += printed.suffix(Self.linesMax).map(String.init)
    }
    return text.joined(separator: "\n")
  }

  private func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  private func lines(_ path: String) -> [Substring] {
    text(path).split(separator: "\n", omittingEmptySubsequences: true)
  }
}

/// A line of Swift Testing's event stream, version 0, as far as it matters here.
private struct EventRecord: Decodable {
  struct Payload: Decodable {
    var kind: String
    var issue: Issue?
    var messages: [Message]?
  }

  struct Issue: Decodable {
    var isKnown: Bool?
    var severity: String?
    var sourceLocation: SourceLocation?

    private enum CodingKeys: String, CodingKey {
      case isKnown, sourceLocation
      case severity = "_severity"
    }
  }

  struct Message: Decodable { var text: String }

  struct SourceLocation: Decodable {
    var fileID: String
    var filePath: String?
    var oldFilePath: String?
    var line: Int
    var column: Int

    private enum CodingKeys: String, CodingKey {
      case fileID, filePath, line, column
      case oldFilePath = "_filePath"
    }

    var location: Child.Location {
      Child.Location(
        fileID: fileID, filePath: filePath ?? oldFilePath ?? fileID, line: line, column: column)
    }
  }

  var payload: Payload
}
