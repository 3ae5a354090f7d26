/// Reads the text of a story: JSON, or the part of YAML in which people write lists of steps.
///
/// Understood are lists (`- a`, `[a, b]`), maps (`key: value`, `{key: value}`), plain and quoted
/// texts in one line, and comments. JSON is a part of that. What else YAML has (anchors, tags, texts
/// over several lines, several documents) is refused by its name, with the line.
struct StoryText {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func parse(_ bytes: [UInt8]) throws(StoryError) -> StoryNode {
    guard bytes.count <= StoryLimits.fileBytesMax else {
      throw StoryError(
        .tooLarge, "\(bytes.count) bytes are more than a story may have",
        nextStep: "cut it into parts of at most \(StoryLimits.fileBytesMax)")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw StoryError(.syntax, "the text is not UTF-8")
    }
    var reader = StoryText(bytes)
    return try reader.document()
  }

  private mutating func document() throws(StoryError) -> StoryNode {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (index, lineStart) = (3, 3) }
    try skip()
    if startsDocument {
      index += 3
      try skip()
    }
    let node = try block(minimum: 0, depth: 0)
    try skip()
    if index < bytes.count { throw unexpected() }
    return node
  }

  // MARK: Characters

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }
  private var column: Int { index - lineStart }

  private func isAt(_ characters: StaticString) -> Bool {
    guard let byte else { return false }
    return characters.withUTF8Buffer { $0.contains(byte) }
  }

  /// Whether a word ends at a place: space, line end or the end of all.
  private func endsWord(_ place: Int) -> Bool {
    guard place < bytes.count else { return true }
    return " \t\r\n".utf8.contains(bytes[place])
  }

  private var startsDocument: Bool {
    column == 0 && (bytes[index...].starts(with: "---".utf8)) && endsWord(index + 3)
  }

  private var isDash: Bool { byte == UInt8(ascii: "-") && endsWord(index + 1) }

  private mutating func newLine() {
    index += 1
    line += 1
    lineStart = index
  }

  /// Goes on to what is next, over spaces, comments and line ends. In a flow tabs are spaces.
  private mutating func skip(inFlow: Bool = false) throws(StoryError) {
    var isLineBegin = column == 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\n"):
        newLine()
        isLineBegin = true
      case UInt8(ascii: " "), UInt8(ascii: "\r"): index += 1
      case UInt8(ascii: "\t"):
        if isLineBegin, !inFlow {
          throw StoryError(
            .syntax, "a tab at the beginning of a line", line: line, nextStep: "indent with spaces")
        }
        index += 1
      case UInt8(ascii: "#") where column == 0 || " \t".utf8.contains(bytes[index - 1]) || inFlow:
        while let byte = self.byte, byte != UInt8(ascii: "\n") { index += 1 }
      default: return
      }
    }
  }

  /// Spaces within a line.
  private mutating func skipSpaces() { while isAt(" \t\r") { index += 1 } }

  /// Whether nothing but a comment is left of the line.
  private var isLineEnd: Bool {
    guard let byte else { return true }
    return byte == UInt8(ascii: "\n")
      || (byte == UInt8(ascii: "#")
        && (index == lineStart || " \t".utf8.contains(bytes[index - 1])))
  }

  private func unexpected() -> StoryError {
    guard let byte else {
      return StoryError(.syntax, "the text ends too early", line: line)
    }
    if startsDocument {
      return StoryError(
        .syntax, "a second document begins", line: line, nextStep: "one file holds one story")
    }
    let character = String(decoding: bytes[index...].prefix(4), as: UTF8.self).first ?? " "
    if byte >= 0x20 {
      return StoryError(
        .syntax, "\"\(character)\" is not expected here", line: line,
        nextStep: "look at the indentation, or put a text with special characters into quotes")
    }
    return StoryError(.syntax, "something is missing at the end of the line", line: line)
  }

  private func checkDepth(_ depth: Int) throws(StoryError) {
    guard depth > StoryLimits.depthMax else { return }
    throw StoryError(
      .tooLarge, "lists and maps lie more than \(StoryLimits.depthMax) deep in one another",
      line: line)
  }

  // MARK: Blocks

  /// What begins here, if it is indented enough.
  private mutating func block(minimum: Int, depth: Int) throws(StoryError) -> StoryNode {
    try checkDepth(depth)
    try skip()
    let start = line
    guard byte != nil, column >= minimum, !startsDocument else {
      return StoryNode(value: .null, line: start)
    }
    if isDash { return try blockList(depth) }
    if isAt("{[") { return try inlineValue(depth) }
    // A key, or a text alone.
    var ahead = self
    if try ahead.key() != nil { return try blockMap(depth) }
    return try inlineValue(depth)
  }

  private mutating func blockList(_ depth: Int) throws(StoryError) -> StoryNode {
    let (start, indent) = (line, column)
    var items: [StoryNode] = []
    while byte != nil, column == indent, isDash, !startsDocument {
      let line = line
      index += 1
      var item = try block(minimum: indent + 1, depth: depth + 1)
      if item.value == .null { item.line = line }
      items.append(item)
      try skip()
    }
    if byte != nil, column > indent { throw unexpected() }
    return StoryNode(value: .list(items), line: start)
  }

  private mutating func blockMap(_ depth: Int) throws(StoryError) -> StoryNode {
    let (start, indent) = (line, column)
    var entries: [StoryNode.Entry] = []
    while byte != nil, column == indent, !startsDocument, !isDash {
      let line = line
      guard let key = try key() else { throw unexpected() }
      try checkKey(key, line, entries)
      skipSpaces()
      var value: StoryNode
      if isLineEnd {
        try skip()
        // A list may stand as far left as its key.
        let minimum = byte != nil && column == indent && isDash ? indent : indent + 1
        value = try block(minimum: minimum, depth: depth + 1)
        if value.value == .null { value.line = line }
      } else {
        value = try inlineValue(depth + 1)
      }
      entries.append(StoryNode.Entry(key: key, line: line, value: value))
      try skip()
    }
    if byte != nil, column > indent { throw unexpected() }
    return StoryNode(value: .map(entries), line: start)
  }

  private func checkKey(
    _ key: String, _ line: Int, _ entries: [StoryNode.Entry]
  ) throws(StoryError) {
    guard let earlier = entries.first(where: { $0.key == key }) else { return }
    throw StoryError(
      .syntax, "\"\(key)\" is there twice, first in line \(earlier.line)", line: line,
      nextStep: "steps are a list: begin each with \"- \"")
  }

  /// A key with its colon; nil, with nothing read, if none begins here.
  private mutating func key(inFlow: Bool = false) throws(StoryError) -> String? {
    let before = self
    var text = ""
    if isAt("\"'") {
      text = try quoted()
      skipSpaces()
      if byte == UInt8(ascii: ":"), inFlow || endsWord(index + 1) {
        index += 1
        return text
      }
    } else {
      try refuseSpecial()
      let start = index
      while let byte, byte != UInt8(ascii: "\n"), !isLineEnd {
        if byte == UInt8(ascii: ":"), endsWord(index + 1) {
          text = StoryText.trimmed(bytes[start..<index])
          index += 1
          return text
        }
        if inFlow, isAt(",{}[]") { break }
        index += 1
      }
    }
    self = before
    return nil
  }

  /// A value that begins in this line and, unless it is a flow, ends in it.
  private mutating func inlineValue(_ depth: Int) throws(StoryError) -> StoryNode {
    try checkDepth(depth)
    let start = line
    if isAt("{[") {
      let node = try flow(depth)
      skipSpaces()
      guard isLineEnd else { throw unexpected() }
      return node
    }
    if isAt("\"'") {
      let text = try quoted()
      skipSpaces()
      guard isLineEnd else { throw unexpected() }
      return StoryNode(value: .scalar(text, isQuoted: true), line: start)
    }
    try refuseSpecial()
    let first = index
    while byte != nil, !isLineEnd {
      if byte == UInt8(ascii: ":"), endsWord(index + 1) {
        throw StoryError(
          .syntax, "a second \":\" in the line", line: line,
          nextStep: "put the text into quotes, or the inner map into { }")
      }
      index += 1
    }
    return StoryText.plain(bytes[first..<index], line: start)
  }

  // MARK: Flows

  private mutating func flow(_ depth: Int) throws(StoryError) -> StoryNode {
    try checkDepth(depth)
    try skip(inFlow: true)
    let start = line
    if isAt("{") { return try flowMap(depth) }
    if isAt("[") { return try flowList(depth) }
    if isAt("\"'") {
      return StoryNode(value: .scalar(try quoted(), isQuoted: true), line: start)
    }
    if !isAt(",]}") { try refuseSpecial() }
    let first = index
    while byte != nil, !isLineEnd, !isAt(",{}[]") {
      if byte == UInt8(ascii: ":"), endsWord(index + 1) { break }
      index += 1
    }
    return StoryText.plain(bytes[first..<index], line: start)
  }

  private mutating func flowMap(_ depth: Int) throws(StoryError) -> StoryNode {
    let start = line
    var entries: [StoryNode.Entry] = []
    index += 1
    try skip(inFlow: true)
    while !isAt("}") {
      let line = line
      guard let key = try key(inFlow: true) else { throw unexpected() }
      try checkKey(key, line, entries)
      entries.append(StoryNode.Entry(key: key, line: line, value: try flow(depth + 1)))
      try nextInFlow(end: "}")
    }
    index += 1
    return StoryNode(value: .map(entries), line: start)
  }

  private mutating func flowList(_ depth: Int) throws(StoryError) -> StoryNode {
    let start = line
    var items: [StoryNode] = []
    index += 1
    try skip(inFlow: true)
    while !isAt("]") {
      let first = index
      items.append(try flow(depth + 1))
      if index == first { throw unexpected() }
      try nextInFlow(end: "]")
    }
    index += 1
    return StoryNode(value: .list(items), line: start)
  }

  private mutating func nextInFlow(end: StaticString) throws(StoryError) {
    try skip(inFlow: true)
    if isAt(",") {
      index += 1
      try skip(inFlow: true)
    } else if !isAt(end) {
      throw unexpected()
    }
  }

  // MARK: Texts

  private static func plain(_ bytes: ArraySlice<UInt8>, line: Int) -> StoryNode {
    let text = trimmed(bytes)
    return ["", "~", "null"].contains(text)
      ? StoryNode(value: .null, line: line)
      : StoryNode(value: .scalar(text, isQuoted: false), line: line)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let isSpace = { (byte: UInt8) in " \t\r".utf8.contains(byte) }
    var bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What begins something of YAML that a story has no use for.
  private func refuseSpecial() throws(StoryError) {
    guard let byte else { return }
    let what: String
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "*"): what = "anchors and aliases are"
    case UInt8(ascii: "!"): what = "tags are"
    case UInt8(ascii: "|"), UInt8(ascii: ">"): what = "texts over several lines are"
    case UInt8(ascii: "%"): what = "directives are"
    case UInt8(ascii: "@"), UInt8(ascii: "`"): what = "texts that begin with @ or ` are"
    case UInt8(ascii: "?") where endsWord(index + 1): what = "keys with ? are"
    // The end of a flow that has nothing in this place, or has not begun.
    case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","): throw unexpected()
    default: return
    }
    throw StoryError(
      .syntax, "\(what) not understood in a story", line: line,
      nextStep: "put the text into quotes, in one line")
  }

  private mutating func quoted() throws(StoryError) -> String {
    let quote = bytes[index]
    var text: [UInt8] = []
    index += 1
    while let byte {
      index += 1
      if byte == quote {
        guard quote == UInt8(ascii: "'"), self.byte == quote else {
          return String(decoding: text, as: UTF8.self)
        }
        text.append(quote)
        index += 1
      } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        text += String(try escaped()).utf8
      } else if byte == UInt8(ascii: "\n") {
        break
      } else {
        text.append(byte)
      }
    }
    throw StoryError(
      .syntax, "a text in quotes does not end in its line", line: line,
      nextStep: "close the quotes; a line end is written \\n in double quotes")
  }

  private mutating func escaped() throws(StoryError) -> Unicode.Scalar {
    guard let byte else { throw unexpected() }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "u"):
      if let high = hexadecimal() {
        if let scalar = Unicode.Scalar(high) { return scalar }
        // Two halves of UTF-16, as JSON writes what lies beyond its first plane.
        if (0xD800..<0xDC00).contains(high), bytes[index...].starts(with: "\\u".utf8) {
          index += 2
          if let low = hexadecimal(), (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
          {
            return scalar
          }
        }
      }
    default: break
    }
    throw StoryError(
      .syntax, "a \"\\\" that nothing is meant by", line: line,
      nextStep: "write \\\\ for \\, or use single quotes")
  }

  private mutating func hexadecimal() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[index..<index + 4], as: UTF8.self)
    guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    index += 4
    return value
  }
}
