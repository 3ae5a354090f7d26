import AppLink
import Multitasking

// Fetches, tasks and pushes: between the policy's words and those on the wire.

extension WorkEvent {
  /// What an app says of its background work; nil for all that it says of other things.
  ///
  /// - Parameter cost: What the app's work has cost, asked for where the answer counts.
  package init?(_ message: AppMessage, cost: () -> WorkCost?) {
    switch message {
    case .fetchInterval(let seconds): self = .fetchInterval(seconds.flatMap(Duration.interval))
    case .taskHandlers(let identifiers):
      self = .handlersRegistered(
        identifiers.prefix(LinkLimits.taskHandlersMax).map {
          String($0.prefix(LinkLimits.taskIdentifierLengthMax))
        })
    case .submitTask(let request, let task):
      self = .submitted(Multitasking.TaskRequest(task), request: request)
    case .cancelTasks(let identifier): self = .cancelled(identifier: identifier)
    case .workAnswered(let work, let result):
      self = .answered(work: work, Multitasking.FetchResult(result), cost: cost())
    case .taskCompleted(let work, let success):
      self = .completed(work: work, isSuccess: success, cost: cost())
    case .taskProgress(let work, let completed, let total):
      self = .progressed(work: work, completed: completed, total: total)
    case .hello, .started, .handled, .backgroundTasks, .openURL, .viewTree, .screen, .snapshot,
      .pendingTasks, .audio, .location, .transfer:
      return nil
    }
  }
}

extension Duration {
  /// The interval that an app asks for; nil for one that is never over, or no number.
  fileprivate static func interval(_ seconds: Double) -> Duration? {
    guard seconds.isFinite, seconds < longest else { return nil }
    return .nanoseconds(Int64(max(0, seconds) * 1e9))
  }

  /// Seconds that fit into nanoseconds, with room for sums.
  private static var longest: Double { 3e9 }
}

extension Multitasking.TaskRequest {
  package init(_ request: AppLink.TaskRequest) {
    let kind: Kind =
      switch request.kind {
      case .refresh: .refresh
      case .processing: .processing
      case .continued: .continued
      }
    self.init(
      identifier: String(request.identifier.prefix(LinkLimits.taskIdentifierLengthMax)), kind: kind,
      earliestBegin: request.earliestBegin.map(Instant.init(secondsSince1970:)),
      requiresNetwork: request.requiresNetwork,
      requiresExternalPower: request.requiresExternalPower,
      title: request.title.map { String($0.prefix(LinkLimits.taskIdentifierLengthMax)) },
      subtitle: request.subtitle.map { String($0.prefix(LinkLimits.taskIdentifierLengthMax)) },
      strategy: request.strategy == .fail ? .fail : .queue, requiresGPU: request.requiresGPU)
  }
}

extension AppLink.TaskRequest {
  package init(_ request: Multitasking.TaskRequest) {
    self.init(
      identifier: request.identifier, kind: Kind(request.kind),
      earliestBegin: request.earliestBegin.map { Double($0.nanoseconds) / 1e9 },
      requiresNetwork: request.requiresNetwork,
      requiresExternalPower: request.requiresExternalPower, title: request.title,
      subtitle: request.subtitle,
      strategy: request.kind == .continued ? (request.strategy == .fail ? .fail : .queue) : nil,
      requiresGPU: request.requiresGPU)
  }
}

extension AppLink.TaskRequest.Kind {
  init(_ kind: Multitasking.TaskRequest.Kind) {
    self =
      switch kind {
      case .refresh: .refresh
      case .processing: .processing
      case .continued: .continued
      }
  }
}

extension AppLink.TaskRefusal {
  package init(_ refusal: Multitasking.TaskRefusal) {
    let code: Code =
      switch refusal.code {
      case .unavailable: .unavailable
      case .tooManyPendingTaskRequests: .tooManyPendingTaskRequests
      case .notPermitted: .notPermitted
      case .immediateRunIneligible: .immediateRunIneligible
      }
    self.init(code, refusal.message)
  }
}

extension Multitasking.FetchResult {
  fileprivate init(_ result: AppLink.FetchResult) {
    self =
      switch result {
      case .newData: .newData
      case .noData: .noData
      case .failed: .failed
      }
  }
}

extension DeviceMessage.BackgroundRefresh {
  init(_ status: Multitasking.Environment.BackgroundRefresh) {
    self =
      switch status {
      case .restricted: .restricted
      case .denied: .denied
      case .available: .available
      }
  }
}

extension Instant {
  /// Dates that no instant can hold are moved to the first or the last.
  fileprivate init(secondsSince1970 seconds: Double) {
    let nanoseconds = seconds.isNaN ? 0 : min(max(seconds * 1e9, -9e18), 9e18)
    self.init(nanoseconds: Int64(nanoseconds))
  }
}
