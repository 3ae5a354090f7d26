/// One line of the profile table that a person may change.
public struct ProfileSetting: Sendable {
  public enum Unit: String, Sendable {
    case seconds, bytes, count, percent, flag, choice, text, metres
  }

  public let key: String
  public let unit: Unit
  /// The current value as `set` would take it.
  public let read: @Sendable (Profile) -> String
  /// Nil when the text is not such a value.
  let write: @Sendable (inout Profile, String) -> Bool
}

/// A profile value that can't be used.
public struct ProfileError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable, Codable { case unknownKey, badValue, contradiction }

  public let code: Code
  public let key: String
  public let message: String

  public var description: String { message }
}

extension Profile {
  /// All settings, in the order of the table.
  public static let settings: [ProfileSetting] = [
    duration("launchWatchdog", \.launchWatchdog),
    duration("sceneUpdateWatchdog", \.sceneUpdateWatchdog),
    duration("enterBackgroundBudget", \.enterBackgroundBudget),
    duration("terminateBudget", \.terminateBudget),
    flag("watchdogsCountUndelivered", \.watchdogsCountUndelivered),
    duration("closedLinkGrace", \.closedLinkGrace),
    duration("backgroundTaskAllowance", \.backgroundTaskAllowance),
    number("lowPowerAllowancePercent", .percent, 0...100, \.lowPowerAllowancePercent),
    duration("expirationLead", \.expirationLead),
    duration("expirationHandlerBudget", \.expirationHandlerBudget),
    number("backgroundTasksMax", .count, 1...Int.max, \.backgroundTasksMax),
    duration("suspensionGrace", \.suspensionGrace),
    duration("releaseGrace", \.releaseGrace),
    duration("wakeBudget", \.wakeBudget),
    duration("fetchBudget", \.fetchBudget),
    duration("refreshIntervalMin", \.refreshIntervalMin),
    number("wakesPerDay", .count, 1...100_000, \.wakesPerDay),
    duration("asleepAfter", \.asleepAfter),
    number("chargingPricePercent", .percent, 1...100, \.chargingPricePercent),
    number("cellularPricePercent", .count, 1...10_000, \.cellularPricePercent),
    number("concurrentWakesMax", .count, 1...Int.max, \.concurrentWakesMax),
    number("lowBatteryPercent", .percent, 0...100, \.lowBatteryPercent),
    number("pushLimit", .count, 1...Int.max, \.pushLimit),
    duration("pushLimitInterval", \.pushLimitInterval),
    flag("hasTaskScheduler", \.hasTaskScheduler),
    flag("permittedIdentifiersDisableFetch", \.permittedIdentifiersDisableFetch),
    number("refreshRequestsMax", .count, 1...Int.max, \.refreshRequestsMax),
    number("processingRequestsMax", .count, 1...Int.max, \.processingRequestsMax),
    duration("taskExpirationLead", \.taskExpirationLead),
    duration("processingBudget", \.processingBudget),
    duration("idleAfter", \.idleAfter),
    duration("continuedTaskStall", \.continuedTaskStall),
    number("continuedTasksMax", .count, 1...Int.max, \.continuedTasksMax),
    ProfileSetting(
      key: "socketReclaimDelay", unit: .seconds,
      read: { $0.socketReclaimDelay.map { "\($0.inSeconds)" } ?? "never" },
      write: { profile, text in
        if text == "never" {
          profile.socketReclaimDelay = nil
          return true
        }
        guard let seconds = Double(text), seconds >= 0, seconds <= 86_400 * 365 else {
          return false
        }
        profile.socketReclaimDelay = .nanoseconds(Int64(seconds * 1e9 + 0.5))
        return true
      }),
    number("duckedVolumePercent", .percent, 0...100, \.duckedVolumePercent),
    flag("suspensionDeactivatesSessions", \.suspensionDeactivatesSessions),
    flag("endedInterruptionsWake", \.endedInterruptionsWake),
    flag("hasInUseAuthorization", \.location.hasInUseAuthorization),
    flag("locationNeedsAllowsBackground", \.location.needsAllowsBackground),
    flag("locationKeepsRunning", \.location.keepsRunning),
    flag("locationRelaunchesAfterForceQuit", \.location.relaunchesAfterForceQuit),
    flag("locationDefersUpdates", \.location.defersUpdates),
    number("locationQueueMax", .count, 1...500, \.location.queueMax),
    duration("locationQueueInterval", \.location.queueInterval),
    duration("locationPauseAfter", \.location.pauseAfter),
    number("locationMovementDistance", .metres, 1...100_000, \.location.movementDistance),
    duration("locationStationaryAfter", \.location.stationaryAfter),
    number("significantChangeDistance", .metres, 1...1_000_000, \.location.significantDistance),
    duration("significantChangeInterval", \.location.significantInterval),
    number("regionsMax", .count, 1...1_000, \.location.regionsMax),
    number("regionRadiusMax", .metres, 1...20_000_000, \.location.regionRadiusMax),
    number("regionMargin", .metres, 0...100_000, \.location.regionMargin),
    duration("regionDelay", \.location.regionDelay),
    duration("visitAfter", \.location.visitAfter),
    number("visitDistance", .metres, 1...100_000, \.location.visitDistance),
    number("reducedLocationGrid", .metres, 1...1_000_000, \.location.reducedGrid),
    duration("reducedLocationInterval", \.location.reducedInterval),
    duration("hundredMetresInterval", \.location.hundredMetresInterval),
    duration("kilometreInterval", \.location.kilometreInterval),
    duration("locationMonitoringInterval", \.location.monitoringInterval),
    duration("locationFixDuration", \.location.fixDuration),
    duration("locationRequestTimeout", \.location.requestTimeout),
    duration("locationUnknownAfter", \.location.unknownAfter),
    choice("optOut", \.optOut),
    flag(
      "sendsDidEnterBackgroundOnBackgroundLaunch", \.sendsDidEnterBackgroundOnBackgroundLaunch),
    flag("sendsDidEnterBackgroundOnWake", \.sendsDidEnterBackgroundOnWake),
    flag("postsWillEnterForegroundFirst", \.postsWillEnterForegroundFirst),
    choice("callPresentation", \.callPresentation),
    duration("memoryWarningResponse", \.memoryWarningResponse),
    duration("memoryWarningInterval", \.memoryWarningInterval),
    ProfileSetting(
      key: "memoryLimit", unit: .bytes,
      read: { $0.memoryLimit.map(String.init) ?? "none" },
      write: { profile, text in
        if text == "none" {
          profile.memoryLimit = nil
          return true
        }
        guard let bytes = Int(text), bytes > 0 else { return false }
        profile.memoryLimit = bytes
        return true
      }),
    number("memoryWarningPercent", .percent, 1...100, \.memoryWarningPercent),
    ProfileSetting(
      key: "systemVersion", unit: .text, read: { $0.systemVersion },
      write: { profile, text in
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ UInt16($0) != nil && !$0.hasPrefix("+") }) else { return false }
        profile.systemVersion = text
        return true
      }),
  ]

  /// Changes one setting by its name.
  ///
  /// - Parameters:
  ///   - key: A key of ``settings``.
  ///   - text: Seconds with fractions (`4.5`), a whole number, `true`/`false` or a choice.
  /// - Throws: ``ProfileError``.
  public mutating func set(_ key: String, to text: String) throws(ProfileError) {
    guard let setting = Profile.settings.first(where: { $0.key == key }) else {
      throw ProfileError(
        code: .unknownKey, key: key,
        message: "the profile has no setting \"\(key)\"; `greenroom profile` lists them")
    }
    guard setting.write(&self, text) else {
      throw ProfileError(
        code: .badValue, key: key,
        message: "\"\(text)\" is not a value for \(key) (\(setting.unit.rawValue), "
          + "now \(setting.read(self)))")
    }
  }

  /// Checks values against each other.
  ///
  /// - Throws: ``ProfileError`` with code `contradiction`.
  public func validate() throws(ProfileError) {
    guard expirationLead <= backgroundTaskAllowance else {
      throw ProfileError(
        code: .contradiction, key: "expirationLead",
        message: "expirationLead (\(expirationLead.spoken)) exceeds backgroundTaskAllowance "
          + "(\(backgroundTaskAllowance.spoken)): expiration would precede the background")
    }
    guard expirationHandlerBudget <= expirationLead else {
      throw ProfileError(
        code: .contradiction, key: "expirationHandlerBudget",
        message: "expirationHandlerBudget (\(expirationHandlerBudget.spoken)) exceeds "
          + "expirationLead (\(expirationLead.spoken)): the app would die inside its handlers")
    }
    guard taskExpirationLead <= min(fetchBudget, processingBudget) else {
      throw ProfileError(
        code: .contradiction, key: "taskExpirationLead",
        message: "taskExpirationLead (\(taskExpirationLead.spoken)) exceeds fetchBudget "
          + "(\(fetchBudget.spoken)) or processingBudget (\(processingBudget.spoken)): tasks would "
          + "expire before they begin")
    }
    guard memoryWarningResponse <= memoryWarningInterval else {
      throw ProfileError(
        code: .contradiction, key: "memoryWarningInterval",
        message: "memoryWarningResponse (\(memoryWarningResponse.spoken)) exceeds "
          + "memoryWarningInterval (\(memoryWarningInterval.spoken)): apps would be warned again "
          + "and never ended")
    }
  }

  // Key paths of value types are not Sendable by inference; those below refer to stored
  // properties of a Sendable struct and capture nothing.
  private typealias Path<Value> = WritableKeyPath<Profile, Value> & Sendable

  private static func duration(_ key: String, _ path: Path<Duration>) -> ProfileSetting {
    ProfileSetting(
      key: key, unit: .seconds,
      read: { "\($0[keyPath: path].inSeconds)" },
      write: { profile, text in
        guard let seconds = Double(text), seconds >= 0, seconds <= 86_400 * 365 else {
          return false
        }
        profile[keyPath: path] = .nanoseconds(Int64(seconds * 1e9 + 0.5))
        return true
      })
  }

  private static func number(
    _ key: String, _ unit: ProfileSetting.Unit, _ range: ClosedRange<Int>, _ path: Path<Int>
  ) -> ProfileSetting {
    ProfileSetting(
      key: key, unit: unit, read: { "\($0[keyPath: path])" },
      write: { profile, text in
        guard let value = Int(text), range.contains(value) else { return false }
        profile[keyPath: path] = value
        return true
      })
  }

  private static func flag(_ key: String, _ path: Path<Bool>) -> ProfileSetting {
    ProfileSetting(
      key: key, unit: .flag, read: { "\($0[keyPath: path])" },
      write: { profile, text in
        guard let value = Bool(text) else { return false }
        profile[keyPath: path] = value
        return true
      })
  }

  private static func choice<Value: RawRepresentable<String> & SendableMetatype>(
    _ key: String, _ path: Path<Value>
  ) -> ProfileSetting {
    ProfileSetting(
      key: key, unit: .choice, read: { $0[keyPath: path].rawValue },
      write: { profile, text in
        guard let value = Value(rawValue: text) else { return false }
        profile[keyPath: path] = value
        return true
      })
  }
}
