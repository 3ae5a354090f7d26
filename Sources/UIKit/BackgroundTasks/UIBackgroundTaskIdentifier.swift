/// A unique token that identifies a request to run in the background.
///
/// Apple's page: `UIBackgroundTaskIdentifier`.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }
}

extension UIBackgroundTaskIdentifier {
  /// The token of a request that was not granted (T11).
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}
