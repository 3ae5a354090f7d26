import UIKit

/// The scene side of the probe; Info.plist names it.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private let transcript = Transcript()

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    let urls = connectionOptions.urlContexts.map(\.url.absoluteString).joined(separator: ",")
    transcript.scene("sceneWillConnect", scene, "urls=\(urls)")
    guard let windowScene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = ProbeViewController()
    window.makeKeyAndVisible()
    self.window = window
  }

  func sceneDidDisconnect(_ scene: UIScene) { transcript.scene("sceneDidDisconnect", scene) }

  func sceneDidBecomeActive(_ scene: UIScene) { transcript.scene("sceneDidBecomeActive", scene) }

  func sceneWillResignActive(_ scene: UIScene) { transcript.scene("sceneWillResignActive", scene) }

  func sceneWillEnterForeground(_ scene: UIScene) {
    transcript.scene("sceneWillEnterForeground", scene)
  }

  func sceneDidEnterBackground(_ scene: UIScene) {
    transcript.scene("sceneDidEnterBackground", scene)
    BackgroundWork.beginIfAsked()
  }

  func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>) {
    let urls = urlContexts.map(\.url.absoluteString).sorted().joined(separator: ",")
    transcript.scene("openURLContexts", scene, "urls=\(urls)")
  }
}
