import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var task = UIBackgroundTaskIdentifier.invalid

  func applicationDidEnterBackground(_ application: UIApplication) {
    task = application.beginBackgroundTask(withName: "upload") {
      application.endBackgroundTask(self.task)
    }
    Task {
      try await Task.sleep(for: .seconds(3))
      print("uploaded, \(application.backgroundTimeRemaining) s left")
      application.endBackgroundTask(task)
    }
  }
}
