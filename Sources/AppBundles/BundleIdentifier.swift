/// The rule for `CFBundleIdentifier`: letters, digits, hyphens and periods of ASCII.
///
/// The device makes file names of identifiers, so empty parts (and with them `..`) are refused too.
enum BundleIdentifier {
  /// The second half of a sentence that starts with the identifier, or nil if it is valid.
  static func objection(to identifier: String) -> String? {
    if identifier.isEmpty { return "is empty" }
    if identifier.utf8.count > BundleLimits.bundleIdentifierCharactersMax {
      return "has more than \(BundleLimits.bundleIdentifierCharactersMax) characters"
    }
    if let odd = identifier.unicodeScalars.first(where: { !isAllowed($0) }) {
      return "contains \(quoted(String(odd))); only A–Z, a–z, 0–9, hyphen and period are allowed"
    }
    let parts = identifier.split(separator: ".", omittingEmptySubsequences: false)
    if parts.contains(where: \.isEmpty) { return "has a period too many" }
    return nil
  }

  /// The valid identifier that was probably meant.
  static func nearest(to identifier: String) -> String? {
    let mapped = String(
      String.UnicodeScalarView(identifier.unicodeScalars.map { isAllowed($0) ? $0 : "-" }))
    let joined = mapped.split(separator: ".").joined(separator: ".")
    let hasLetters = joined.contains { $0.isLetter || $0.isNumber }
    return hasLetters && objection(to: joined) == nil ? joined : nil
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9", "-", ".": true
    default: false
    }
  }
}
