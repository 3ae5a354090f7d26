/// One thing that ``Doctor`` has to say about a bundle.
public struct Finding: Hashable, Sendable, Codable, CustomStringConvertible {
  public enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
    /// The bundle cannot be loaded: ``AppBundle`` throws.
    case error
    /// The bundle loads and does not do what its author most likely meant.
    case warning
    /// Worth knowing.
    case note
  }

  public let severity: Severity
  /// A stable name in kebab case, for scripts and for switching a finding off.
  public let code: String
  public let file: String
  /// The key in `Info.plist`, with the way to it.
  public let key: String?
  /// What was found, as a sentence.
  public let message: String
  public let nextStep: String?

  public init(
    severity: Severity, code: String, file: String, key: String? = nil, message: String,
    nextStep: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.file = file
    self.key = key
    self.message = message
    self.nextStep = nextStep
  }

  init(_ error: BundleError) {
    self.init(
      severity: .error, code: error.code.rawValue, file: error.file, key: error.key,
      message: error.message, nextStep: error.nextStep)
  }

  public var description: String {
    "\(severity.rawValue): \(file): \(key.map { "\($0): " } ?? "")\(message)"
      + "\(nextStep.map { " \($0)" } ?? "") [\(code)]"
  }
}
