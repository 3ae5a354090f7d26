import Foundation

/// Methods that manage shared behaviours of an app.
///
/// All of them are optional: a method that the delegate does not have does nothing. They must
/// stand in the class itself or in its extensions; a method that exists only in a *subclass* of
/// the class that conforms is not called. Apple's page: `UIApplicationDelegate`.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
  /// The window of an app without scenes.
  var window: UIWindow? { get set }

  // MARK: Launch

  /// The launch has begun. False, from here or from `didFinishLaunching`, means that the URL which
  /// caused the launch is not passed on (L19).
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// The launch is almost done. `launchOptions` is nil for apps with scenes (L16).
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// The older form, called when nothing is known about the reason of the launch.
  func applicationDidFinishLaunching(_ application: UIApplication)

  // MARK: Life cycle. Apps with scenes get the methods of the scene delegate instead (L15)

  /// The app is active now (L10, L60).
  func applicationDidBecomeActive(_ application: UIApplication)
  /// The app is about to become inactive, and still active (L40).
  func applicationWillResignActive(_ application: UIApplication)
  /// The app is in the background now (L40); it is suspended soon (T32).
  func applicationDidEnterBackground(_ application: UIApplication)
  /// The app is about to leave the background, and still there (L60).
  func applicationWillEnterForeground(_ application: UIApplication)
  /// The app is about to end (L71). Suspended apps end without it (L70).
  func applicationWillTerminate(_ application: UIApplication)

  // MARK: The system

  /// Memory is low (L80).
  func applicationDidReceiveMemoryWarning(_ application: UIApplication)
  /// The day, the time or the time zone has changed.
  func applicationSignificantTimeChange(_ application: UIApplication)
  /// Protected files are readable now.
  func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)
  /// Protected files are about to become unreadable.
  func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)

  // MARK: Scenes

  /// Which configuration a new scene gets. Without this method: the one in Info.plist.
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration

  /// The user closed scenes in the switcher (L76).
  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)

  // MARK: URLs and activities

  /// Open `url`. Apps with scenes get `scene(_:openURLContexts:)` instead.
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool

  /// The form of before iOS 9, called where `application(_:open:options:)` is not implemented.
  func application(
    _ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any
  ) -> Bool

  /// Continue an activity.
  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool

  // MARK: Remote notifications

  /// The app can be reached by remote notifications.
  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)

  /// The app can't be reached by remote notifications.
  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error)

  /// A remote notification has arrived, in the foreground or in the background (F50, F53).
  ///
  /// Call `completionHandler` once, within 30 s, from any thread. Called a second time it traps, as on
  /// iOS; never called, the device ends the app.
  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)

  /// The same for who awaits: called where the form with a completion handler is not implemented.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult

  /// The form of before iOS 7, called where neither of the others is implemented.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any])

  // MARK: Background fetch

  /// The app is in the background and may look for new data (F4).
  ///
  /// Call `completionHandler` once, within 30 s, from any thread (F6). Called a second time it traps,
  /// as on iOS; never called, the device ends the app. Where neither this nor
  /// ``applicationPerformFetch(_:)`` is implemented, the answer is `.noData`, which is the truth, and
  /// a line on standard error says why.
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  )

  /// The same for who awaits: called where the form with a completion handler is not implemented.
  func applicationPerformFetch(_ application: UIApplication) async -> UIBackgroundFetchResult

  // MARK: Declared, and not called yet: this device has no such event

  /// Transfers of a background session have finished.
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void)

  /// A person chose one of the app's quick actions.
  func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)

  /// Which orientations a window allows. A Greenroom device does not rotate what it shows.
  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask
}
