/// A piece of a story's text, with the line where it begins.
struct StoryNode: Hashable {
  indirect enum Value: Hashable {
    case null
    /// Quoted: a text, whatever it looks like.
    case scalar(String, isQuoted: Bool)
    case list([StoryNode])
    case map([Entry])
  }

  struct Entry: Hashable {
    var key: String
    var line: Int
    var value: StoryNode
  }

  var value: Value
  var line: Int

  /// In one line, for people.
  var text: String {
    switch value {
    case .null: ""
    case .scalar(let text, _): text
    case .list(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
    case .map(let entries):
      "{" + entries.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ") + "}"
    }
  }

  /// What it is, for people.
  var kind: String {
    switch value {
    case .null: "nothing"
    case .scalar: "a text"
    case .list: "a list"
    case .map: "a map"
    }
  }
}
