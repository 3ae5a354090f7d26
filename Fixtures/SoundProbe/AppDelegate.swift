import AVFoundation
import UIKit

/// Does with sound what URLs tell it (`sound:play?player=1`), and prints what it hears.
///
/// In the background, where no URL comes, it does what a headset asks for (`RemoteControl`).
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  private let notifications = SessionNotifications()
  private let players = Players()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    notifications.observe(players)
    RemoteControl.prepare(players)
    Transcript.line("launched")
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { Transcript.line("active") }

  func applicationDidEnterBackground(_ application: UIApplication) {
    let left = application.backgroundTimeRemaining
    let isUnlimited = left == .greatestFiniteMagnitude
    Transcript.line("background, time \(isUnlimited ? "unlimited" : "limited")")
  }

  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool {
    do {
      try Order(url).carryOut(players)
    } catch {
      let error = error as NSError
      Transcript.line("error \(error.domain) \(error.code) \(url.absoluteString)")
    }
    return true
  }
}
