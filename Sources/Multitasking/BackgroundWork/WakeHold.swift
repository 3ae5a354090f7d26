/// One thing that keeps an app from being woken now.
///
/// All of those that hold are told, not just the first: whoever mends one wants to know the next.
public enum WakeHold: Hashable, Sendable, Codable {
  // MARK: The app itself
  case modeMissing(BackgroundMode)
  case fetchReplacedByTasks
  case neverFetches
  case optedOut
  case forceQuit
  case ending
  case inForeground
  case isWorking

  // MARK: Time
  case earliestBegin(Instant)
  case minimumInterval(until: Instant)
  case rateLimit(used: Int, limit: Int, until: Instant)

  // MARK: The device
  case noMultitasking
  case shuttingDown
  case refreshOff
  case refreshOffForApp
  case lowPowerMode
  case batteryLow(percent: Int, limit: Int)
  case noNetwork
  case noExternalPower
  case inUse
  case notIdleYet(until: Instant)
  case notUnlockedYet
  case otherWork(running: Int)

  // MARK: Worth
  /// The gain that is expected does not pay for a wake; `until`: when it may, by what is known now.
  case notWorthIt(line: String, until: Instant?)

  /// When it may lift by itself; nil: only something that happens lifts it.
  public var liftsAt: Instant? {
    switch self {
    case .earliestBegin(let instant): instant
    case .minimumInterval(let until), .rateLimit(_, _, let until), .notIdleYet(let until): until
    case .notWorthIt(_, let until): until
    default: nil
    }
  }

  /// Whether it is the app's own doing, and stays as long as the app is as it is.
  var isForGood: Bool {
    switch self {
    case .modeMissing, .fetchReplacedByTasks, .neverFetches, .optedOut: true
    default: false
    }
  }

  /// In words, for people.
  ///
  /// - Parameter clock: Writes an instant as the reader's clock shows it.
  public func words(clock: (Instant) -> String) -> String {
    switch self {
    case .modeMissing(let mode):
      "UIBackgroundModes in its Info.plist lacks \"\(mode.rawValue)\" (F1)"
    case .fetchReplacedByTasks:
      "its Info.plist has BGTaskSchedulerPermittedIdentifiers, which switches "
        + "performFetch off (F13)"
    case .neverFetches: "it has not called setMinimumBackgroundFetchInterval (F2)"
    case .optedOut: "it opts out of the background (O3)"
    case .forceQuit: "it was force quit, and has not been opened since (F11)"
    case .ending: "its process is being ended"
    case .inForeground: "it is in the foreground"
    case .isWorking: "it has such work already"
    case .earliestBegin(let instant): "earliest begin \(clock(instant)) (F24)"
    case .minimumInterval(let until): "its minimum interval, until \(clock(until)) (F3)"
    case .rateLimit(let used, let limit, let until):
      "\(used) of \(limit) wakes of this hour used, until \(clock(until)) (F32)"
    case .noMultitasking: "this device has no multitasking (O2)"
    case .shuttingDown: "the device is shutting down"
    case .refreshOff: "Background App Refresh is off (F10)"
    case .refreshOffForApp: "Background App Refresh is off for this app (F10)"
    case .lowPowerMode: "Low Power Mode (F10)"
    case .batteryLow(let percent, let limit):
      "battery at \(percent) %, which is not above \(limit) %, and not charging (F32)"
    case .noNetwork: "no network"
    case .noExternalPower: "no external power (F25)"
    case .inUse: "the device is in use (F25)"
    case .notIdleYet(let until):
      "the device is not idle for long enough until \(clock(until)) (F25)"
    case .notUnlockedYet: "the device has not been unlocked since it was booted (F25)"
    case .otherWork(let running): "\(running) apps are working already"
    case .notWorthIt(let line, let until):
      "not worth a wake now: \(line)" + (until.map { "; may be at \(clock($0))" } ?? "")
    }
  }
}

extension [WakeHold] {
  /// When all of them may have lifted by themselves; nil: time alone does not do, or there are none.
  var liftsAt: Instant? {
    var latest: Instant?
    for hold in self {
      guard let liftsAt = hold.liftsAt else { return nil }
      latest = Swift.max(latest ?? liftsAt, liftsAt)
    }
    return latest
  }
}
