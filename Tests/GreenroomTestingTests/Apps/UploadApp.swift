import Foundation
import UIKit

/// An app that finishes an upload in the background, as Apple's page on background tasks shows it.
final class UploadApp: UIResponder, UIApplicationDelegate {
  /// Of the process: would be shared by tests that are not isolated.
  @MainActor static var launches = 0

  /// How long an upload takes.
  var uploadTime: TimeInterval = 12
  private(set) var finishedUploads = 0
  private(set) var expirations = 0
  /// What the app heard, and what it did.
  private(set) var events: [String] = []
  private var task = UIBackgroundTaskIdentifier.invalid
  private var ticker: Timer?
  private(set) var ticks = 0

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Self.launches += 1
    events.append("didFinishLaunching")
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { events.append("active") }
  func applicationWillResignActive(_ application: UIApplication) { events.append("inactive") }
  func applicationWillEnterForeground(_ application: UIApplication) { events.append("foreground") }
  func applicationWillTerminate(_ application: UIApplication) { events.append("terminate") }
  func applicationDidReceiveMemoryWarning(_ application: UIApplication) { events.append("memory") }

  func applicationSignificantTimeChange(_ application: UIApplication) {
    events.append("time change")
  }

  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool {
    events.append("url \(url)")
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    events.append("background")
    guard uploadTime > 0 else { return }
    task = application.beginBackgroundTask(withName: "upload") { [self] in
      expirations += 1
      endUpload()
    }
    _ = Timer.scheduledTimer(withTimeInterval: uploadTime, repeats: false) { _ in
      MainActor.assumeIsolated { self.uploadFinished() }
    }
  }

  private func uploadFinished() {
    finishedUploads += 1
    endUpload()
  }

  private func endUpload() {
    UIApplication.shared.endBackgroundTask(task)
    task = .invalid
  }

  /// Counts seconds until the process ends.
  func startTicking() {
    ticker = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
      MainActor.assumeIsolated { self.ticks += 1 }
    }
  }
}
