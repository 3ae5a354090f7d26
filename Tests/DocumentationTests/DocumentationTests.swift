import Foundation
import Testing

/// What the documents say is what the sources are.
struct DocumentationTests {
  let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func `The program in the README is one that builds`() throws {
    let program = try text("Tests/CompileOnly/ReadmeApp/Upload.swift")
    #expect(try text("README.md").contains("```swift\n\(program)```"))
  }

  @Test func `The page of supported members is what the sources say`() throws {
    let page = try SupportTable(root: root).page
    if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTS"] != nil {
      try page.write(
        to: root.appending(path: "Documentation/support.md"), atomically: true, encoding: .utf8)
    }
    #expect(try text("Documentation/support.md") == page)
  }

  @Test func `The README counts the supported members`() throws {
    let summary = try SupportTable(root: root).summary
    #expect(try text("README.md").contains("\(summary) members"))
  }

  @Test func `The page of the control socket lists every command and every result`() throws {
    let page = try text("Documentation/control-api.md")
    for (file, kind) in [
      ("ControlCommand", "ControlCommand"), ("ControlResponse", "ControlResult"),
    ] {
      let source = try text("Sources/ControlAPI/\(file).swift")
      let body = try #require(source.components(separatedBy: "public enum \(kind):").last)
      let cases = body.components(separatedBy: "\n}").first ?? ""
      let names = cases.matches(of: /\n  case ([a-zA-Z]+)/).map { String($0.1) }
      #expect(names.count > 10)
      for name in names { #expect(page.contains("`\(name)`"), "\(kind).\(name)") }
    }
  }

  /// `L1 L4 T10-T14` in the README's table.
  private func citedFacts() throws -> [String] {
    let readme = try text("README.md")
    let table = try #require(
      readme.components(separatedBy: "<!-- support table: checked by DocumentationTests -->")
        .dropFirst().first?.components(separatedBy: "<!-- end").first)
    var facts: [String] = []
    for match in table.matches(of: /([LTOFAGN])(\d+)(?:-[LTOFAGN](\d+))?/) {
      let first = try #require(Int(match.2))
      let last = match.3.flatMap { Int($0) } ?? first
      for number in first...max(first, last) { facts.append("\(match.1)\(number)") }
    }
    return facts
  }

  @Test func `Every fact that the README claims is cited by a test`() throws {
    var sources = ""
    let tests = root.appending(path: "Tests")
    let files = try #require(FileManager.default.enumerator(atPath: tests.path()))
    for case let path as String in files where path.hasSuffix("Tests.swift") {
      sources += try String(contentsOf: tests.appending(path: path), encoding: .utf8)
    }
    let facts = try citedFacts()
    #expect(facts.count > 40)
    for fact in facts {
      let isCited = sources.firstMatch(of: try Regex("\\b\(fact)\\b")) != nil
      #expect(isCited, "no test cites \(fact)")
    }
  }

  @Test func `Files hold one idea: none is much longer than 400 lines`()
    throws
  {
    let sources = root.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path()))
    for case let path as String in files where path.hasSuffix(".swift") {
      let lines = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines <= 420, "\(path) has \(lines) lines")
    }
  }
}
