import Foundation
import Testing

@Suite("The articles") struct ArticleTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Without what indentation makes different.
  private func lines(_ code: String) -> String {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }

  private func texts(in folder: String, ending: String) throws -> [(name: String, text: String)] {
    let folder = Self.root.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
      .filter { $0.hasSuffix(ending) }
      .map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
  }

  @Test("Every program in an article about a question is one that runs as a test")
  func programs() throws {
    let stories = try texts(in: "Tests/GreenroomTestingTests/Stories", ending: ".swift")
      .map { lines($0.text) }
    let articles = try texts(
      in: "Sources/GreenroomTesting/Documentation.docc", ending: ".md")
    var count = 0
    for article in articles where article.name != "GreenroomTesting.md" {
      for block in article.text.components(separatedBy: "```swift\n").dropFirst() {
        let code = lines(block.components(separatedBy: "\n```")[0])
        count += 1
        #expect(stories.contains { $0.contains(code) }, "\(article.name): \(code)")
      }
    }
    #expect(count > 15)
  }
}
