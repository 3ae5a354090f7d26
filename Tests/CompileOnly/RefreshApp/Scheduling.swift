// swift-format-ignore-file

// A file that imports BackgroundTasks alone: Foundation comes with it.
import BackgroundTasks

protocol SystemTask: AnyObject {
  var expirationHandler: (() -> Void)? { get set }
  func setTaskCompleted(success: Bool)
}

extension BGTask: SystemTask {}

protocol TaskScheduler {
  func submit(_ taskRequest: BGTaskRequest) throws
  func cancel(taskRequestWithIdentifier identifier: String)
  func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void)
}

extension BGTaskScheduler: TaskScheduler {}

class CountingTask: BGAppRefreshTask {
  var completions = 0

  override func setTaskCompleted(success: Bool) {
    completions += 1
    super.setTaskCompleted(success: success)
  }
}

final class Scheduling {
  private let scheduler: TaskScheduler

  init(scheduler: TaskScheduler = BGTaskScheduler.shared) { self.scheduler = scheduler }

  func schedule(after interval: TimeInterval) throws {
    let request = BGProcessingTaskRequest(identifier: "com.example.clean")
    request.requiresNetworkConnectivity = true
    request.requiresExternalPower = false
    request.earliestBeginDate = Date().addingTimeInterval(interval)
    scheduler.cancel(taskRequestWithIdentifier: request.identifier)
    try scheduler.submit(request)
  }
}
