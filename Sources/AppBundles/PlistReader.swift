#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Why a property list was refused.
struct PlistProblem: Error {
  let message: String
}

/// Property lists out of hostile bytes.
///
/// `PropertyListDecoder` (Swift 6.3) recurses without a limit in XML and overflows the stack, and
/// follows a binary list that refers to itself for ever. So the shape of the bytes is checked first,
/// and only what is flat and finite is handed over.
enum PlistReader {
  static func dictionary(from bytes: [UInt8]) throws(PlistProblem) -> [String: PlistValue] {
    try checkShape(of: bytes)
    do {
      let value = try PropertyListDecoder().decode(PlistValue.self, from: Data(bytes))
      guard let dictionary = value.dictionary else {
        throw PlistProblem(message: "The top of the property list is \(value.typeName).")
      }
      return dictionary
    } catch let problem as PlistProblem {
      throw problem
    } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
      let path = quoted(context.codingPath.map(\.stringValue).joined(separator: "."))
      throw PlistProblem(message: "The value at \(path) is corrupt: \(context.debugDescription)")
    } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
      let path = quoted(context.codingPath.map(\.stringValue).joined(separator: "."))
      throw PlistProblem(message: "The value at \(path) has no place in an Info.plist.")
    } catch {
      throw PlistProblem(message: "The file is not a property list.")
    }
  }

  private static func checkShape(of bytes: [UInt8]) throws(PlistProblem) {
    if bytes.starts(with: Array("bplist".utf8)) {
      var walk = BinaryPlistGuard(bytes)
      try walk.check()
    } else {
      try XMLPlistGuard.check(bytes)
    }
  }
}

/// Repeats a foreign string in a message: short, on one line, between quotation marks.
func quoted(_ string: String) -> String {
  var text = ""
  for scalar in string.unicodeScalars.prefix(BundleLimits.quotedCharactersMax) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: text += "\u{FFFD}"
    default: text.unicodeScalars.append(scalar)
    }
  }
  let rest = string.unicodeScalars.count > BundleLimits.quotedCharactersMax ? "…" : ""
  return "‘\(text)\(rest)’"
}
