import Foundation

/// Methods that respond to what happens in the life of a scene.
///
/// All of them are optional. Apple's page: `UISceneDelegate`.
@preconcurrency @MainActor
public protocol UISceneDelegate: NSObjectProtocol {
  /// The scene is being connected (L13).
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  /// The scene was removed (L76).
  func sceneDidDisconnect(_ scene: UIScene)
  /// The scene is active now.
  func sceneDidBecomeActive(_ scene: UIScene)
  /// The scene is about to become inactive, and still active (L41).
  func sceneWillResignActive(_ scene: UIScene)
  /// The scene is about to come to the foreground, for the first time too (L13, L61).
  func sceneWillEnterForeground(_ scene: UIScene)
  /// The scene is in the background now (L41).
  func sceneDidEnterBackground(_ scene: UIScene)
  /// Open URLs (L61).
  func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>)
  /// Continue an activity. Declared, and not called yet: this device hands none over.
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
}

/// Methods about the windows of a scene.
///
/// Apple's page: `UIWindowSceneDelegate`.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// The scene's main window.
  var window: UIWindow? { get set }
  /// A person chose a quick action. Declared, and not called yet: there are no icons to press.
  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
}

// What happens where an app does not implement a method.
extension UISceneDelegate {
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  public func sceneDidDisconnect(_ scene: UIScene) {}
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  public func sceneWillResignActive(_ scene: UIScene) {}
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  public func sceneDidEnterBackground(_ scene: UIScene) {}
  public func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>) {}
  public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
}

extension UIWindowSceneDelegate {
  public var window: UIWindow? {
    get { nil }
    set {}
  }
  public func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(false) }
}
