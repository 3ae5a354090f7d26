import UIKit

/// Tells what it hears of fetches, pushes and scheduled tasks, and asks for them as its arguments say.
///
/// For tests of the app's side alone: what it is asked to do, no device would have it do.
final class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    for name in [
      UIApplication.didFinishLaunchingNotification,
      UIApplication.backgroundRefreshStatusDidChangeNotification,
    ] {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
        print("notification \($0.name.rawValue) userInfo=\($0.userInfo?.count ?? 0)")
      }
    }
    Fetching.prepareIfAsked()
    ScheduledTasks.registerIfAsked()
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { ScheduledTasks.askIfAsked() }

  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    let token = deviceToken.map { String(format: "%02x", $0) }.joined()
    print(
      "didRegister registered=\(application.isRegisteredForRemoteNotifications) token=\(token)")
    application.unregisterForRemoteNotifications()
    print("unregistered registered=\(application.isRegisteredForRemoteNotifications)")
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    print("performFetch state=\(application.applicationState) main=\(Thread.isMainThread)")
    Fetching.answer(completionHandler)
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    print("push state=\(application.applicationState) \(Fetching.describe(userInfo))")
    Fetching.answer(completionHandler)
  }
}

/// What the probe was asked to do.
enum Arguments {
  static func has(_ flag: String) -> Bool { CommandLine.arguments.contains(flag) }

  static func value(of flag: String) -> String? {
    let arguments = CommandLine.arguments
    guard let index = arguments.firstIndex(of: flag), index + 1 < arguments.count else {
      return nil
    }
    return arguments[index + 1]
  }
}
