/// One thing that a driver has to do, and why.
public struct Effect: Hashable, Sendable, Codable {
  /// Nil for effects on the device as a whole.
  public var app: AppID?
  public var action: Action
  public var reason: Reason

  public enum Action: Hashable, Sendable, Codable {
    /// Start the app's process and its link.
    case spawn
    case deliver(Delivery)
    case freeze
    case thaw
    /// End the whole tree at once.
    case kill(TerminationCode?)
    /// Keep this before doing anything that follows.
    case recordExit(ExitRecord)
    /// Keep whether the person has force quit the app (L74).
    case recordForceQuit(Bool)
    /// The app's process is gone and the app is to be forgotten.
    case forget
    /// Tell whoever caused the event that it can't be.
    case refuse(Refusal)
    /// Keep ``Policy/backgroundRecord(of:)`` before doing anything that follows (F33).
    case keepBackgroundRecord
    /// Answer the app's request to be launched later; nil: taken (F22).
    case answerSubmission(request: UInt64, refusal: TaskRefusal?)
    /// Nothing is begun now, for these reasons.
    case hold([WakeHold])
    case audio(AudioCommand)
    /// Take the network connections of a frozen app away (N1).
    case reclaimSockets
    case location(LocationCommand)
  }
}

/// The codes in iOS exception reports.
public enum TerminationCode: UInt64, Hashable, Sendable, Codable, CustomStringConvertible {
  /// T1-T5.
  case watchdog = 0x8bad_f00d
  /// T23.
  case taskTimeout = 0x2182_bad2
  /// T27.
  case tooManyTasks = 0xbada_5e47
  /// F6.
  case fetchTimeout = 0x2182_bad4

  public var description: String { "0x" + String(rawValue, radix: 16) }
}

/// The last end of an app, kept until its next one and told to its next launch.
public struct ExitRecord: Hashable, Sendable, Codable {
  public var reason: ExitReason
  public var at: Instant
  public var from: AppState.Name
  public var code: TerminationCode?

  public init(reason: ExitReason, at: Instant, from: AppState.Name, code: TerminationCode? = nil) {
    self.reason = reason
    self.at = at
    self.from = from
    self.code = code
  }
}

/// The state of an app, as Apple's guide names it (L1).
public enum AppState: Hashable, Sendable, Codable {
  case notRunning(because: ExitReason?)
  case inactive
  case active
  case background
  case suspended(because: Reason)

  public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
    case notRunning = "not running"
    case inactive, active, background, suspended
  }

  public var name: Name {
    switch self {
    case .notRunning: .notRunning
    case .inactive: .inactive
    case .active: .active
    case .background: .background
    case .suspended: .suspended
    }
  }
}
