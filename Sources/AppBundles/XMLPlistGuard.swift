/// Checks that XML bytes are tags in a shape that `PropertyListDecoder` survives.
///
/// It knows less than the decoder on purpose: comments, CDATA and instructions are skipped by the
/// rules of XML, everything else that starts with `<` must be a plain tag. What it does not
/// understand it refuses, so that the two cannot disagree about the depth.
enum XMLPlistGuard {
  static func check(_ bytes: [UInt8]) throws(PlistProblem) {
    // Without NUL bytes the text is neither UTF-16 nor UTF-32, which the decoder would convert and
    // which would hide the tags from this check.
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
      throw PlistProblem(message: "The text is not UTF-8.")
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = bytes[start...].drop(while: isSpace)
    guard text.first == UInt8(ascii: "<") else {
      throw PlistProblem(message: "The file is neither an XML nor a binary property list.")
    }
    var scan = Scan(rest: text[...])
    try scan.run()
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private struct Scan {
    var rest: ArraySlice<UInt8>
    var depth = 0
    var values = 0

    mutating func run() throws(PlistProblem) {
      while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
        rest = rest[open...]
        if rest.starts(with: "<!--".utf8) {
          try skip(past: "-->", after: 4)
        } else if rest.starts(with: "<![CDATA[".utf8) {
          try skip(past: "]]>", after: 9)
        } else if rest.starts(with: "<?".utf8) {
          try instruction()
        } else if rest.starts(with: "<!".utf8) {
          let declaration = try skip(past: ">", after: 2)
          guard declaration.starts(with: "<!DOCTYPE".utf8),
            !declaration.contains(UInt8(ascii: "["))
          else { throw PlistProblem(message: "The document type declares more than its name.") }
        } else {
          try tag()
        }
      }
    }

    // The decoder converts what declares another encoding, and would then see other tags.
    private mutating func instruction() throws(PlistProblem) {
      let text = String(decoding: try skip(past: "?>", after: 2), as: UTF8.self).lowercased()
      if let range = text.firstRange(of: "encoding") {
        let name = text[range.upperBound...].drop { " \t\r\n=\"'".contains($0) }
        guard name.hasPrefix("utf-8") || name.hasPrefix("utf8") || name.hasPrefix("us-ascii")
        else { throw PlistProblem(message: "The text declares another encoding than UTF-8.") }
      }
    }

    private mutating func tag() throws(PlistProblem) {
      let tag = try skip(past: ">", after: 1)
      let inner = tag.dropFirst().dropLast()
      guard !inner.contains(UInt8(ascii: "<")) else {
        throw PlistProblem(message: "A tag is not closed.")
      }
      if inner.first == UInt8(ascii: "/") {
        depth -= 1
        if depth < 0 { throw PlistProblem(message: "A closing tag has no opening one.") }
        return
      }
      values += 1
      if values > BundleLimits.plistValuesMax { throw .tooManyValues }
      if inner.last != UInt8(ascii: "/") {
        depth += 1
        // One more for `<plist>` and one for the key or string inside the deepest container.
        if depth > BundleLimits.plistDepthMax + 2 { throw .tooDeep }
      }
    }

    @discardableResult
    private mutating func skip(
      past end: StaticString, after prefix: Int
    ) throws(PlistProblem) -> ArraySlice<UInt8> {
      let end = end.withUTF8Buffer { Array($0) }
      var index = rest.startIndex + prefix
      while index + end.count <= rest.endIndex {
        if rest[index..<(index + end.count)].elementsEqual(end) {
          let skipped = rest[..<(index + end.count)]
          rest = rest[(index + end.count)...]
          return skipped
        }
        index += 1
      }
      throw PlistProblem(message: "The file ends inside a tag.")
    }
  }
}

extension PlistProblem {
  static var tooDeep: PlistProblem {
    PlistProblem(message: "The values nest deeper than \(BundleLimits.plistDepthMax) levels.")
  }
  static var tooManyValues: PlistProblem {
    PlistProblem(message: "The list holds more than \(BundleLimits.plistValuesMax) values.")
  }
}
