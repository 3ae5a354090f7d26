import UIKit

// The same idea in Swift 6: with the isolation that Apple documents.
@MainActor
protocol ApplicationType {
  func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)?
  ) -> UIBackgroundTaskIdentifier
  func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)?
  ) -> UIBackgroundTaskIdentifier
  func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier)
}

extension UIApplication: ApplicationType {}

protocol BackgroundTaskManaging: Sendable {
  func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)?
  ) -> UIBackgroundTaskIdentifier
  func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier)
  var backgroundTimeRemaining: TimeInterval { get }
}

extension UIApplication: BackgroundTaskManaging {}

@MainActor
protocol URLOpening {
  func open(
    _ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)?)
}

extension UIApplication: URLOpening {}

actor Uploader {
  let tasks: any BackgroundTaskManaging
  init(tasks: any BackgroundTaskManaging) { self.tasks = tasks }

  func upload() async {
    let task = tasks.beginBackgroundTask(withName: "upload") {}
    try? await Task.sleep(nanoseconds: 1_000)
    tasks.endBackgroundTask(task)
  }
}

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  private lazy var uploader = Uploader(tasks: UIApplication.shared)

  func applicationDidEnterBackground(_ application: UIApplication) {
    Task { [uploader] in await uploader.upload() }
  }
}
