import BackgroundTasks
import UIKit

/// What the probe does about scheduled tasks. Identifiers are given without the bundle's.
@MainActor
enum ScheduledTasks {
  /// `--register NAME,…`, `--register-queue main`.
  static func registerIfAsked() {
    for name in list("--register") { register(name) }
  }

  /// When the app is active: `--register-late NAME`, `--cancel NAME` (or `all`),
  /// `--submit refresh:NAME,processing:NAME,continued:NAME`, `--list-pending`.
  static func askIfAsked() {
    for name in list("--register-late") { register(name) }
    for request in list("--submit") { submit(request) }
    for name in list("--cancel") {
      if name == "all" {
        BGTaskScheduler.shared.cancelAllTaskRequests()
      } else {
        BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: identifier(name))
      }
    }
    if Arguments.has("--list-pending") {
      BGTaskScheduler.shared.getPendingTaskRequests { requests in
        let texts = requests.map { "\(type(of: $0)):\($0.identifier)" }
        print("pending main=\(Thread.isMainThread) \(texts.joined(separator: ","))")
      }
    }
  }

  private static func list(_ flag: String) -> [String] {
    Arguments.value(of: flag)?.split(separator: ",").map(String.init) ?? []
  }

  private static func identifier(_ name: String) -> String {
    "dev.greenroom.BackgroundWorkProbe.\(name)"
  }

  private static func register(_ name: String) {
    let queue = Arguments.value(of: "--register-queue") == "main" ? DispatchQueue.main : nil
    let isRegistered = BGTaskScheduler.shared.register(
      forTaskWithIdentifier: identifier(name), using: queue, launchHandler: run)
    print("register \(name) \(isRegistered)")
  }

  private static func submit(_ text: String) {
    let parts = text.split(separator: ":").map(String.init)
    let name = identifier(parts.last ?? "")
    let request: BGTaskRequest
    switch parts.first {
    case "processing":
      let processing = BGProcessingTaskRequest(identifier: name)
      processing.requiresNetworkConnectivity = true
      processing.requiresExternalPower = true
      request = processing
    case "continued":
      let continued = BGContinuedProcessingTaskRequest(
        identifier: name, title: "Export", subtitle: "3 files")
      continued.strategy = .fail
      request = continued
    default: request = BGAppRefreshTaskRequest(identifier: name)
    }
    if let date = Arguments.value(of: "--earliest").flatMap(Double.init) {
      request.earliestBeginDate = Date(timeIntervalSince1970: date)
    }
    do {
      try BGTaskScheduler.shared.submit(request)
      print("submit \(text) taken")
    } catch BGTaskScheduler.Error.tooManyPendingTaskRequests {
      print("submit \(text) too many")
    } catch {
      let error = error as NSError
      print(
        "submit \(text) \(error.domain) \(error.code) \(error.localizedDescription)")
    }
  }

  /// `--task complete|fail|twice|keep`, `--task-after SECONDS`, `--on-expiration complete|nothing`,
  /// `--progress N`: in N steps.
  private nonisolated static func run(_ task: BGTask) {
    if let ending = Arguments.value(of: "--on-expiration") {
      task.expirationHandler = {
        let isNil = task.expirationHandler == nil
        print("expiration main=\(Thread.isMainThread) nil=\(isNil)")
        if ending == "complete" { task.setTaskCompleted(success: false) }
      }
    }
    // Printed last: whoever has read it finds the handler there.
    print("task \(type(of: task)) \(task.identifier) main=\(Thread.isMainThread)")
    if let steps = Arguments.value(of: "--progress").flatMap(Int64.init),
      let continued = task as? BGContinuedProcessingTask
    {
      continued.progress.totalUnitCount = steps
      for step in 1...steps { continued.progress.completedUnitCount = step }
      continued.updateTitle("Done", subtitle: "\(steps) steps")
      print("title \(continued.title) subtitle \(continued.subtitle)")
    }
    if let seconds = Arguments.value(of: "--task-after").flatMap(Double.init) {
      Thread.sleep(forTimeInterval: seconds)
    }
    switch Arguments.value(of: "--task") {
    case "keep": break
    case "fail": task.setTaskCompleted(success: false)
    case "twice":
      task.setTaskCompleted(success: true)
      task.setTaskCompleted(success: false)
    default: task.setTaskCompleted(success: true)
    }
  }
}
