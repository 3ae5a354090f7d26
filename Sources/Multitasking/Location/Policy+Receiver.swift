// How much the receiver has to be on, and whose account it goes to.
extension Policy {
  /// What an app demands of the receiver now.
  func receiverNeed(of place: Int) -> ReceiverDuty {
    guard isAuthorized(place) else { return .off }
    var need = monitoringNeed(of: place)
    for manager in apps[place].process?.location.managers ?? [] {
      need = max(need, receiverNeed(of: manager, place))
    }
    return need
  }

  private func receiverNeed(of manager: LocationUser.Manager, _ place: Int) -> ReceiverDuty {
    let rules = profile.location
    guard let stage = apps[place].process?.stage else { return .off }
    if case .terminating = stage { return .off }
    if manager.onceUntil != nil { return .on }
    guard manager.isUpdating else { return .off }
    let isEntitled = isShown(place) || hasRight(manager, place)
    if manager.isPaused {
      // G18: somebody has to see that the device moves again.
      return manager.needs.isLive && isEntitled ? .sleeping(every: rules.kilometreInterval) : .off
    }
    let wanted = need(for: manager, place)
    // G1: what it will hear when it runs again need not be much.
    return isEntitled ? wanted : min(wanted, .sleeping(every: rules.queueInterval))
  }

  /// G10.
  private func need(for manager: LocationUser.Manager, _ place: Int) -> ReceiverDuty {
    let rules = profile.location
    if authorization(of: place).isAccuracyReduced || manager.needs.wantsReduced {
      return .sleeping(every: manager.wantsFix ? rules.kilometreInterval : rules.reducedInterval)
    }
    switch manager.needs.desiredAccuracy {
    case ...10: return .on
    case ...100: return .sleeping(every: rules.hundredMetresInterval)
    default: return .sleeping(every: rules.kilometreInterval)
    }
  }

  private func monitoringNeed(of place: Int) -> ReceiverDuty {
    let record = apps[place].location
    let rules = profile.location
    let isAlways = record.permission.status == .always
    switch apps[place].phase {
    case .dying: return .off
    case .notRunning:
      if record.wasLive, canRelaunchForUpdates(place) {
        return .sleeping(every: rules.kilometreInterval)
      }
      guard canRelaunch(place) else { return .off }
    case .alive:
      guard isAlways || isInUse(place) else { return .off }
    }
    return record.isMonitoring ? .sleeping(every: rules.monitoringInterval) : .off
  }

  /// Gives the driver another duty when that has changed.
  ///
  /// - Returns: Whether the receiver has more to do, and the driver is about to say where the device is.
  mutating func settleDuty() -> Bool {
    var duty = ReceiverDuty.off
    var causers: [AppID] = []
    for place in locators {
      let need = receiverNeed(of: place)
      guard need != .off, need >= duty else { continue }
      if need > duty { causers = [] }
      duty = need
      causers.append(apps[place].id)
    }
    location.causers = causers
    guard duty != location.duty else { return false }
    let isMore = duty > location.duty
    location.duty = duty
    command(nil, .duty(duty), causers.isEmpty ? .notNeeded : .needed(by: causers))
    return isMore
  }

  // MARK: Accounts

  /// Before anything changes: the receiver was on for those who caused it.
  mutating func chargeReceiver() {
    let elapsed = location.chargedUntil.duration(to: now)
    location.chargedUntil = now
    guard elapsed > .zero, !location.causers.isEmpty else { return }
    for (app, share) in shares(of: elapsed) {
      guard let place = places[app] else { continue }
      apps[place].locationAccount.receiverOn += share
    }
  }

  /// In nanoseconds; what can't be divided goes to the first.
  private func shares(of elapsed: Duration) -> [(AppID, Duration)] {
    let on: Int64
    switch location.duty {
    case .off: return []
    case .on: on = elapsed.inNanoseconds
    case .sleeping(let interval):
      let part = min(1, profile.location.fixDuration.inSeconds / max(interval.inSeconds, 1e-9))
      on = Int64(Double(elapsed.inNanoseconds) * part)
    }
    let count = Int64(location.causers.count)
    return location.causers.enumerated().map { index, app in
      (app, .nanoseconds(on / count + (index == 0 ? on % count : 0)))
    }
  }

  /// What the location of an app has cost until `instant`; nil when it is not installed.
  public func locationAccount(of app: AppID, at instant: Instant? = nil) -> LocationAccount? {
    guard let place = places[app] else { return nil }
    var account = apps[place].locationAccount
    let elapsed = location.chargedUntil.duration(to: max(now, instant ?? now))
    if elapsed > .zero, let share = shares(of: elapsed).first(where: { $0.0 == app }) {
      account.receiverOn += share.1
    }
    return account
  }
}
