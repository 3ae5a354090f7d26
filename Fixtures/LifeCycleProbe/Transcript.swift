import UIKit

/// One line for each thing that the app hears.
@MainActor
struct Transcript {
  nonisolated static func line(_ text: String) { print(text) }

  func delegate(_ method: String, _ details: String = "") {
    Self.line("delegate \(method) state=\(state)\(details.isEmpty ? "" : " ")\(details)")
    Misbehaviour.inside(method)
  }

  func scene(_ method: String, _ scene: UIScene, _ details: String = "") {
    let name = "scene=\(scene.session.persistentIdentifier):\(scene.activationState)"
    delegate(method, details.isEmpty ? name : "\(name) \(details)")
  }

  func observe() {
    for name in Self.notifications {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        // Posted by UIKit on the main thread.
        MainActor.assumeIsolated {
          Self.line("notification \(name.rawValue) state=\(Transcript().state)")
        }
      }
    }
  }

  private var state: String { "\(UIApplication.shared.applicationState)" }

  private static let notifications: [Notification.Name] = [
    UIApplication.didFinishLaunchingNotification, UIApplication.didBecomeActiveNotification,
    UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
    UIApplication.willEnterForegroundNotification, UIApplication.willTerminateNotification,
    UIApplication.didReceiveMemoryWarningNotification,
    UIApplication.significantTimeChangeNotification,
    UIScene.willConnectNotification, UIScene.didDisconnectNotification,
    UIScene.didActivateNotification, UIScene.willDeactivateNotification,
    UIScene.willEnterForegroundNotification, UIScene.didEnterBackgroundNotification,
    UIDevice.batteryLevelDidChangeNotification, UIDevice.batteryStateDidChangeNotification,
    UIDevice.orientationDidChangeNotification, .NSProcessInfoPowerStateDidChange,
    UIApplication.backgroundRefreshStatusDidChangeNotification,
    UserDefaults.didChangeNotification, NSLocale.currentLocaleDidChangeNotification,
  ]
}
