/// Build settings in a plist: `$(PRODUCT_NAME)` and `${PRODUCT_NAME}`, which Xcode replaces.
enum Placeholders {
  static func isFound(in text: String) -> Bool { firstFound(in: text) != nil }

  /// The first placeholder as it stands there, with its brackets.
  static func firstFound(in text: String) -> String? {
    pieces(of: text).lazy.compactMap { if case .setting(let raw, _) = $0 { raw } else { nil } }
      .first
  }

  static func errors(in info: [String: PlistValue], file: String) -> [BundleError] {
    found(in: info) { KnownKeys.device[$0] != nil }.map { key, placeholder in
      BundleError(
        .unexpandedPlaceholder, file: file, key: key, message: message(placeholder),
        nextStep: nextStep)
    }
  }

  static func warnings(in info: [String: PlistValue], file: String) -> [Finding] {
    found(in: info) { KnownKeys.device[$0] == nil }.map { key, placeholder in
      Finding(
        severity: .warning, code: BundleError.Code.unexpandedPlaceholder.rawValue, file: file,
        key: key, message: message(placeholder), nextStep: nextStep)
    }
  }

  private static func message(_ placeholder: String) -> String {
    "\(quoted(placeholder)) is a build setting that was not replaced by its value."
  }

  private static let nextStep =
    "Write the value, or make the bundle with ‘greenroom bundle’, which fills in names."

  private static func found(
    in info: [String: PlistValue], where isWanted: (String) -> Bool
  ) -> [(key: String, placeholder: String)] {
    var result: [(key: String, placeholder: String)] = []
    func look(at value: PlistValue, key: String) {
      switch value {
      case .string(let text):
        if let placeholder = firstFound(in: text) { result.append((key, placeholder)) }
      case .array(let values):
        for (index, value) in values.enumerated() { look(at: value, key: "\(key)[\(index)]") }
      case .dictionary(let values):
        for name in values.keys.sorted() {
          look(at: values[name]!, key: "\(key).\(quoted(name).dropFirst().dropLast())")
        }
      default: break
      }
    }
    for key in info.keys.sorted() where isWanted(key) { look(at: info[key]!, key: key) }
    return result
  }

  // MARK: Expanding

  /// Replaces what `settings` knows and leaves the rest as it stands.
  static func expand(_ value: PlistValue, with settings: [String: String]) -> PlistValue {
    switch value {
    case .string(let text): .string(expand(text, with: settings))
    case .array(let values): .array(values.map { expand($0, with: settings) })
    case .dictionary(let values): .dictionary(values.mapValues { expand($0, with: settings) })
    default: value
    }
  }

  static func expand(_ text: String, with settings: [String: String]) -> String {
    pieces(of: text).map { piece in
      switch piece {
      case .text(let text): text
      case .setting(let raw, let name): value(of: name, in: settings) ?? raw
      }
    }.joined()
  }

  /// The value of `NAME` or `NAME:modifier`, with the two modifiers of Xcode's old templates.
  private static func value(of name: String, in settings: [String: String]) -> String? {
    let parts = name.split(separator: ":", maxSplits: 1)
    guard let first = parts.first, let value = settings[String(first)] else { return nil }
    guard parts.count == 2 else { return value }
    return switch parts[1] {
    case "rfc1034identifier": mapped(value, replacement: "-")
    case "c99extidentifier", "identifier": mapped(value, replacement: "_")
    default: nil
    }
  }

  /// A name with everything replaced that is not an ASCII letter or digit.
  static func mapped(_ text: String, replacement: Character) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : replacement })
  }

  private enum Piece {
    case text(String)
    case setting(raw: String, name: String)
  }

  private static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var plain = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      plain += rest[..<dollar]
      rest = rest[dollar...]
      let open = rest.dropFirst().first
      let close: Character? = open == "(" ? ")" : open == "{" ? "}" : nil
      let body = rest.dropFirst(2)
      let name = body.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_:".contains($0)) }
      if let close, !name.isEmpty, body.dropFirst(name.count).first == close {
        pieces.append(.text(plain))
        plain = ""
        pieces.append(.setting(raw: String(rest.prefix(name.count + 3)), name: String(name)))
        rest = rest.dropFirst(name.count + 3)
      } else {
        plain.append("$")
        rest = rest.dropFirst()
      }
    }
    pieces.append(.text(plain + rest))
    return pieces
  }
}
