/// The bounds on what a bundle may bring, in one place.
///
/// A bundle comes from outside, so everything that grows with it has an end.
public enum BundleLimits {
  /// The size of `Info.plist`; real ones stay under 40 KiB.
  public static let infoPlistBytesMax = 1 << 20
  /// How deep arrays and dictionaries may nest; real ones stay under 8.
  public static let plistDepthMax = 64
  /// How many values and keys a property list may hold, counted as often as they are reached; real
  /// ones stay under 1,000. At this number the decoder takes a second in the worst case, which is
  /// dictionaries at the greatest depth.
  public static let plistValuesMax = 5_000
  /// The length of `CFBundleIdentifier`, as the App Store has it.
  public static let bundleIdentifierCharactersMax = 155
  /// How many URL schemes an app may declare; real ones stay under 30.
  public static let urlSchemesMax = 50
  /// The length of a URL scheme.
  public static let urlSchemeCharactersMax = 64
  /// The length of a file name on Linux (`NAME_MAX`).
  public static let fileNameBytesMax = 255
  /// How deep a resource folder may nest when a bundle is assembled.
  public static let resourceDepthMax = 64
  /// How much of a foreign string a message repeats.
  static let quotedCharactersMax = 80
  /// Longer words are not compared with the known ones.
  static let comparedCharactersMax = 80
}

/// Whose rules a bundle is read by.
///
/// Classic is iOS 7 with the app-delegate life cycle, modern is iOS 18 and later with scenes. The
/// profile decides which keys have an effect; whether a bundle is valid does not depend on it.
public enum BundleProfile: String, Sendable, Codable, CaseIterable {
  case classic
  case modern
}
