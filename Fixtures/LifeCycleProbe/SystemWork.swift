import BackgroundTasks
import UIKit

/// Fetches, pushes and scheduled tasks, as the arguments ask for them.
@MainActor
enum SystemWork {
  /// `--fetch-interval minimum|never|SECONDS`, `--register ID,ID`, `--submit KIND:ID[:SECONDS]`,
  /// each after the launch, while it is not finished; `--pending`: and what waits then.
  static func prepare(_ application: UIApplication) {
    if let text = Arguments.value(of: "--fetch-interval") {
      application.setMinimumBackgroundFetchInterval(
        text == "never"
          ? UIApplication.backgroundFetchIntervalNever
          : Double(text) ?? UIApplication.backgroundFetchIntervalMinimum)
    }
    for identifier in list("--register") { register(identifier) }
    for request in list("--submit") { submit(request) }
    if Arguments.has("--register-for-pushes") { application.registerForRemoteNotifications() }
    if Arguments.has("--refresh-status") {
      Transcript.line("refresh status \(application.backgroundRefreshStatus)")
    }
  }

  private static func list(_ flag: String) -> [String] {
    (Arguments.value(of: flag) ?? "").split(separator: ",").map(String.init)
  }

  // MARK: Fetches and pushes

  /// `--answer newData|noData|failed|never|twice`, `--answer-after SECONDS`.
  static func answer(_ completion: @escaping (UIBackgroundFetchResult) -> Void) {
    let answer = Arguments.value(of: "--answer") ?? "newData"
    guard answer != "never" else { return }
    let result: UIBackgroundFetchResult =
      switch answer {
      case "noData": .noData
      case "failed": .failed
      default: .newData
      }
    after("--answer-after") {
      Transcript.line("answers \(answer)")
      completion(result)
      if answer == "twice" { completion(.failed) }
    }
  }

  private static func after(_ flag: String, _ body: @escaping @MainActor () -> Void) {
    guard let seconds = Arguments.value(of: flag).flatMap(Double.init) else { return body() }
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) {
      MainActor.assumeIsolated(body)
    }
  }

  // MARK: Tasks

  private static func register(_ identifier: String) {
    let isTaken = BGTaskScheduler.shared.register(
      forTaskWithIdentifier: identifier, using: .main
    ) { task in MainActor.assumeIsolated { begin(task) } }
    if !isTaken { Transcript.line("registration of \(identifier) refused") }
  }

  /// `--complete success|failure|never|unheard`, `--complete-after SECONDS`.
  private static func begin(_ task: BGTask) {
    Transcript.line("task \(task.identifier) begins as \(type(of: task))")
    let completion = Arguments.value(of: "--complete") ?? "success"
    if completion != "unheard" {
      task.expirationHandler = {
        Transcript.line("task \(task.identifier) expires")
        if completion != "never" { task.setTaskCompleted(success: false) }
      }
    }
    guard completion == "success" || completion == "failure" else { return }
    after("--complete-after") {
      Transcript.line("task \(task.identifier) completed")
      task.setTaskCompleted(success: completion == "success")
    }
  }

  private static func submit(_ text: String) {
    let parts = text.split(separator: ":").map(String.init)
    let request: BGTaskRequest
    switch parts[0] {
    case "processing": request = BGProcessingTaskRequest(identifier: parts[1])
    case "continued":
      request = BGContinuedProcessingTaskRequest(identifier: parts[1], title: "t", subtitle: "s")
    default: request = BGAppRefreshTaskRequest(identifier: parts[1])
    }
    if parts.count > 2, let seconds = Double(parts[2]) {
      request.earliestBeginDate = Date(timeIntervalSinceNow: seconds)
    }
    do {
      try BGTaskScheduler.shared.submit(request)
      Transcript.line("submitted \(parts[1])")
    } catch {
      Transcript.line("submission of \(parts[1]) refused: \((error as NSError).code)")
    }
    guard Arguments.has("--pending") else { return }
    BGTaskScheduler.shared.getPendingTaskRequests { requests in
      Transcript.line("pending \(requests.map(\.identifier).joined(separator: " "))")
    }
  }
}
