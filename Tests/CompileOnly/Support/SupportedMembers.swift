// Every supported member of the API census, used once. It only has to compile.
// Above each use: the census name | the number of repositories that use it.

import BackgroundTasks
import UIKit

// MARK: UIApplication (instance members)

@MainActor
func useUIApplication() async throws {
  // UIApplication.shared | 92
  let application = UIApplication.shared
  // .openSettingsURLString | 35
  let settings = URL(string: UIApplication.openSettingsURLString)!
  // .openNotificationSettingsURLString | 5
  _ = UIApplication.openNotificationSettingsURLString
  // open(_:options:completionHandler:) | 58
  application.open(settings, options: [.universalLinksOnly: false]) { print($0) }
  _ = await application.open(settings)
  // applicationState | 52
  _ = application.applicationState == .background
  // beginBackgroundTask (any form) | 43
  // beginBackgroundTask(withName:expirationHandler:) | 28
  let task = application.beginBackgroundTask(withName: "name") { print("over") }
  // beginBackgroundTask(expirationHandler:) / trailing closure | 18
  _ = application.beginBackgroundTask { print("over") }
  // endBackgroundTask(_:) | 44
  application.endBackgroundTask(task)
  // backgroundTimeRemaining | 6
  _ = application.backgroundTimeRemaining
  // connectedScenes | 38
  _ = application.connectedScenes.compactMap { $0 as? UIWindowScene }
  // delegate | 35
  _ = application.delegate
  // canOpenURL(_:) | 34
  _ = application.canOpenURL(settings)
  // registerForRemoteNotifications() | 31
  application.registerForRemoteNotifications()
  // unregisterForRemoteNotifications() | 3
  application.unregisterForRemoteNotifications()
  // setMinimumBackgroundFetchInterval(_:) | 7
  application.setMinimumBackgroundFetchInterval(3600)
  // isRegisteredForRemoteNotifications | 1
  _ = application.isRegisteredForRemoteNotifications
  // windows | 22
  _ = application.windows.first { $0.isKeyWindow }
  // keyWindow | 16
  _ = application.keyWindow?.rootViewController
  // applicationIconBadgeNumber | 20
  application.applicationIconBadgeNumber = 0
  // requestSceneSessionRefresh | 1
  if let session = application.openSessions.first {
    application.requestSceneSessionRefresh(session)
  }
  // isIdleTimerDisabled | 19
  application.isIdleTimerDisabled = true
  // shortcutItems | 11
  application.shortcutItems = [UIApplicationShortcutItem(type: "type", localizedTitle: "title")]
  // isStatusBarHidden/statusBarFrame/statusBarOrientation/statusBarStyle | 10
  _ = application.isStatusBarHidden || application.statusBarFrame.isEmpty
  _ = application.statusBarOrientation.isPortrait && application.statusBarStyle == .default
  // setAlternateIconName / alternateIconName | 9
  if application.supportsAlternateIcons, application.alternateIconName == nil {
    application.setAlternateIconName("icon") { error in print(error as Any) }
    try await application.setAlternateIconName(nil)
  }
  // backgroundRefreshStatus | 9
  _ = application.backgroundRefreshStatus == .available
  // preferredContentSizeCategory | 8
  _ = application.preferredContentSizeCategory == .large
  // isProtectedDataAvailable | 6
  _ = application.isProtectedDataAvailable
  // userInterfaceLayoutDirection | 5
  _ = application.userInterfaceLayoutDirection == .rightToLeft
  // supportsMultipleScenes | 3
  _ = application.supportsMultipleScenes
  // isNetworkActivityIndicatorVisible | 3
  application.isNetworkActivityIndicatorVisible = false
  // openSessions | 1
  _ = application.openSessions.count
  // UIApplicationMain(...) function | 1
  _ = UIApplicationMain
}

// MARK: UIApplication (class members)

@MainActor
func fetchIntervals() -> [TimeInterval] {
  [
    // .backgroundFetchIntervalMinimum | 3
    UIApplication.backgroundFetchIntervalMinimum,
    // .backgroundFetchIntervalNever | 1
    UIApplication.backgroundFetchIntervalNever,
  ]
}

