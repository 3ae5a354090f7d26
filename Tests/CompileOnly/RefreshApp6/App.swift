import BackgroundTasks
import UIKit

// Swift 6 mode, and the forms that await.
@main
final class AppDelegate: NSObject, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: .main) {
      task in
      let work = Task { @MainActor in
        await self.refresh()
        task.setTaskCompleted(success: true)
      }
      task.expirationHandler = { work.cancel() }
    }
    return true
  }

  func applicationPerformFetch(_ application: UIApplication) async -> UIBackgroundFetchResult {
    await refresh()
    return .newData
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    await refresh()
    return .noData
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    Task {
      let pending = await BGTaskScheduler.shared.pendingTaskRequests()
      guard !pending.contains(where: { $0.identifier == "com.example.refresh" }) else { return }
      try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
    }
  }

  private func refresh() async { await Task.yield() }
}

// What a person has begun, in the background of Swift 6.
@MainActor
final class Exporter {
  func export(_ files: [String]) throws {
    let identifier = "com.example.export.\(UUID().uuidString)"
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      guard let task = task as? BGContinuedProcessingTask else { return }
      task.progress.totalUnitCount = Int64(files.count)
      for file in files {
        task.progress.completedUnitCount += 1
        task.updateTitle("Export", subtitle: file)
      }
      task.setTaskCompleted(success: true)
    }
    let request = BGContinuedProcessingTaskRequest(
      identifier: identifier, title: "Export", subtitle: "\(files.count) files")
    request.strategy = .queue
    try BGTaskScheduler.shared.submit(request)
  }
}
