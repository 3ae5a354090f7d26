import UIKit

/// Awaits what others call completion handlers for.
final class AwaitingDelegate: UIResponder, UIApplicationDelegate {
  func applicationPerformFetch(_ application: UIApplication) async -> UIBackgroundFetchResult {
    print("fetch begins")
    await Task.yield()
    print("fetch ends")
    return .newData
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    print("push \(Fetching.describe(userInfo))")
    return .failed
  }
}

/// As apps were before iOS 7.
final class OldestDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) {
    print("push \(Fetching.describe(userInfo))")
  }
}
