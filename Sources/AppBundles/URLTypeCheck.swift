/// The URL schemes that open the app.
enum URLTypeCheck {
  private static let key = "CFBundleURLTypes"

  /// Schemes that belong to the system; an app that claims them is not asked.
  static let reserved: Set<String> = ["http", "https", "file", "tel", "mailto", "sms"]

  /// Every scheme with its place.
  static func schemes(in info: [String: PlistValue]) -> [(name: String, place: String)] {
    (info[key]?.array ?? []).enumerated().flatMap { index, type in
      (type.dictionary?["CFBundleURLSchemes"]?.array ?? []).enumerated().compactMap {
        position, value in
        value.string.map { ($0, "\(key)[\(index)].CFBundleURLSchemes[\(position)]") }
      }
    }
  }

  static func isUsable(_ scheme: String) -> Bool {
    isScheme(scheme) && !reserved.contains(scheme.lowercased())
  }

  /// RFC 3986, 3.1: a letter, then letters, digits, `+`, `-` and `.`.
  static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy {
      isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || "+-.".utf8.contains($0)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Too many schemes, or one that is too long: the device keeps and compares all of them.
  static func errors(in info: [String: PlistValue], file: String) -> [BundleError] {
    let schemes = schemes(in: info)
    let most = BundleLimits.urlSchemesMax
    guard schemes.count <= most else {
      return [
        BundleError(
          .tooManyURLSchemes, file: file, key: key,
          message: "The app declares \(schemes.count) URL schemes; at most \(most) are allowed.",
          nextStep: "Keep those that others open.")
      ]
    }
    let longest = BundleLimits.urlSchemeCharactersMax
    return schemes.filter { $0.name.utf8.count > longest }.map { scheme in
      BundleError(
        .urlSchemeTooLong, file: file, key: scheme.place,
        message: "\(quoted(scheme.name)) is longer than \(longest) characters.",
        nextStep: "Choose a shorter scheme.")
    }
  }

  static func findings(_ plist: Examined) -> [Finding] {
    emptyTypes(plist) + badSchemes(plist)
  }

  private static func emptyTypes(_ plist: Examined) -> [Finding] {
    (plist.info[key]?.array ?? []).enumerated().compactMap { index, type in
      guard let type = type.dictionary else { return nil }
      // An array with elements of a wrong type is not empty, and reported elsewhere.
      if let schemes = type["CFBundleURLSchemes"], schemes.array?.isEmpty != true { return nil }
      return plist.warning(
        "url-type-without-schemes", key: "\(key)[\(index)]", "The URL type has no schemes.",
        next: "Add CFBundleURLSchemes, an array of strings.")
    }
  }

  private static func badSchemes(_ plist: Examined) -> [Finding] {
    var seen: Set<String> = []
    return schemes(in: plist.info).compactMap { scheme, place -> Finding? in
      if Placeholders.isFound(in: scheme) { return nil }
      guard isScheme(scheme) else {
        let bare = scheme.prefix { $0 != ":" && $0 != "/" }
        return plist.warning(
          "invalid-url-scheme", key: place,
          "\(quoted(scheme)) is no URL scheme (RFC 3986): a letter, then letters, digits, ‘+’, ‘-’ "
            + "and ‘.’.",
          next: isScheme(String(bare)) ? "Write \(quoted(String(bare)))." : "Choose another name.")
      }
      if reserved.contains(scheme.lowercased()) {
        return plist.warning(
          "reserved-url-scheme", key: place, "\(quoted(scheme)) belongs to the system.",
          next: "Choose a scheme of your own.")
      }
      if !seen.insert(scheme.lowercased()).inserted {
        return plist.note(
          "duplicate-url-scheme", key: place,
          "\(quoted(scheme)) is declared more than once; case does not matter.")
      }
      return nil
    }
  }
}
