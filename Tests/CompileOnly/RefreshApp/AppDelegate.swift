// swift-format-ignore-file

import UIKit
import BackgroundTasks

@main
class AppDelegate: UIResponder, UIApplicationDelegate {

  static let refreshTaskIdentifier = "com.example.refresh"

  func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: AppDelegate.refreshTaskIdentifier, using: nil) { task in
      self.handleAppRefresh(task: task as! BGAppRefreshTask)
    }
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.clean", using: DispatchQueue.main) { [weak self] task in
      guard let task = task as? BGProcessingTask else { return }
      self?.handleCleaning(task: task)
    }
    application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    application.registerForRemoteNotifications()
    return true
  }

  func application(_ application: UIApplication, performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
    DispatchQueue.global(qos: .background).async {
      completionHandler(.newData)
    }
  }

  func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any], fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
    guard let aps = userInfo["aps"] as? [String: AnyObject], aps["content-available"] as? Int == 1 else {
      completionHandler(.failed)
      return
    }
    completionHandler(.newData)
  }

  func application(_ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession, options: UIScene.ConnectionOptions) -> UISceneConfiguration {
    return UISceneConfiguration(name: "Default Configuration", sessionRole: connectingSceneSession.role)
  }

  func scheduleAppRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: AppDelegate.refreshTaskIdentifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch BGTaskScheduler.Error.notPermitted {
      print("not permitted")
    } catch {
      switch (error as? BGTaskScheduler.Error)?.code {
      case .unavailable: print("unavailable")
      case .tooManyPendingTaskRequests: print("too many")
      default: print("Could not schedule app refresh: \(error)")
      }
    }
  }

  func handleAppRefresh(task: BGAppRefreshTask) {
    scheduleAppRefresh()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let operation = BlockOperation { print("refreshing") }
    task.expirationHandler = {
      queue.cancelAllOperations()
    }
    operation.completionBlock = {
      task.setTaskCompleted(success: !operation.isCancelled)
    }
    queue.addOperation(operation)
  }

  func handleCleaning(task: BGProcessingTask) {
    task.expirationHandler = { [unowned task] in task.setTaskCompleted(success: false) }
    BGTaskScheduler.shared.getPendingTaskRequests { requests in
      print(requests.map { $0.identifier })
      task.setTaskCompleted(success: true)
    }
  }
}
