// Time limits: which is next, and what happens when it has come.
extension Process {
  enum Due: Hashable {
    case closedLink
    case watchdog(Watchdog, limit: Duration)
    case terminateBudget
    case transition
    case grace(Reason)
    case wake(WakeCause)
    case expiration
    case taskTimeout
    case work(UInt64, Work.Due)
  }

  /// The earliest limit of an app whose code may run; at one instant, the first in this order.
  func nextDue(_ profile: Profile) -> (at: Instant, due: Due)? {
    var next: (at: Instant, due: Due)?
    func consider(_ at: Instant, _ due: @autoclosure () -> Due) {
      if let earlier = next, earlier.at <= at { return }
      next = (at, due())
    }
    if let linkClosedAt { consider(linkClosedAt + profile.closedLinkGrace, .closedLink) }
    // T6: nothing kills an app that a debugger holds.
    if !isDebugged {
      if case .terminating(let termination) = stage {
        consider(termination.deadline, .terminateBudget)
      } else if let (at, due) = watchdog(profile) {
        consider(at, due)
      }
    }
    if !isDebugged {
      switch stage {
      case .foreground, .background:
        for work in work where work.startedAt != nil {
          if let (at, due) = work.nextDue(profile) { consider(at, .work(work.id, due)) }
        }
      case .launching, .suspended, .terminating: break
      }
    }
    guard case .background(let background) = stage else { return next }
    switch background.hold {
    case .grace(let until, let why): consider(until, .grace(why))
    case .assertions(let assertions):
      for assertion in assertions {
        guard let endsAt = assertion.endsAt else { continue }
        switch assertion.kind {
        case .transition where isEntering: continue
        case .transition: consider(endsAt, .transition)
        case .wake(let cause): consider(endsAt, .wake(cause))
        case .backgroundTasks, .work, .audio, .location: continue
        }
      }
    }
    guard !isDebugged, background.holds(.backgroundTasks), background.pausedAt == nil else {
      return next
    }
    if let sentAt = background.expirationSentAt {
      // Handlers get their budget even where the allowance was over before they were asked.
      consider(
        max(background.allowanceEndsAt, sentAt + profile.expirationHandlerBudget), .taskTimeout)
    } else {
      consider(background.allowanceEndsAt - profile.expirationLead, .expiration)
    }
    return next
  }

  /// Whether the app's `didEnterBackground` has begun and not returned: the watchdog's business.
  private var isEntering: Bool {
    guard let limited, awaited[limited].kind == .didEnterBackground else { return false }
    return awaited[limited].startedAt != nil
  }

  /// Where in `awaited` the oldest delivery stands that has a limit.
  var limited: Int? { awaited.firstIndex { $0.kind != .notice } }

  /// The limit on the oldest unanswered delivery that has one. Later ones wait for their turn.
  private func watchdog(_ profile: Profile) -> (Instant, Due)? {
    if case .launching = stage {
      return (
        launchedAt + profile.launchWatchdog, .watchdog(.launch, limit: profile.launchWatchdog)
      )
    }
    guard let limited else { return nil }
    let oldest = awaited[limited]
    let (watchdog, limit): (Watchdog, Duration) =
      switch oldest.kind {
      case .didEnterBackground: (.enterBackground, profile.enterBackgroundBudget)
      case .expiration: (.expirationHandlers, profile.expirationHandlerBudget)
      case .launch, .sceneUpdate, .notice, .willTerminate:
        (.sceneUpdate, profile.sceneUpdateWatchdog)
      }
    if let startedAt = oldest.startedAt {
      return (startedAt + limit, .watchdog(watchdog, limit: limit))
    }
    guard profile.watchdogsCountUndelivered else { return nil }
    return (oldest.sentAt + limit, .watchdog(watchdog, limit: limit))
  }
}

extension Policy {
  /// Does what is due, earliest first, in the order of installation at one instant.
  mutating func passDeadlines() {
    while true {
      var earliest: (at: Instant, due: Process.Due, place: Int)?
      for place in awake {
        guard let next = apps[place].process?.nextDue(profile), next.at <= now else { continue }
        if let earlier = earliest, earlier.at <= next.at { continue }
        earliest = (next.at, next.due, place)
      }
      if let due = nextLocationDeadline, due <= now, earliest.map({ due < $0.at }) ?? true {
        passLocationDeadlines(until: due)
        continue
      }
      guard let earliest else { return reclaimSockets() }
      pass(earliest.due, earliest.place)
    }
  }

  private mutating func pass(_ due: Process.Due, _ place: Int) {
    switch due {
    case .closedLink: kill(place, .linkViolation(.closed), code: nil)
    case .watchdog(let watchdog, let limit):
      kill(place, .watchdog(watchdog, limit: limit), code: .watchdog)
    case .terminateBudget: overstayed(place)
    case .transition: endTransition(place, .lifeCycleMessageNotTaken)
    case .grace(let why): suspend(place, because: why)
    case .wake(let cause): endWake(place, cause)
    case .expiration: expireTasks(place)
    case .work(let id, let due): pass(due, of: id, place)
    case .taskTimeout:
      guard case .background(let background) = apps[place].process?.stage else { return }
      let names = background.tasks.names.isEmpty ? ["unnamed"] : background.tasks.names
      kill(place, .backgroundTaskLeftOpen(names), code: profile.taskTimeoutCode)
    }
  }

  // MARK: Answers

  mutating func started(_ app: AppID, _ delivery: UInt64) throws(Refusal) {
    let place = try place(of: app)
    let now = now
    _ = apps[place].withProcess { process in
      guard let index = process.awaited.firstIndex(where: { $0.delivery == delivery }) else {
        return
      }
      // Saying it again wins no time.
      process.awaited[index].startedAt = process.awaited[index].startedAt ?? now
    }
  }

  mutating func handled(
    _ app: AppID, _ delivery: UInt64, _ tasks: OpenTasks?
  ) throws(Refusal) {
    let place = try place(of: app)
    guard let process = apps[place].process else { return }
    guard let index = process.awaited.firstIndex(where: { $0.delivery == delivery }) else {
      return kill(place, .linkViolation(.unknownDelivery(delivery)), code: nil)
    }
    let kind = process.awaited[index].kind
    let now = now
    _ = apps[place].withProcess { process in
      process.awaited.remove(at: index)
      // The next one's time begins now.
      if let next = process.limited, index <= next { process.awaited[next].sentAt = now }
    }
    switch kind {
    case .launch:
      guard case .launching(let launching) = process.stage else { return }
      finishLaunch(place, launching, tasks)
    case .didEnterBackground: entered(place, tasks)
    case .expiration, .notice, .sceneUpdate:
      if let tasks { report(tasks, at: place) }
    case .willTerminate: break
    }
  }

  mutating func setDebugged(_ app: AppID, _ isAttached: Bool) throws(Refusal) {
    let place = try place(of: app)
    guard let process = apps[place].process, process.isDebugged != isAttached else { return }
    let now = now
    _ = apps[place].withProcess { process in
      process.isDebugged = isAttached
      // What passed while the debugger held the app does not count.
      if case .launching = process.stage, !isAttached { process.launchedAt = now }
    }
    if !isAttached { restartLimits(of: place) }
  }
}
