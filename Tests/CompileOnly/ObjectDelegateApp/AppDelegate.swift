import UIKit

// A delegate that is no responder, final, with an initializer of its own.
@main
final class AppDelegate: NSObject, UIApplicationDelegate {
  private let started: Date
  private var counter = 0

  override init() {
    started = Date()
    super.init()
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    counter += 1
    return true
  }

  func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
    print("running since \(started)")
  }
}
