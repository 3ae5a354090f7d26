/// What happens around the work that an app does while nobody looks at it.
public enum WorkEvent: Hashable, Sendable, Codable {
  // MARK: What the app says

  /// `setMinimumBackgroundFetchInterval(_:)`; nil: never (F2, F3).
  case fetchInterval(Duration?)
  /// Launch handlers for these identifiers are there (F20).
  case handlersRegistered([String])
  /// Answered by ``Effect/Action/answerSubmission(request:refusal:)``.
  case submitted(TaskRequest, request: UInt64)
  /// Nil: all requests (F29).
  case cancelled(identifier: String?)
  /// The completion handler of a fetch or a push was called.
  case answered(work: UInt64, FetchResult, cost: WorkCost?)
  /// `setTaskCompleted(success:)`.
  case completed(work: UInt64, isSuccess: Bool, cost: WorkCost?)
  /// F42.
  case progressed(work: UInt64, completed: Int64, total: Int64)

  // MARK: What others do

  /// F12: Simulate Background Fetch, or a launch due to one.
  case fetchSimulated
  /// F30.
  case taskLaunchSimulated(identifier: String)
  case taskExpirationSimulated(identifier: String)
  /// F50.
  case pushed(Push)
  /// The person's switch for this app (F10).
  case refreshSwitched(Bool)
}

/// What a fetch, a push or a task has cost, as far as the machine tells.
public struct WorkCost: Hashable, Sendable, Codable {
  /// Time of all processors together.
  public var cpu: Duration
  /// Bytes received and sent; nil: not known.
  public var bytes: Int?

  public init(cpu: Duration, bytes: Int? = nil) {
    self.cpu = cpu
    self.bytes = bytes
  }
}

/// What came of a fetch or of a silent push (F8).
public enum FetchResult: String, Hashable, Sendable, Codable, CaseIterable {
  case newData, noData, failed
}

/// A remote notification, as far as the policy needs it.
public struct Push: Hashable, Sendable, Codable {
  /// The JSON that the app gets.
  public var payload: String
  /// `content-available` is 1 (F50).
  public var isContentAvailable: Bool

  public init(payload: String, isContentAvailable: Bool) {
    self.payload = payload
    self.isContentAvailable = isContentAvailable
  }
}
