// Time in the background: what holds an app there, its suspension and its wakes.
extension Policy {
  /// T15, T16: what background tasks may use from now on.
  var allowance: Duration {
    guard environment.isLowPowerModeEnabled else { return profile.backgroundTaskAllowance }
    return .nanoseconds(
      profile.backgroundTaskAllowance.inNanoseconds / 100
        * Int64(profile.lowPowerAllowancePercent))
  }

  func makeBackground(allowance: Duration, holding assertion: Assertion) -> Background {
    Background(
      enteredAt: now, allowanceEndsAt: now + allowance, hold: .assertions([assertion]))
  }

  /// Holds the app while `didEnterBackground` is on its way. Where time does not count that a
  /// message waits for a blocked main thread, the hold ends by itself instead of with a kill.
  func transition(at instant: Instant) -> Assertion {
    Assertion(
      kind: .transition, since: instant,
      endsAt: profile.watchdogsCountUndelivered
        ? nil : instant + profile.enterBackgroundBudget)
  }

  func wakeAssertion(_ cause: WakeCause) -> Assertion {
    Assertion(kind: .wake(cause), since: now, endsAt: now + profile.wakeBudget)
  }

  mutating func withBackground(_ place: Int, _ body: (inout Background) -> Void) {
    _ = apps[place].withProcess { process in
      guard case .background(var background) = process.stage else { return }
      process.stage = .foreground
      body(&background)
      process.stage = .background(background)
    }
  }

  /// T20: what is to hold an app that enters the background, and has no limit.
  func continuousHolds(_ place: Int) -> [Assertion] {
    (holdsBySound(place) ? [Assertion(kind: .audio, since: now, endsAt: nil)] : [])
      + (holdsByLocation(place) ? [Assertion(kind: .location, since: now, endsAt: nil)] : [])
  }

  /// After every event: the allowance runs unless something holds the app without a limit (T20, A6).
  mutating func settleAllowances() {
    for place in awake {
      guard case .background(var background) = apps[place].process?.stage,
        background.settleAllowance(at: now)
      else { continue }
      let grant = background.grant
      withBackground(place) { $0 = background }
      let why: Reason = grant.endsAt == nil ? .heldWithoutLimit : .limitIsBack
      deliver(.runInBackground(grant), .notice, to: place, because: why)
    }
  }

  // MARK: Background tasks

  /// What an app says of its background tasks (T10-T28).
  mutating func report(_ tasks: OpenTasks, at place: Int) {
    guard let process = apps[place].process else { return }
    if tasks.count > profile.backgroundTasksMax {
      return kill(place, .tooManyBackgroundTasks(tasks.count), code: .tooManyTasks)
    }
    switch process.stage {
    case .launching, .foreground, .terminating: break
    case .background: noteTasks(tasks, at: place)
    case .suspended(let suspension):
      // Begun just before the freeze (T17).
      guard tasks.count > 0, suspension.allowanceLeft > profile.expirationLead else { return }
      thaw(place, because: .backgroundTaskBegan(tasks.names.last ?? "unnamed"))
      let background = makeBackground(
        allowance: suspension.allowanceLeft,
        holding: Assertion(kind: .backgroundTasks, since: now, endsAt: nil))
      setStage(.background(background), at: place)
      deliver(
        .runInBackground(background.grant), .notice, to: place,
        because: .backgroundTaskBegan(tasks.names.last ?? "unnamed"))
      holdForWork(place)
      tellPendingLocation(place)
      noteTasks(tasks, at: place)
    }
  }

  private mutating func noteTasks(_ tasks: OpenTasks, at place: Int) {
    let (now, grace) = (now, profile.releaseGrace)
    let isGranted = hasTimeForTasks(place)
    var refusesNow = false
    withBackground(place) { background in
      let previous = background.tasks
      background.tasks = tasks
      if tasks.count > 0 {
        guard !background.holds(.backgroundTasks) else { return }
        if isGranted {
          background.assert(Assertion(kind: .backgroundTasks, since: now, endsAt: nil))
        } else {
          refusesNow = previous.count == 0
        }
      } else {
        let name = tasks.lastEnded ?? previous.names.last ?? "unnamed"
        background.release(
          .backgroundTasks, at: now, grace: grace, .lastBackgroundTaskEnded(name))
      }
    }
    if refusesNow { expireTasks(place) }
  }

  /// Whether a task that begins now is granted time. If not, it does not hold the app, and its
  /// handler is called at once (T17): nobody stays by beginning a task in each handler.
  private func hasTimeForTasks(_ place: Int) -> Bool {
    guard let process = apps[place].process, case .background(let background) = process.stage
    else { return false }
    return process.isDebugged
      || background.allowanceLeft(at: now) > profile.expirationLead
  }

  /// `didEnterBackground` has returned; `tasks` are those that hold the app from here on.
  mutating func entered(_ place: Int, _ tasks: OpenTasks?) {
    if let tasks { report(tasks, at: place) }
    let stillEntering =
      apps[place].process?.awaited.contains { $0.kind == .didEnterBackground } ?? false
    guard !stillEntering else { return }
    endTransition(place, .noReasonToRun)
    awaitTermination(place)
  }

