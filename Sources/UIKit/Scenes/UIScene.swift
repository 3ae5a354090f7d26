import Foundation

/// One instance of an app's user interface.
///
/// Apple's page: `UIScene`.
@preconcurrency @MainActor
open class UIScene: UIResponder {
  /// What the scene belongs to, across connections.
  public let session: UISceneSession

  /// The object that hears of the scene's life.
  open var delegate: (any UISceneDelegate)?

  /// How the scene runs at this moment (L3).
  open internal(set) var activationState = ActivationState.unattached

  /// What the switcher shows under the scene.
  open var title: String! = ""

  /// Made by the system when it connects a session.
  public required init(session: UISceneSession, connectionOptions: ConnectionOptions) {
    self.session = session
    super.init()
  }

  open override var next: UIResponder? { UIApplication.shared }

  /// Asks the device to open `url`; `completion` is called on the main thread, later.
  open func open(
    _ url: URL, options: OpenExternalURLOptions?,
    completionHandler completion: ((Bool) -> Void)? = nil
  ) {
    let options: [UIApplication.OpenExternalURLOptionsKey: Any] =
      options?.universalLinksOnly == true ? [.universalLinksOnly: true] : [:]
    UIApplication.shared.open(url, options: options) { completion?($0) }
  }
}

extension UIScene {
  /// How a scene runs (L3).
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive = 0
    case foregroundInactive = 1
    case background = 2
  }

  /// When a scene has been connected. `object` is the scene, here and below.
  public nonisolated class var willConnectNotification: NSNotification.Name {
    NSNotification.Name("UISceneWillConnectNotification")
  }

  /// When a scene has been disconnected (L76).
  public nonisolated class var didDisconnectNotification: NSNotification.Name {
    NSNotification.Name("UISceneDidDisconnectNotification")
  }

  /// When a scene has become active.
  public nonisolated class var didActivateNotification: NSNotification.Name {
    NSNotification.Name("UISceneDidActivateNotification")
  }

  /// When a scene is about to leave the active state.
  public nonisolated class var willDeactivateNotification: NSNotification.Name {
    NSNotification.Name("UISceneWillDeactivateNotification")
  }

  /// When a scene is about to leave the background.
  public nonisolated class var willEnterForegroundNotification: NSNotification.Name {
    NSNotification.Name("UISceneWillEnterForegroundNotification")
  }

  /// When a scene has entered the background.
  public nonisolated class var didEnterBackgroundNotification: NSNotification.Name {
    NSNotification.Name("UISceneDidEnterBackgroundNotification")
  }
}
