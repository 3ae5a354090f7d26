/// What must hold before an app is woken. Each condition is small, knows nothing of the others, and
/// says what speaks against a wake now.
protocol WakeCondition: SendableMetatype {
  static func hold(on candidate: WakeCandidate, in situation: WakeSituation) -> WakeHold?
}

/// An app, and what it is to be woken for.
struct WakeCandidate {
  let app: App
  let kind: Work.Kind

  var isTask: Bool { if case .task = kind { true } else { false } }
  var isPush: Bool { if case .push = kind { true } else { false } }
  var isFetch: Bool { kind == .fetch }
  var taskKind: TaskRequest.Kind? {
    if case .task(let request) = kind { request.kind } else { nil }
  }
  /// Whether it is the system that chose to wake it: all but what the person began.
  var isDiscretionary: Bool { taskKind != .continued }
}

/// The device around it.
struct WakeSituation {
  let profile: Profile
  let now: Instant
  /// The time that the wall clock shows.
  let wall: Instant
  let environment: Environment
  /// When it was locked; nil: it is not.
  let lockedAt: Instant?
  let hasBeenUnlocked: Bool
  let isMultitaskingSupported: Bool
  let isShuttingDown: Bool
  /// Apps that the system has woken and that have not answered.
  let working: Int
}

enum WakeConditions {
  /// In the order in which people read them: what never lifts by itself comes first.
  static let all: [any WakeCondition.Type] = [
    MultitaskingCondition.self, BackgroundModeCondition.self, PermittedIdentifiersCondition.self,
    FetchIntervalCondition.self, ForceQuitCondition.self, BackgroundRefreshCondition.self,
    LowPowerModeCondition.self, BatteryCondition.self, NetworkCondition.self,
    ExternalPowerCondition.self, FirstUnlockCondition.self, IdleCondition.self,
    ForegroundCondition.self, EarliestBeginCondition.self, MinimumIntervalCondition.self,
    RateLimitCondition.self, ConcurrencyCondition.self,
  ]

  static func holds(on candidate: WakeCandidate, in situation: WakeSituation) -> [WakeHold] {
    all.compactMap { $0.hold(on: candidate, in: situation) }
  }
}
