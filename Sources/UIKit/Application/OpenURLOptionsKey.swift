extension UIApplication {
  /// Keys of the options of `application(_:open:options:)`.
  public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Keys of the options of ``UIApplication/open(_:options:completionHandler:)``.
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

extension UIApplication.OpenURLOptionsKey {
  /// The bundle identifier of the app that asked, a `String`. Absent when a person did.
  public static let sourceApplication = Self(
    rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
  /// What the asking app passed along. A Greenroom device passes nothing.
  public static let annotation = Self(rawValue: "UIApplicationOpenURLOptionsAnnotationKey")
  /// An `NSNumber`: whether a document may be opened where it is.
  public static let openInPlace = Self(rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
}

extension UIApplication.OpenExternalURLOptionsKey {
  /// An `NSNumber`: open only if an app claims the URL as a universal link. None can on a
  /// Greenroom device, so that `true` makes `open` fail.
  public static let universalLinksOnly = Self(
    rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
}
