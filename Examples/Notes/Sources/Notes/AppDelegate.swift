import UIKit

/// Keeps notes, and sends them to a server when the app leaves the screen.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var notes: [String] = []
  private(set) var sent: [String] = []
  private var task = UIBackgroundTaskIdentifier.invalid
  private var sending: Task<Void, any Error>?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    notes = UserDefaults.standard.stringArray(forKey: "notes") ?? []
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    UserDefaults.standard.set(notes, forKey: "notes")
    task = application.beginBackgroundTask(withName: "send notes") { [self] in
      sending?.cancel()
    }
    sending = Task {
      defer { application.endBackgroundTask(task) }
      while sent.count < notes.count {
        // A slow network.
        try await Task.sleep(for: .seconds(4))
        sent.append(notes[sent.count])
      }
    }
  }
}
