import Foundation
import Testing

/// `Documentation/virtual-time.md` says what the library says.
@Suite(.serialized) struct DocumentTests {
  private let page = ProbeRun.root.appending(path: "Documentation/virtual-time.md")

  /// The part of the page between two marks, and how it should read.
  private func check(_ mark: String, is expected: String) throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: "<!-- \(mark): checked by VirtualTimeTests -->\n"))
    let end = try #require(text.range(of: "<!-- end -->", range: start.upperBound..<text.endIndex))
    let part = start.upperBound..<end.lowerBound
    if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTS"] != nil {
      try text.replacingCharacters(in: part, with: expected).write(
        to: page, atomically: true, encoding: .utf8)
    } else {
      #expect(text[part] == expected)
    }
  }

  @Test func `The table of calls in the document is the library's`() throws {
    var lines = ["| group | call | in virtual time |", "|---|---|---|"]
    for call in try CallTable().calls {
      lines.append("| \(call.group) | `\(call.name)` | \(call.does) |")
    }
    try check("calls", is: lines.joined(separator: "\n") + "\n")
  }

  @Test func `The limits in the document are the library's`() throws {
    let meanings = [
      ("PROCESSES_MAX", "processes at a time"),
      ("THREADS_MAX", "threads of a process at a time"),
      ("TIMERS_MAX", "timer descriptors of a process"),
      ("APPLICANTS_MAX", "processes that begin at the same moment"),
      ("OUTSIDERS_MAX", "children at a time that are not in virtual time"),
      ("ANCESTORS_MAX", "generations over which a process is known as a descendant"),
      ("BIRTHS_MAX", "latest births whose numbers are kept"),
      ("IDLE_MAX", "threads that wait for all others at a time"),
    ]
    let limits = try Limits()
    var lines = ["| how many | of what |", "|--:|---|"]
    for (name, meaning) in meanings { lines.append("| \(limits[name]) | \(meaning) |") }
    try check("limits", is: lines.joined(separator: "\n") + "\n")
    // The others are lengths of texts, which nobody can exceed.
    let internalNames = ["NAME_BYTES", "REPORTS_MAX", "REPORT_BYTES"]
    #expect(Set(limits.names) == Set(meanings.map(\.0) + internalNames))
  }

  @Test func `Every variable that the library reads is in the document`() throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    let sources = ProbeRun.root.appending(path: "Sources/CVirtualTime")
    var names: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: sources.path())
    where file.hasSuffix(".c") {
      let source = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      for match in source.matches(of: /"(VIRTUAL_TIME_[A-Z]+)"/) { names.insert(String(match.1)) }
    }
    #expect(names.count >= 8)
    for name in names.sorted() { #expect(text.contains("| `\(name)` |"), "\(name)") }
  }
}