// MARK: UIApplication nested & related types

@MainActor
func useUIApplicationTypes() {
  // UIApplication.LaunchOptionsKey (type) | 107
  let options: [UIApplication.LaunchOptionsKey: Any] = [:]
  // .remoteNotification | 8
  _ = options[.remoteNotification]
  // .sourceApplication | 4
  _ = options[.sourceApplication]
  // .userActivityDictionary | 4
  _ = options[.userActivityDictionary]
  // .shortcutItem | 4
  _ = options[.shortcutItem]
  // .url | 3
  _ = options[.url]
  // .location | 3
  _ = options[.location]
  // .userActivityType | 2
  _ = options[.userActivityType]
  // .bluetoothCentrals/.bluetoothPeripherals | 1
  _ = (options[.bluetoothCentrals], options[.bluetoothPeripherals])
  // .localNotification | 1
  _ = options[.localNotification]
  // UIBackgroundTaskIdentifier (type) | 39
  var identifier: UIBackgroundTaskIdentifier
  // UIBackgroundTaskIdentifier.invalid | 33
  identifier = .invalid
  // UIBackgroundTaskIdentifier(rawValue:) | 2
  identifier = UIBackgroundTaskIdentifier(rawValue: identifier.rawValue)
  // UIBackgroundFetchResult (type) | 32
  let results: [UIBackgroundFetchResult] = [.newData, .noData, .failed]
  // UIApplication.OpenURLOptionsKey (type) | 23
  let urlOptions: [UIApplication.OpenURLOptionsKey: Any] = [
    .sourceApplication: "", .annotation: "",
  ]
  // UIApplication.State (type) | 19
  let state: UIApplication.State = .inactive
  // UIApplicationShortcutItem | 14
  let item = UIApplicationShortcutItem(
    type: "type", localizedTitle: "title", localizedSubtitle: nil,
    icon: UIApplicationShortcutIcon(systemImageName: "star"), userInfo: nil)
  // UIBackgroundRefreshStatus (type) | 6
  let status: UIBackgroundRefreshStatus = .denied
  // UIApplication.OpenExternalURLOptionsKey (type) | 6
  let external: [UIApplication.OpenExternalURLOptionsKey: Any] = [.universalLinksOnly: true]
  print(identifier, results, urlOptions, state, item.type, status, external)
}

// MARK: Notifications (names)

func useNotificationNames() -> [Notification.Name] {
  [
    // UIApplication.didEnterBackgroundNotification | 69
    UIApplication.didEnterBackgroundNotification,
    // UIApplication.didBecomeActiveNotification | 61
    UIApplication.didBecomeActiveNotification,
    // UIApplication.willEnterForegroundNotification | 55
    UIApplication.willEnterForegroundNotification,
    // UIApplication.willResignActiveNotification | 38
    UIApplication.willResignActiveNotification,
    // UIApplication.willTerminateNotification | 25
    UIApplication.willTerminateNotification,
    // UIDevice.orientationDidChangeNotification | 21
    UIDevice.orientationDidChangeNotification,
    // UIApplication.didReceiveMemoryWarningNotification | 16
    UIApplication.didReceiveMemoryWarningNotification,
    // UIDevice.batteryStateDidChangeNotification | 9
    UIDevice.batteryStateDidChangeNotification,
    // UIApplication.didFinishLaunchingNotification | 8
    UIApplication.didFinishLaunchingNotification,
    // UserDefaults.didChangeNotification | 6
    UserDefaults.didChangeNotification,
    // UIScene.didActivateNotification | 6
    UIScene.didActivateNotification,
    // NSProcessInfoPowerStateDidChange | 6
    .NSProcessInfoPowerStateDidChange,
    // UIApplication.userDidTakeScreenshotNotification | 5
    UIApplication.userDidTakeScreenshotNotification,
    // UIScene.willDeactivateNotification | 5
    UIScene.willDeactivateNotification,
    // UIScene.willEnterForegroundNotification | 5
    UIScene.willEnterForegroundNotification,
    // UIScene.didEnterBackgroundNotification | 5
    UIScene.didEnterBackgroundNotification,
    // UIDevice.batteryLevelDidChangeNotification | 5
    UIDevice.batteryLevelDidChangeNotification,
    // UIApplication.backgroundRefreshStatusDidChangeNotification | 4
    UIApplication.backgroundRefreshStatusDidChangeNotification,
    // UIApplication.significantTimeChangeNotification | 3
    UIApplication.significantTimeChangeNotification,
    // UIDevice.proximityStateDidChangeNotification | 2
    UIDevice.proximityStateDidChangeNotification,
    // UIApplication.protectedDataDidBecomeAvailableNotification | 2
    UIApplication.protectedDataDidBecomeAvailableNotification,
    // UIScene.willConnectNotification | 1
    UIScene.willConnectNotification,
    // UIScene.didDisconnectNotification | 1
    UIScene.didDisconnectNotification,
  ]
}

