import Foundation

/// What stays of a scene while it comes and goes.
///
/// Apple's page: `UISceneSession`.
@preconcurrency @MainActor
open class UISceneSession: NSObject {
  /// The scene, while it is connected.
  open internal(set) weak var scene: UIScene?

  /// What the scene is for.
  public let role: Role

  /// The configuration that the scene was, or will be, made from.
  open internal(set) var configuration: UISceneConfiguration

  /// The same for every connection of this session, and for every launch.
  public let persistentIdentifier: String

  /// What the app keeps with the session, for as long as the process lives.
  open var userInfo: [String: Any]?

  init(persistentIdentifier: String, role: Role) {
    self.persistentIdentifier = persistentIdentifier
    self.role = role
    configuration = UISceneConfiguration(name: nil, sessionRole: role)
    super.init()
  }

  /// What scenes are for.
  public struct Role: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Windows on the device's screen.
    public static let windowApplication = Self(rawValue: "UIWindowSceneSessionRoleApplication")
    /// Windows on another screen. A Greenroom device has none.
    public static let windowExternalDisplayNonInteractive = Self(
      rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
  }
}
