/// An app in the background that is not suspended: what holds it there, and until when.
///
/// Every reason to run is an ``Assertion``. When the last one ends, a grace follows; when that is
/// over, the app is frozen. There is no other way to run in the background.
struct Background: Hashable, Sendable {
  var enteredAt: Instant
  /// The end of the time that background tasks share (T13-T15).
  var allowanceEndsAt: Instant
  var hold: Hold
  var tasks = OpenTasks.none
  /// When the expiration handlers were asked for; nil: not yet (T21).
  var expirationSentAt: Instant?
  /// Since when the allowance does not run, because something holds the app without a limit (T20).
  var pausedAt: Instant?

  enum Hold: Hashable, Sendable {
    /// Never empty; ordered by kind.
    case assertions([Assertion])
    case grace(until: Instant, because: Reason)
  }

  var assertions: [Assertion] {
    guard case .assertions(let assertions) = hold else { return [] }
    return assertions
  }

  /// What the app may know of it.
  var grant: BackgroundGrant { BackgroundGrant(endsAt: pausedAt == nil ? allowanceEndsAt : nil) }

  func allowanceLeft(at now: Instant) -> Duration {
    max(.zero, (pausedAt ?? now).duration(to: allowanceEndsAt))
  }

  /// Has the allowance run, or not, as what holds the app wants it.
  ///
  /// - Returns: whether that is another grant than before.
  mutating func settleAllowance(at now: Instant) -> Bool {
    let isPaused = assertions.contains(where: \.kind.isContinuous)
    guard isPaused != (pausedAt != nil) else { return false }
    if let pausedAt { allowanceEndsAt = allowanceEndsAt + pausedAt.duration(to: now) }
    pausedAt = isPaused ? now : nil
    return true
  }

  func holds(_ kind: Assertion.Kind) -> Bool { assertions.contains { $0.kind == kind } }

  /// Adds a reason to run, or replaces the one of the same kind.
  mutating func assert(_ assertion: Assertion) {
    var all = assertions.filter { $0.kind != assertion.kind }
    let place = all.firstIndex { $0.kind.order > assertion.kind.order } ?? all.endIndex
    all.insert(assertion, at: place)
    hold = .assertions(all)
  }

  /// Ends a reason to run. The last one leaves a grace behind.
  mutating func release(_ kind: Assertion.Kind, at now: Instant, grace: Duration, _ why: Reason) {
    guard holds(kind) else { return }
    let rest = assertions.filter { $0.kind != kind }
    hold = rest.isEmpty ? .grace(until: now + grace, because: why) : .assertions(rest)
  }
}

/// A reason for an app to run in the background.
struct Assertion: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// `didEnterBackground` is being delivered.
    case transition
    case backgroundTasks
    case wake(WakeCause)
    /// A fetch, a push or a task, by its number.
    case work(UInt64)
    /// Audible sound (A1).
    case audio
    /// Location updates (G4).
    case location

    /// Whether it has no limit, and no time that background tasks share runs meanwhile (T20, A6).
    var isContinuous: Bool { self == .audio || self == .location }

    var order: Int {
      switch self {
      case .transition: 0
      case .backgroundTasks: 1
      case .wake: 2
      case .work: 3
      case .audio: 4
      case .location: 5
      }
    }
  }

  var kind: Kind
  var since: Instant
  /// Nil: ended by the app, or by the allowance.
  var endsAt: Instant?
}
