/// Why a bundle cannot be loaded or made.
///
/// ```swift
/// do {
///   let bundle = try AppBundle(at: "Rise.app", profile: .modern)
/// } catch {
///   print(error)  // Rise.app/Info.plist: CFBundleIdentifier: The bundle has no identifier. …
/// }
/// ```
public struct BundleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong; the raw values are stable and equal to those of ``Finding/code``.
  public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
    case notADirectory = "not-a-directory"
    case notAnApp = "not-an-app"
    case missingInfoPlist = "missing-info-plist"
    case unreadableInfoPlist = "unreadable-info-plist"
    case malformedInfoPlist = "malformed-info-plist"
    case infoPlistTooLarge = "info-plist-too-large"
    case missingIdentifier = "missing-identifier"
    case invalidIdentifier = "invalid-identifier"
    case missingExecutableKey = "missing-executable-key"
    case invalidExecutableName = "invalid-executable-name"
    case executableMissing = "executable-missing"
    case executableNotRegular = "executable-not-regular"
    case executableNotExecutable = "executable-not-executable"
    case executableOutsideBundle = "executable-outside-bundle"
    case wrongType = "wrong-type"
    case tooManyURLSchemes = "too-many-url-schemes"
    case urlSchemeTooLong = "url-scheme-too-long"
    case unexpandedPlaceholder = "unexpanded-placeholder"
    /// The name for a bundle that is to be made is not a file name.
    case invalidName = "invalid-name"
    /// A file that is to go into a bundle cannot be read or has no place in it.
    case unusableResource = "unusable-resource"
    /// The bundle could not be written.
    case notWritten = "not-written"
  }

  public let code: Code
  /// The file or directory that is wrong.
  public let file: String
  /// The key in `Info.plist`, with the way to it: `CFBundleURLTypes[0].CFBundleURLSchemes`.
  public let key: String?
  /// What is wrong, as a sentence.
  public let message: String
  /// What to do about it, as a sentence.
  public let nextStep: String

  public init(_ code: Code, file: String, key: String? = nil, message: String, nextStep: String) {
    self.code = code
    self.file = file
    self.key = key
    self.message = message
    self.nextStep = nextStep
  }

  public var description: String {
    "\(file): \(key.map { "\($0): " } ?? "")\(message) \(nextStep)"
  }
}
