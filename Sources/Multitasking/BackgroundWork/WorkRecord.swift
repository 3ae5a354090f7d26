/// One decision about an app's background work, and what came of it.
public struct WorkRecord: Hashable, Sendable, Codable {
  public enum Outcome: Hashable, Sendable, Codable {
    /// It still runs, or is about to.
    case running
    /// It was not begun, for these reasons.
    case held([WakeHold])
    case answered(FetchResult)
    case completed(isSuccess: Bool)
    /// The process ended first.
    case appEnded(String)
  }

  public var work: UInt64
  public var at: Instant
  public var cause: WakeCause
  /// Of a task.
  public var identifier: String?
  public var isSimulated: Bool
  /// Why it was begun then.
  public var why: String
  public var outcome: Outcome
  /// From the beginning of the work to its outcome.
  public var duration: Duration?
  public var cost: WorkCost?
}

/// What an earlier boot has kept of an app.
public struct KeptBackground: Hashable, Sendable, Codable {
  public var record: BackgroundRecord
  /// ``Policy/habits(of:)``; empty: nothing is known.
  public var habits: [UInt8]
  /// Nil: nothing is known.
  public var location: LocationRecord?

  public init(
    record: BackgroundRecord, habits: [UInt8] = [], location: LocationRecord? = nil
  ) {
    self.record = record
    self.habits = habits
    self.location = location
  }
}

/// What a device keeps of an app beyond its processes, and beyond its own boots (F33).
public struct BackgroundRecord: Hashable, Sendable, Codable {
  /// Nil: never (F2).
  public var minimumFetchInterval: Duration?
  /// The person's switch for this app (F10).
  public var isRefreshOn = true
  /// Requests that wait, in the order of submission.
  public var requests: [TaskRequest] = []
  /// The newest push that could not be delivered yet (F51).
  public var heldPush: Push?
  /// When pushes woke the app, within the time that limits them.
  public var pushes: [Instant] = []
  /// When it was last woken to refresh.
  public var refreshedAt: Instant?
  /// The latest decisions, oldest first.
  public var history: [WorkRecord] = []

  public init() {}
}