// MARK: UIScene / UIWindowScene / UISceneSession members

@MainActor
func useScenes(_ scene: UIScene, _ options: UIScene.ConnectionOptions) {
  // UIScene (type) | 49
  _ = scene.title
  // UIScene.ConnectionOptions | 45
  // connectionOptions.urlContexts | 9
  // UIOpenURLContext | 16
  let context: UIOpenURLContext? = options.urlContexts.first
  _ = (context?.url, context?.options.sourceApplication, context?.options.openInPlace)
  // connectionOptions.userActivities | 9
  _ = options.userActivities.first?.webpageURL
  // connectionOptions.shortcutItem | 8
  _ = options.shortcutItem
  // activationState | 27
  _ = scene.activationState
  // .foregroundActive | 26
  _ = scene.activationState == .foregroundActive
  // .foregroundInactive | 4
  _ = scene.activationState == .foregroundInactive
  // .unattached | 2
  _ = scene.activationState == .unattached
  // UIScene.ActivationState | 2
  let state: UIScene.ActivationState = .background
  // UISceneSession (type) | 45
  let session: UISceneSession = scene.session
  // session.role | 38
  _ = session.role == .windowApplication
  // session.persistentIdentifier | 1
  _ = session.persistentIdentifier
  // UISceneConfiguration(name:sessionRole:) | 38
  let configuration = UISceneConfiguration(name: "Default", sessionRole: session.role)
  configuration.delegateClass = EveryMethod.self
  configuration.sceneClass = UIWindowScene.self
  // UIWindowScene (type) | 58
  guard let windowScene = scene as? UIWindowScene else { return }
  // UIWindow(windowScene:) | 28
  let window = UIWindow(windowScene: windowScene)
  // windowScene.windows | 22
  _ = windowScene.windows.first
  // windowScene.keyWindow | 8
  _ = windowScene.keyWindow === window
  // windowScene.interfaceOrientation | 5
  _ = windowScene.interfaceOrientation.isLandscape
  print(state)
}

// MARK: UIDevice

@MainActor
func useUIDevice() {
  // UIDevice.current | 81
  let device = UIDevice.current
  // systemVersion | 47
  _ = device.systemVersion
  // userInterfaceIdiom | 42
  _ = device.userInterfaceIdiom == .pad
  // systemName | 31
  _ = device.systemName
  // identifierForVendor | 27
  _ = device.identifierForVendor?.uuidString
  // model | 22
  _ = device.model
  // orientation | 20
  _ = device.orientation.isLandscape
  // name | 18
  _ = device.name
  // isBatteryMonitoringEnabled | 15
  device.isBatteryMonitoringEnabled = true
  // batteryState | 12
  // UIDevice.BatteryState | 9
  let state: UIDevice.BatteryState = device.batteryState
  // batteryLevel | 11
  _ = device.batteryLevel
  // localizedModel | 5
  _ = device.localizedModel
  // beginGeneratingDeviceOrientationNotifications | 5
  device.beginGeneratingDeviceOrientationNotifications()
  device.endGeneratingDeviceOrientationNotifications()
  // isProximityMonitoringEnabled | 3
  device.isProximityMonitoringEnabled = true
  // proximityState | 2
  _ = device.proximityState
  // isMultitaskingSupported | 1
  _ = device.isMultitaskingSupported
  print(state)
}

