/// A piece of work that an app was given: a fetch, a push or a task, from its beginning to the answer.
struct Work: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case fetch
    case push(Push)
    case task(TaskRequest)
  }

  /// Its number on this device.
  var id: UInt64
  var kind: Kind
  /// By command: conditions were not asked, and the person's return does not end it.
  var isSimulated: Bool
  /// Nil while the app still launches for it.
  var startedAt: Instant?
  /// When it must be over; nil where nothing counts: in the foreground, and for continued tasks.
  var endsAt: Instant?
  /// When the expiration handler was asked for (F27).
  var expiredAt: Instant?
  /// How far a continued task was, and when it got there (F42).
  var completed: Int64 = 0
  var progressedAt: Instant?

  var cause: WakeCause {
    switch kind {
    case .fetch: .fetch
    case .push: .push
    case .task(let request): request.cause
    }
  }

  var request: TaskRequest? {
    guard case .task(let request) = kind else { return nil }
    return request
  }

  /// As people name it: `fetch`, or the identifier of a task.
  var name: String { request?.identifier ?? cause.rawValue }

  /// How long it may take in the background (F6, F25, F26, F50); nil: as long as it gets on.
  func budget(_ profile: Profile) -> Duration? {
    switch kind {
    case .fetch, .push: profile.fetchBudget
    case .task(let request):
      switch request.kind {
      case .refresh: profile.fetchBudget
      case .processing: profile.processingBudget
      case .continued: nil
      }
    }
  }

  /// What its time limits demand next.
  enum Due: Hashable {
    /// Time to call the expiration handler.
    case expiration(TaskExpiration)
    /// The app did not answer.
    case end
  }

  func nextDue(_ profile: Profile) -> (at: Instant, due: Due)? {
    if let expiredAt { return (expiredAt + profile.taskExpirationLead, .end) }
    guard let request else { return endsAt.map { ($0, .end) } }
    if let endsAt {
      return (endsAt - profile.taskExpirationLead, .expiration(.timeNearlyUp))
    }
    guard request.kind == .continued, let since = progressedAt ?? startedAt else { return nil }
    return (since + profile.continuedTaskStall, .expiration(.noProgress))
  }
}

/// Why a task's expiration handler is called (F25, F27, F42).
public enum TaskExpiration: String, Hashable, Sendable, Codable, CaseIterable {
  case timeNearlyUp, deviceInUse, conditionsLost, noProgress, command
}
