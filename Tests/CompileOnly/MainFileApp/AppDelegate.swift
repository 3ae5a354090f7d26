import UIKit.UIApplication

import class UIKit.UIWindow

class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func applicationDidBecomeActive(_ application: UIApplication) {
    print(application.applicationState == .active)
  }
}

class TestingDelegate: NSObject, UIApplicationDelegate {}