// MARK: NSUserActivity & state restoration

func useUserActivity() {
  // NSUserActivity(activityType:) | 13
  // NSUserActivityTypeBrowsingWeb | 20
  let activity: NSUserActivity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
  // NSUserActivity (type) | 31
  activity.title = "title"
  activity.userInfo = ["key": 1]
  // userActivity.webpageURL | 24
  activity.webpageURL = URL(string: "https://example.com")
  // isEligibleForHandoff/Search/Prediction | 8
  activity.isEligibleForHandoff = true
  activity.isEligibleForSearch = true
  activity.isEligibleForPrediction = true
  // becomeCurrent() | 7
  activity.becomeCurrent()
  activity.resignCurrent()
  activity.invalidate()
  // addUserInfoEntries(from:) | 2
  activity.addUserInfoEntries(from: ["other": 2])
  // NSKeyedArchiver/NSKeyedUnarchiver | 16
  // NSCoding / NSSecureCoding | 9
  let codable: any NSSecureCoding = NSString(string: "state")
  _ = try? NSKeyedArchiver.archivedData(withRootObject: codable, requiringSecureCoding: true)
  // isLowPowerModeEnabled | 14
  _ = ProcessInfo.processInfo.isLowPowerModeEnabled
  // isiOSAppOnMac | 14
  _ = ProcessInfo.processInfo.isiOSAppOnMac
}

// MARK: BGTaskScheduler

func scheduler() async throws {
  // BGTaskScheduler.shared | 24
  let scheduler = BGTaskScheduler.shared
  // register(forTaskWithIdentifier:using:launchHandler:) | 24
  scheduler.register(forTaskWithIdentifier: "a", using: nil) { task in
    task.setTaskCompleted(success: true)
  }
  do {
    // submit(_:) | 24
    try scheduler.submit(BGAppRefreshTaskRequest(identifier: "a"))
    // BGTaskScheduler.Error / .Code | 3
  } catch let error as BGTaskScheduler.Error {
    switch error.code {
    // .unavailable (BG error) | 2
    case .unavailable: break
    // .notPermitted | 2
    case .notPermitted: break
    // .tooManyPendingTaskRequests | 2
    case .tooManyPendingTaskRequests: break
    // .immediateRunIneligible | 1
    case .immediateRunIneligible: break
    }
  }
  // cancel(taskRequestWithIdentifier:) | 7
  scheduler.cancel(taskRequestWithIdentifier: "a")
  // cancelAllTaskRequests() | 2
  scheduler.cancelAllTaskRequests()
  // getPendingTaskRequests(completionHandler:) | 2
  scheduler.getPendingTaskRequests { print($0.count) }
  // pendingTaskRequests() async | 1
  _ = await scheduler.pendingTaskRequests()
  _ = BGTaskScheduler.supportedResources.contains(.gpu)
}

// MARK: BGTask & requests

// BGTask (type) | 12
func tasks(_ task: BGTask) {
  // expirationHandler | 19
  task.expirationHandler = {
    // setTaskCompleted(success:) | 23
    task.setTaskCompleted(success: false)
  }
  // task.identifier | 4
  _ = task.identifier
  // BGAppRefreshTask (type) | 8
  _ = task is BGAppRefreshTask
  // BGProcessingTask (type) | 4
  _ = task as? BGProcessingTask
  // BGContinuedProcessingTask | 1
  if let continued = task as? BGContinuedProcessingTask {
    continued.progress.totalUnitCount = 10
    continued.updateTitle(continued.title, subtitle: continued.subtitle)
  }
}

// BGTaskRequest (type) | 3
func requests() -> [BGTaskRequest] {
  // BGAppRefreshTaskRequest(identifier:) | 16
  let refresh = BGAppRefreshTaskRequest(identifier: "a")
  // earliestBeginDate | 22
  refresh.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
  // BGProcessingTaskRequest(identifier:) | 13
  let processing = BGProcessingTaskRequest(identifier: "b")
  // requiresNetworkConnectivity | 12
  processing.requiresNetworkConnectivity = true
  // requiresExternalPower | 8
  processing.requiresExternalPower = true
  // BGContinuedProcessingTaskRequest(...) | 1
  let continued = BGContinuedProcessingTaskRequest(identifier: "c.1", title: "t", subtitle: "s")
  continued.strategy = .fail
  continued.requiredResources = [.gpu]
  return [refresh, processing, continued]
}

