import ControlAPI
import Multitasking

/// What a verb is given: one value, or a map of fields.
///
/// Remembers what has been asked for, so that a field that nobody knows is an error and not ignored.
struct StoryFields {
  let verb: String
  let node: StoryNode
  let step: Int
  private var known: [String] = []

  init(verb: String, node: StoryNode, step: Int) {
    self.verb = verb
    self.node = node
    self.step = step
  }

  private var entries: [StoryNode.Entry]? {
    guard case .map(let entries) = node.value else { return nil }
    return entries
  }

  var isMap: Bool { entries != nil }

  /// A field that may be absent.
  mutating func optional(_ field: String) -> StoryNode? {
    known.append(field)
    return entries?.first { $0.key == field && $0.value.value != .null }?.value
  }

  /// A field that must be there. `isOnly`: the verb's whole value may be it.
  mutating func required(_ field: String, isOnly: Bool = false) throws(StoryError) -> StoryNode {
    if isOnly, !isMap, node.value != .null {
      known.append(field)
      return node
    }
    if let value = optional(field) { return value }
    if let entries, entries.contains(where: { nearest(to: $0.key, among: [field]) != nil }) {
      try refuseUnknown(entries)
    }
    let example =
      isOnly ? "write `\(verb): \(field.uppercased())`" : "write `\(verb): {\(field): …}`"
    throw error(.missingField, "`\(verb)` needs `\(field)`", nextStep: example)
  }

  /// To be called when all fields have been asked for.
  func finish() throws(StoryError) {
    if let entries { return try refuseUnknown(entries) }
    guard known.isEmpty, node.value != .null else { return }
    throw error(.wrongType, "`\(verb)` takes nothing, not \(node.kind)")
  }

  private func refuseUnknown(_ entries: [StoryNode.Entry]) throws(StoryError) {
    guard let entry = entries.first(where: { !known.contains($0.key) }) else { return }
    var failure = error(
      .unknownField, "`\(verb)` has no `\(entry.key)`",
      nextStep: known.isEmpty ? "write `\(verb)` alone" : "it has \(StoryFields.list(known))")
    failure.line = entry.line
    if let meant = nearest(to: entry.key, among: known) {
      failure.nextStep = "did you mean `\(meant)`?"
    }
    throw failure
  }

  static func list(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }

  func error(
    _ code: StoryError.Code, _ message: String, at node: StoryNode? = nil, nextStep: String? = nil
  ) -> StoryError {
    StoryError(
      code, message, line: (node ?? self.node).line, step: step == 0 ? nil : step,
      nextStep: nextStep)
  }

  // MARK: Values

  func text(_ node: StoryNode, _ what: String) throws(StoryError) -> String {
    guard case .scalar(let text, _) = node.value, !text.isEmpty else {
      throw error(.wrongType, "`\(verb)` takes \(what), not \(node.kind)", at: node)
    }
    return text
  }

  func app(_ node: StoryNode) throws(StoryError) -> AppID {
    AppID(try text(node, "the bundle identifier of an app"))
  }

  func number(_ node: StoryNode, _ range: ClosedRange<Int>) throws(StoryError) -> Int {
    let text = try text(node, "a number")
    guard let number = Int(text), range.contains(number), !text.hasPrefix("+") else {
      throw error(
        .badValue,
        "\"\(text.prefix(100))\" is not a number from \(range.lowerBound) on"
          + (range.upperBound == .max ? "" : " to \(range.upperBound)"), at: node)
    }
    return number
  }

  func flag(_ node: StoryNode) throws(StoryError) -> Bool {
    let text = try text(node, "true or false")
    switch text {
    case "true", "on", "yes": return true
    case "false", "off", "no": return false
    default:
      throw error(.badValue, "\"\(text.prefix(100))\" is neither true nor false", at: node)
    }
  }

  func nanoseconds(_ node: StoryNode) throws(StoryError) -> Int64 {
    let text = try text(node, "a length of time")
    do {
      return try Duration(text: text).inNanoseconds
    } catch {
      throw self.error(
        .badValue, error.message, at: node,
        nextStep: Int64(text) == nil ? nil : "with its unit: \(text)s")
    }
  }

  func choice<Value>(
    _ node: StoryNode, _ choices: [(String, Value)]
  ) throws(StoryError) -> Value {
    let names = choices.map(\.0)
    let text = try text(node, "one of " + StoryFields.list(names))
    if let choice = choices.first(where: { $0.0 == text }) { return choice.1 }
    let meant = nearest(to: text, among: names)
    throw error(
      .badValue, "`\(verb)` does not take \"\(text.prefix(100))\"", at: node,
      nextStep: meant.map { "did you mean `\($0)`?" } ?? "it takes \(StoryFields.list(names))")
  }

  func state(_ node: StoryNode) throws(StoryError) -> AppState.Name {
    try choice(node, StoryFields.states)
  }

  static let states: [(String, AppState.Name)] =
    AppState.Name.allCases.map { ($0.rawValue, $0) } + [("not-running", .notRunning)]

  func texts(_ node: StoryNode) throws(StoryError) -> [String] {
    guard case .list(let items) = node.value else {
      throw error(.wrongType, "`\(verb)` takes a list here, not \(node.kind)", at: node)
    }
    var texts: [String] = []
    for item in items { texts.append(try text(item, "texts")) }
    return texts
  }

  func textMap(_ node: StoryNode) throws(StoryError) -> [String: String] {
    guard case .map(let entries) = node.value else {
      throw error(.wrongType, "`\(verb)` takes a map here, not \(node.kind)", at: node)
    }
    var texts: [String: String] = [:]
    for entry in entries { texts[entry.key] = try text(entry.value, "texts") }
    return texts
  }
}
