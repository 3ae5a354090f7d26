import AppLink
import Foundation
import Synchronization

/// The background tasks of this process: who has begun, what is granted, and what the device is
/// told.
///
/// In the foreground nothing is sent, so that a pair of begin and end costs nanoseconds. The
/// device learns of open tasks from the answer to `didEnterBackground`, and from then on of the
/// first begin and of the last end.
///
/// Reports are sent with the lock held: two threads must not overtake one another on the link.
final class BackgroundTaskLedger: Sendable {
  private let state: Mutex<State>
  /// Where `.backgroundTasks` goes.
  private let report: @Sendable (AppMessage.OpenTasks) -> Void

  /// - Parameter lastID: tokens count up from here: in a process that had an app before, its tokens
  ///   mean nothing to this one.
  init(
    lastID: Int = UIBackgroundTaskIdentifier.invalid.rawValue,
    report: @escaping @Sendable (AppMessage.OpenTasks) -> Void
  ) {
    state = Mutex(State(lastID: lastID))
    self.report = report
  }

  /// The token that was given out last.
  var lastID: Int { state.withLock { $0.lastID } }

  /// What the profile of the device says about background tasks.
  struct Rules: Sendable {
    var isMultitaskingSupported = true
    /// Open tasks beyond this number are reported at once (T27).
    var openMax = Int.max
    /// Nanoseconds after which an open task is warned of in the background (T26).
    var warningAge: Int64?
  }

  // MARK: Begin and end

  func begin(
    name: BackgroundTaskName, handler: (@MainActor @Sendable () -> Void)?
  ) -> UIBackgroundTaskIdentifier {
    let id = state.withLock { state -> Int in
      guard state.grantsTasks else { return UIBackgroundTaskIdentifier.invalid.rawValue }
      let id = state.append(name: name, handler: handler)
      let isFirst = state.tasks.count == 1 && state.isReporting
      if isFirst || state.tasks.count - 1 == state.rules.openMax { report(state.openTasks()) }
      if state.isReporting { state.watchAgesUnlessWatched(self) }
      return id
    }
    return UIBackgroundTaskIdentifier(rawValue: id)
  }

  func end(_ identifier: UIBackgroundTaskIdentifier) {
    // The task leaves the lock alive: its handler may own objects whose `deinit` calls back.
    let ended = state.withLock { state -> OpenTask? in
      guard let ended = state.remove(identifier.rawValue) else { return nil }
      if state.tasks.isEmpty {
        state.stopWatchingAges()
        if state.isReporting { report(state.openTasks(lastEnded: ended.name.text)) }
      }
      return ended
    }
    if ended == nil { Self.reportUnknown(identifier) }
  }

  // MARK: What the device decides

  /// Takes over the rules that hold from now on.
  func launch(_ rules: Rules) {
    state.withLock { $0.rules = rules }
  }

  /// Tasks are dormant from now on: no countdown, no reports (T13, T28).
  func enterForeground() {
    state.withLock { state in
      state.grant = .dormant
      state.isReporting = false
      state.stopWatchingAges()
    }
  }

  /// The allowance counts down from now on (T14, T15).
  func enterBackground(endsAt: Int64?) {
    state.withLock { $0.grant = .background(endsAt: endsAt) }
  }

  /// Calls every open task's handler in order of begin; nothing begins any more (T21).
  @MainActor
  func expire() {
    let ids = state.withLock { state in
      state.withdraw()
      return state.tasks.map(\.id)
    }
    for id in ids {
      // A handler that ran before may have ended this task, and each handler runs once.
      let handler = state.withLock { $0.takeHandler(of: id) }
      handler?()
    }
  }

  /// Tells `answer` which tasks are open; while in the background, changes are reported from here.
  func settle(_ answer: (AppMessage.OpenTasks) -> Void) {
    state.withLock { state in
      if state.isInBackground {
        state.isReporting = true
        if !state.tasks.isEmpty { state.watchAges(self) }
      }
      answer(state.openTasks())
    }
  }

  var timeRemaining: TimeInterval {
    guard let endsAt = state.withLock({ $0.endsAt }) else { return .greatestFiniteMagnitude }
    return max(0, TimeInterval(endsAt - MonotonicClock.nanoseconds) / 1_000_000_000)
  }

  // MARK: Lines on standard error

  /// Warns of tasks that have been open for too long (T26). Called by the watch.
  func warnOfOldTasks() {
    let lines = state.withLock { state in
      let lines = state.warnings(at: MonotonicClock.nanoseconds)
      state.watchAges(self)
      return lines
    }
    for line in lines { ProcessEnd.report(line) }
  }

  /// The wording that iOS uses (T25).
  private static func reportUnknown(_ identifier: UIBackgroundTaskIdentifier) {
    let id = identifier.rawValue
    ProcessEnd.report(
      "Can't end BackgroundTask: no background task exists with identifier \(id) "
        + "(0x\(String(UInt(bitPattern: id), radix: 16))), or it may have already been ended. "
        + "Break in UIApplicationEndBackgroundTaskError() to debug.")
  }
}