// MARK: UIApplicationDelegate methods

// A library can't use the attribute: AttributeApp and BackgroundTaskApp do.
// @UIApplicationMain | 65
// UIApplicationDelegate (type) | 116
// UIResponder (superclass of AppDelegate) | 112
// UIWindowSceneDelegate (type) | 45
// UISceneDelegate (type) | 3
class EveryMethod: UIResponder, UIApplicationDelegate, UIWindowSceneDelegate {
  // var window: UIWindow? | 109
  var window: UIWindow?

  // override init() in an AppDelegate file | 3
  override init() { super.init() }

  // application(_:willFinishLaunchingWithOptions:) | 9
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  // application(_:didFinishLaunchingWithOptions:) | 106
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  // applicationDidFinishLaunching(_:) | 2
  func applicationDidFinishLaunching(_ application: UIApplication) {}
  // applicationDidEnterBackground(_:) | 41
  func applicationDidEnterBackground(_ application: UIApplication) {}
  // applicationDidBecomeActive(_:) | 39
  func applicationDidBecomeActive(_ application: UIApplication) {}
  // applicationWillTerminate(_:) | 39
  func applicationWillTerminate(_ application: UIApplication) {}
  // applicationWillEnterForeground(_:) | 36
  func applicationWillEnterForeground(_ application: UIApplication) {}
  // applicationWillResignActive(_:) | 35
  func applicationWillResignActive(_ application: UIApplication) {}
  // applicationDidReceiveMemoryWarning(_:) | 3
  func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
  // applicationSignificantTimeChange(_:) | 1
  func applicationSignificantTimeChange(_ application: UIApplication) {}
  // applicationProtectedDataDidBecomeAvailable(_:) | 2
  func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}
  // applicationProtectedDataWillBecomeUnavailable(_:) | 1
  func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}
  // application(_:configurationForConnecting:options:) | 39
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { connectingSceneSession.configuration }
  // application(_:didDiscardSceneSessions:) | 26
  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {}
  // application(_:open:options:) | 22
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool { true }
  // application(_:didRegisterForRemoteNotificationsWithDeviceToken:) | 30
  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {}
  // application(_:didReceiveRemoteNotification:fetchCompletionHandler:) | 22
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {}
  // application(_:performFetchWithCompletionHandler:) | 10
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {}

  // MARK: UISceneDelegate / UIWindowSceneDelegate methods

  // scene(_:willConnectTo:options:) | 42
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  // sceneDidBecomeActive(_:) | 30
  func sceneDidBecomeActive(_ scene: UIScene) {}
  // sceneWillEnterForeground(_:) | 28
  func sceneWillEnterForeground(_ scene: UIScene) {}
  // sceneDidEnterBackground(_:) | 28
  func sceneDidEnterBackground(_ scene: UIScene) {}
  // sceneWillResignActive(_:) | 27
  func sceneWillResignActive(_ scene: UIScene) {}
  // sceneDidDisconnect(_:) | 24
  func sceneDidDisconnect(_ scene: UIScene) {}
  // scene(_:openURLContexts:) | 16
  func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>) {}
}

// Declared, so that signatures are checked, and not called yet: see not-yet.txt.
extension EveryMethod {
  // application(_:didFailToRegisterForRemoteNotificationsWithError:) | 26
  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {}
  // application(_:continue:restorationHandler:) | 17
  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool { true }
  // application(_:handleEventsForBackgroundURLSession:completionHandler:) | 16
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {}
  // application(_:performActionFor:completionHandler:) | 7
  func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {}
  // application(_:supportedInterfaceOrientationsFor:) | 7
  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask { .all }
  // scene(_:continue:) | 10
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
  // windowScene(_:performActionFor:completionHandler:) | 9
  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {}
}
