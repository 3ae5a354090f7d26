import SeededRandom
import Testing

@testable import Stories

struct StoryTextTests {
  private func parse(_ text: String) throws -> StoryNode { try StoryText.parse(Array(text.utf8)) }

  @Test("Blocks, flows and JSON say the same")
  func forms() throws {
    let block = """
      # A story
      name: tour   # of the app
      steps:
        - open: com.example.a
        - home
        -
          expect:
            log: "it's \\"so\\": #1"
            app: 'com.example.''a'''
        - launch: {app: com.example.a, arguments: [--tick, "5", x:y]}
      """
    let json = """
      {"name": "tour", "steps": [{"open":"com.example.a"}, "home",
      \t{"expect": {"log": "it's \\"so\\": #1", "app": "com.example.'a'"}},
      {"launch": {"app": "com.example.a", "arguments": ["--tick", "5", "x:y"]}}
      ]}
      """
    let unindented = block.replacing("\n  ", with: "\n")
    #expect(try parse(block).text == parse(json).text)
    #expect(try parse(unindented).text == parse(json).text)
    #expect(try parse("---\n" + block).text == parse(json).text)
    #expect(try parse("\u{FEFF}" + block.replacing("\n", with: "\r\n")).text == parse(json).text)
  }

  @Test("Each piece knows its line")
  func lines() throws {
    guard
      case .map(let entries) = try parse("\n# c\na:\n\n  - b\n  - c: d\n    e: [f,\n g]\n").value,
      case .list(let items) = entries[0].value.value, case .map(let inner) = items[1].value
    else { throw StoryError(.syntax, "another shape") }
    #expect(entries[0].line == 3)
    #expect(items.map(\.line) == [5, 6])
    #expect(inner.map(\.line) == [6, 7])
  }

  @Test("Nothing is nothing, a quoted nothing is a text")
  func nothing() throws {
    #expect(try parse("").value == .null)
    #expect(try parse("# nothing\n").value == .null)
    #expect(try parse("~").value == .null)
    #expect(try parse("\"null\"").value == .scalar("null", isQuoted: true))
    #expect(try parse("a:\nb: null").text == "{a: , b: }")
    #expect(try parse("[]").value == .list([]))
    #expect(try parse("{}").value == .map([]))
  }

  @Test("Characters beyond the first plane are written as JSON writes them")
  func escapes() throws {
    #expect(try parse(#""\ud83d\ude00\u00e9\t\/""#).text == "😀é\t/")
  }

  @Test(
    "What is not understood is named, with its line",
    arguments: [
      ("a: &x b", 1, "anchors"), ("a:\n  *x", 2, "anchors"), ("a: !!str b", 1, "tags"),
      ("a: |\n  b", 1, "several lines"), ("\n\n> a", 3, "several lines"),
      ("%YAML 1.2", 1, "directives"),
      ("a: b\n---\nc: d", 2, "second document"), ("? a", 1, "keys with ?"),
      ("a:\n\t- b", 2, "a tab"), ("a: b: c", 1, "second \":\""), ("a: 1\na: 2", 2, "twice"),
      ("{a: 1, a: 2}", 1, "twice"), ("a: \"b", 1, "quotes"), ("'a\nb'", 1, "quotes"),
      (#"a: "\q""#, 1, "nothing is meant by"), (#""\ud83d""#, 1, "nothing is meant by"),
      (#""\u+123""#, 1, "nothing is meant by"),
      ("[a, b", 1, "ends too early"), ("{a: b", 1, "ends too early"), ("[a] b", 1, "not expected"),
      ("{a}", 1, "not expected"), ("[a,,b]", 1, "not expected"),
      ("a: b\n  c: d", 2, "not expected"),
      ("- a\n  - b", 2, "not expected"), ("a:\n    b: 1\n  c: 2", 3, "not expected"),
      ("a: b\nc", 2, "not expected"), ("a: b\n- c", 2, "not expected"), ("]", 1, "not expected"),
    ] as [(String, Int, String)])
  func mistakes(_ text: String, _ line: Int, _ words: String) {
    #expect { try parse(text) } throws: { error in
      guard let error = error as? StoryError else { return false }
      return error.line == line && error.description.contains(words)
    }
  }

  @Test("Depth and size have limits")
  func limits() {
    let deep = String(repeating: "[", count: 100_000)
    #expect { try parse(deep) } throws: { ($0 as? StoryError)?.code == .tooLarge }
    let steps = String(repeating: "- ", count: 1_000) + "a"
    #expect { try parse(steps) } throws: { ($0 as? StoryError)?.code == .tooLarge }
    let long = "a: " + String(repeating: "x", count: StoryLimits.fileBytesMax)
    #expect { try parse(long) } throws: { ($0 as? StoryError)?.code == .tooLarge }
    #expect(throws: StoryError.self) { try StoryText.parse([0x61, 0xFF]) }
  }

  @Test("No text brings it down, and every text ends")
  func noise() {
    var random = SplitMix64(seed: 7)
    let pieces = [
      "- ", "a", ": ", ":", "\n", "  ", "{", "}", "[", "]", ",", "\"", "'", "#", "\t", "\\u12",
      "\\",
      "---", "é", "\r\n", "~", "home", "|", "&",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...20, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      do { _ = try parse(text) } catch {
        #expect(error is StoryError, "\(text.debugDescription)")
      }
    }
  }
}
