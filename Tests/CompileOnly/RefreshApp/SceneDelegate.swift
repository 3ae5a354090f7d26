// swift-format-ignore-file

import UIKit

class SceneDelegate: UIResponder, UIWindowSceneDelegate {

  var window: UIWindow?

  func sceneDidEnterBackground(_ scene: UIScene) {
    (UIApplication.shared.delegate as! AppDelegate).scheduleAppRefresh()
  }
}