  mutating func endTransition(_ place: Int, _ why: Reason) {
    let (now, grace) = (now, profile.suspensionGrace)
    withBackground(place) { $0.release(.transition, at: now, grace: grace, why) }
  }

  mutating func endWake(_ place: Int, _ cause: WakeCause) {
    let (now, grace) = (now, profile.releaseGrace)
    withBackground(place) {
      $0.release(.wake(cause), at: now, grace: grace, .wakeBudgetUsed(cause))
    }
  }

  /// T21: time is nearly up.
  mutating func expireTasks(_ place: Int) {
    guard case .background(let background) = apps[place].process?.stage else { return }
    let now = now
    withBackground(place) { $0.expirationSentAt = now }
    let left = max(.zero, now.duration(to: background.allowanceEndsAt))
    deliver(.expireBackgroundTasks, .expiration, to: place, because: .allowanceEnding(left: left))
  }

  // MARK: Suspension

  mutating func suspend(_ place: Int, because why: Reason) {
    guard let process = apps[place].process, case .background(let background) = process.stage
    else { return }
    // Who can't be told anything any more would wait for ever.
    if process.linkClosedAt != nil { return kill(place, .linkViolation(.closed), code: nil) }
    let left = background.allowanceLeft(at: now)
    releaseWorkLimits(place)
    suspendSound(place)
    setStage(
      .suspended(Suspension(since: now, reason: why, allowanceLeft: left)), at: place)
    // What was learned from its use is kept now, and not while the person waits.
    noteChange(of: place)
    emit(apps[place].id, .freeze, why)
    scheduleReclaim(place)
  }

  mutating func suspendNow(_ app: AppID) throws(Refusal) {
    let place = try place(of: app)
    switch apps[place].phase {
    case .notRunning: throw .notRunning(app)
    case .dying: throw .ending(app)
    case .alive(let process):
      switch process.stage {
      case .launching: throw .stillLaunching(app)
      case .foreground: throw .inForeground(app)
      case .suspended: throw .alreadySuspended(app)
      case .terminating: throw .ending(app)
      case .background: suspend(place, because: .suspendedByCommand)
      }
    }
  }

  mutating func resume(_ app: AppID) throws(Refusal) {
    let place = try place(of: app)
    if apps[place].phase == .notRunning { throw .notRunning(app) }
    guard case .suspended = apps[place].process?.stage else { throw .notSuspended(app) }
    wake(place, holding: wakeAssertion(.command), because: .woken(.command))
  }

  /// L31: a suspended app runs in the background for an event.
  mutating func wake(_ place: Int, holding assertion: Assertion, because why: Reason) {
    guard case .suspended(let suspension) = apps[place].process?.stage else { return }
    thaw(place, because: why)
    let background = makeBackground(
      allowance: suspension.allowanceLeft, holding: assertion)
    let grant = background.grant
    setStage(.background(background), at: place)
    holdForWork(place)
    let scenes = apps[place].process?.scenes ?? []
    if profile.sendsDidEnterBackgroundOnWake, let last = scenes.last {
      deliver(
        .didEnterBackground(last.id, grant: grant), .didEnterBackground, to: place, because: why)
    } else {
      deliver(.runInBackground(grant), .notice, to: place, because: why)
    }
    tellPendingSound(place)
    tellPendingLocation(place)
  }

  /// Lets a frozen app run, and tells it first what has changed meanwhile (L90).
  mutating func thaw(_ place: Int, because why: Reason) {
    emit(apps[place].id, .thaw, why)
    cancelReclaim(place)
    // L5: its time stood still.
    restartLimits(of: place)
    tellEnvironment(place)
  }

  /// Counts the time for unanswered deliveries from now on.
  mutating func restartLimits(of place: Int) {
    let now = now
    _ = apps[place].withProcess { process in
      for index in process.awaited.indices {
        process.awaited[index].sentAt = now
        if process.awaited[index].startedAt != nil { process.awaited[index].startedAt = now }
      }
    }
  }

  mutating func freezeFailed(_ app: AppID, _ why: String) throws(Refusal) {
    let place = try place(of: app)
    guard case .suspended = apps[place].process?.stage else { return }
    kill(place, .freezeFailed(why), code: nil)
  }

  // MARK: Environment

  mutating func changeEnvironment(_ change: EnvironmentChange) {
    change.apply(to: &environment)
    isLookStale = true
    for place in awake { tellEnvironment(place) }
  }

  mutating func tellEnvironment(_ place: Int) {
    guard let process = apps[place].process else { return }
    let environment = environment(of: place)
    let kinds = environment.changes(since: process.environmentSeen)
    let hasOtherSchemes = environment.urlSchemeChanges != process.environmentSeen.urlSchemeChanges
    guard environment != process.environmentSeen else { return }
    switch process.stage {
    case .launching, .terminating: return
    case .foreground, .background, .suspended: break
    }
    _ = apps[place].withProcess { $0.environmentSeen = environment }
    if !kinds.isEmpty {
      deliver(.environmentChanged(kinds), .notice, to: place, because: .environmentChanged)
    }
    if hasOtherSchemes {
      deliver(.urlSchemesChanged, .notice, to: place, because: .environmentChanged)
    }
  }
}
