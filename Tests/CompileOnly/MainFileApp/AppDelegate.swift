import UIKit

class AppDelegate: UIResponder, UIApplicationDelegate {
  func applicationDidBecomeActive(_ application: UIApplication) {
    print(application.applicationState == .active)
  }
}

class TestingDelegate: NSObject, UIApplicationDelegate {}
