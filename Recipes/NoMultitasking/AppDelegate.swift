import UIKit

/// Opts out of the background in its Info.plist, and prints every message on its way to the end.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    print("didFinishLaunching")
    for argument in CommandLine.arguments.dropFirst() {
      print("\"\(argument)\" is not an option: this app has none")
    }
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = NoticeViewController()
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { print("didBecomeActive") }
  func applicationWillResignActive(_ application: UIApplication) { print("willResignActive") }
  func applicationDidEnterBackground(_ application: UIApplication) { print("didEnterBackground") }
  func applicationWillEnterForeground(_ application: UIApplication) { print("willEnterForeground") }
  func applicationWillTerminate(_ application: UIApplication) { print("willTerminate") }
}

/// Says what Home will do.
final class NoticeViewController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemRed
    let label = UILabel(frame: CGRect(x: 20, y: 80, width: 280, height: 40))
    label.accessibilityIdentifier = "notice"
    label.text = "Home ends this app"
    view.addSubview(label)
  }
}
