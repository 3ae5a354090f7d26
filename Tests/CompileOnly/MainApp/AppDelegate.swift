import UIKit

// Swift 6: `@main`, a delegate of the responder chain, async work on the main actor.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    if let url = launchOptions?[.url] as? URL { print("launched by \(url)") }
    application.registerForRemoteNotifications()
    Task { await refresh() }
    return true
  }

  func refresh() async {
    let task = UIApplication.shared.beginBackgroundTask(withName: "refresh")
    defer { UIApplication.shared.endBackgroundTask(task) }
    try? await Task.sleep(nanoseconds: 1)
    if let settings = URL(string: UIApplication.openSettingsURLString) {
      let isOpen = await UIApplication.shared.open(settings)
      print(isOpen, UIDevice.current.systemVersion, UIDevice.current.identifierForVendor ?? UUID())
    }
  }
}

extension AppDelegate {
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    options[.sourceApplication] is String
  }

  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    print("\(deviceToken.count) bytes of token")
  }

  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    print(error.localizedDescription)
  }
}
