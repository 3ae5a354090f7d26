import Foundation

// What happens where an app does not implement a method.
extension UIApplicationDelegate {
  public var window: UIWindow? {
    get { nil }
    set {}
  }

  public func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }

  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // The older method stands in for this one, as on iOS.
    applicationDidFinishLaunching(application)
    return true
  }

  public func applicationDidFinishLaunching(_ application: UIApplication) {}
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  public func applicationWillResignActive(_ application: UIApplication) {}
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  public func applicationWillTerminate(_ application: UIApplication) {}
  public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
  public func applicationSignificantTimeChange(_ application: UIApplication) {}
  public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}
  public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}

  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { connectingSceneSession.configuration }

  public func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {}

  public func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool {
    // The older method stands in for this one, as on iOS. There is no annotation to pass.
    application(
      app, open: url, sourceApplication: options[.sourceApplication] as? String,
      annotation: options[.annotation] ?? [String: Any]())
  }

  public func application(
    _ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any
  ) -> Bool { false }

  public func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool { false }

  public func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {}

  public func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {}

  public func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    // The form that awaits stands in for this one, and the oldest for that.
    AwaitingDelegate.begin {
      completionHandler(
        await self.application(application, didReceiveRemoteNotification: userInfo))
    }
  }

  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    let older: () -> Void = {
      self.application(application, didReceiveRemoteNotification: userInfo)
    }
    older()
    return .noData
  }

  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) {}

  public func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    // The form that awaits stands in for this one.
    AwaitingDelegate.begin { completionHandler(await self.applicationPerformFetch(application)) }
  }

  public func applicationPerformFetch(
    _ application: UIApplication
  ) async -> UIBackgroundFetchResult {
    ProcessEnd.report(
      "UIKit: woken for a fetch, and the app's delegate does not implement "
        + "application(_:performFetchWithCompletionHandler:).")
    return .noData
  }

  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) { completionHandler() }

  public func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(false) }

  public func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask { .allButUpsideDown }
}

/// Delegate methods that await, called from those that don't.
private enum AwaitingDelegate {
  /// Runs `body` up to where it first waits before it returns, where the compiler knows how: the
  /// method then begins inside its delivery, as the others do.
  @MainActor
  static func begin(_ body: sending @escaping @MainActor () async -> Void) {
    #if compiler(>=6.2)
      Task.immediate { await body() }
    #else
      Task { await body() }
    #endif
  }
}
