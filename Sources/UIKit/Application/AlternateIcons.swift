import Foundation

extension UIApplication {
  /// Whether the app's icon can be changed: a Greenroom device shows none.
  public var supportsAlternateIcons: Bool { false }

  /// The icon in use instead of the app's own.
  public var alternateIconName: String? { nil }

  /// Fails: see ``supportsAlternateIcons``. `completionHandler` is called on the main thread, later.
  public func setAlternateIconName(
    _ alternateIconName: String?,
    completionHandler: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    guard let completionHandler else { return }
    MainRunLoop.perform { completionHandler(AlternateIconsUnavailable()) }
  }

  /// Fails: see ``supportsAlternateIcons``.
  public func setAlternateIconName(_ alternateIconName: String?) async throws {
    throw AlternateIconsUnavailable()
  }

  /// Why the icon stayed as it is.
  public struct AlternateIconsUnavailable: LocalizedError, Sendable {
    public var errorDescription: String? {
      "alternate icons are not supported: a Greenroom device shows no icons"
    }
  }
}
