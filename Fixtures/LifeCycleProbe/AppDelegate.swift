import UIKit

/// Prints what it hears, and misbehaves where its arguments ask for it.
///
/// One executable for both life cycles: which one it lives is up to the Info.plist that it is
/// bundled with (`Bundles/`).
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private let transcript = Transcript()

  override init() {
    super.init()
    Misbehaviour.prepare()
    transcript.observe()
  }

  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    transcript.delegate("willFinishLaunching", launchOptions.describe())
    return true
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    transcript.delegate("didFinishLaunching", launchOptions.describe())
    // Apps with scenes have none yet; an app without has the one that its windows are in.
    if !application.connectedScenes.isEmpty {
      let window = UIWindow(frame: UIScreen.main.bounds)
      window.rootViewController = ProbeViewController()
      window.makeKeyAndVisible()
      self.window = window
    }
    SystemWork.prepare(application)
    LocationRequests.sendIfAsked()
    Misbehaviour.afterLaunch()
    return !CommandLine.arguments.contains("--refuse-url")
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    transcript.delegate("applicationDidBecomeActive")
    OtherApps.openIfAsked()
  }

  func applicationWillResignActive(_ application: UIApplication) {
    transcript.delegate("applicationWillResignActive")
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    transcript.delegate("applicationDidEnterBackground")
    BackgroundWork.beginIfAsked()
  }

  func applicationWillEnterForeground(_ application: UIApplication) {
    transcript.delegate("applicationWillEnterForeground")
  }

  func applicationWillTerminate(_ application: UIApplication) {
    transcript.delegate("applicationWillTerminate")
  }

  func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
    transcript.delegate("applicationDidReceiveMemoryWarning")
  }

  func applicationSignificantTimeChange(_ application: UIApplication) {
    transcript.delegate("applicationSignificantTimeChange")
  }

  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool {
    let source = options[.sourceApplication] as? String ?? "nobody"
    transcript.delegate("openURL", "url=\(url.absoluteString) source=\(source)")
    return true
  }

  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {
    let names = sceneSessions.map(\.persistentIdentifier).sorted().joined(separator: ",")
    transcript.delegate("didDiscardSceneSessions", "sessions=\(names)")
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    transcript.delegate("performFetch")
    SystemWork.answer(completionHandler)
  }

  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    let keys = userInfo.keys.map { "\($0)" }.sorted().joined(separator: ",")
    transcript.delegate("didReceiveRemoteNotification", "keys=\(keys)")
    SystemWork.answer(completionHandler)
  }

  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    transcript.delegate("didRegisterForRemoteNotifications", "bytes=\(deviceToken.count)")
  }

  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    transcript.delegate("didFailToRegisterForRemoteNotifications")
  }
}

/// `--open-url URL`: asks the device for another app.
@MainActor
private enum OtherApps {
  static func openIfAsked() {
    guard let url = Arguments.value(of: "--open-url").flatMap(URL.init(string:)) else { return }
    let canOpen = UIApplication.shared.canOpenURL(url)
    UIApplication.shared.open(url, options: [:]) { isOpened in
      Transcript.line("opened \(url.absoluteString) can=\(canOpen) did=\(isOpened)")
    }
  }
}

extension [UIApplication.LaunchOptionsKey: Any]? {
  fileprivate func describe() -> String {
    guard let self else { return "options=nil" }
    let url = (self[.url] as? URL)?.absoluteString ?? "nil"
    let source = self[.sourceApplication] as? String ?? "nil"
    if self[.location] as? Bool == true { return "location=true" }
    return "url=\(url) source=\(source)"
  }
}

/// Shows that view controllers hear of memory warnings and of their views.
final class ProbeViewController: UIViewController {
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    Transcript.line("view viewDidAppear")
  }

  override func didReceiveMemoryWarning() {
    super.didReceiveMemoryWarning()
    Transcript.line("view didReceiveMemoryWarning")
  }
}
