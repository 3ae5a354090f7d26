import ControlAPI
import Foundation
import Testing

@testable import Stories

/// `Documentation/stories.md` is what the sources say.
struct StoryPageTests {
  private func page() throws -> String {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: root.appending(path: "Documentation/stories.md"), encoding: .utf8)
  }

  @Test("The page lists every verb")
  func verbs() throws {
    let page = try page()
    for verb in StoryVerbs.all { #expect(page.contains("`\(verb.name)`"), "\(verb.name)") }
  }

  @Test("The story on the page is one")
  func example() throws {
    let text = try page().components(separatedBy: "```yaml\n")[1].components(separatedBy: "```")[0]
    #expect(try Story(reading: Array(text.utf8), file: "page.yaml").steps.count == 7)
  }
}
