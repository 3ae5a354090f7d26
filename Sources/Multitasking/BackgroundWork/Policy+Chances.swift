// Who waits to be woken, and when the next chance is.
extension Policy {
  /// The device, as conditions see it.
  var wakeSituation: WakeSituation {
    WakeSituation(
      profile: profile, now: now, wall: now + clockAhead, environment: environment,
      lockedAt: screen.isLocked ? lockedAt : nil, hasBeenUnlocked: hasBeenUnlocked,
      isMultitaskingSupported: isMultitaskingSupported,
      isShuttingDown: isShuttingDown,
      working: awake.count { place in
        apps[place].process?.work.contains { !$0.isSimulated && $0.cause != .continuedTask }
          ?? false
      })
  }

  /// After every event: whoever can begin now does, and the next chance is known.
  mutating func settleWork() {
    nextChance = nil
    if unanswered > 0 { reviewRunningTasks() }
    considerRefreshes()
    if !waiting.isEmpty { considerWaiting() }
    guard !changed.isEmpty else { return }
    for place in changed { keepRecord(of: place) }
    changed = []
  }

  /// In two turns: what one of them begins can hold up another one.
  private mutating func considerWaiting() {
    for place in waiting { considerPush(at: place) }
    for (place, request) in waitingTasks { consider(request, at: place) }
    waiting = waiting.filter(isWaiting)
  }

  private func isWaiting(_ place: Int) -> Bool {
    let background = apps[place].background
    return background.heldPush != nil || background.requests.contains { $0.kind != .refresh }
  }

  /// Those that are not weighed against one another, in the order of submission.
  private var waitingTasks: [(Int, TaskRequest)] {
    waiting
      .flatMap { place in
        apps[place].background.requests.filter { $0.kind != .refresh }.map { (place, $0) }
      }
      .sorted { ($0.1.submittedAt ?? .zero, $0.0) < ($1.1.submittedAt ?? .zero, $1.0) }
  }

  private mutating func consider(_ request: TaskRequest, at place: Int) {
    if request.kind == .continued {
      guard hasRoomForContinuedTask else { return }
    }
    let holds = WakeConditions.holds(
      on: WakeCandidate(app: apps[place], kind: .task(request)), in: wakeSituation)
    guard holds.isEmpty else { return noteChance(after: holds) }
    take(request, at: place)
    let why: Reason =
      request.kind == .continued
      ? .taskSubmitted(request.identifier) : .conditionsMet(request.identifier)
    begin(.task(request), at: place, because: why)
  }

  /// A request is good for one launch (F23).
  mutating func take(_ request: TaskRequest, at place: Int) {
    apps[place].background.requests.removeAll { $0.identifier == request.identifier }
    noteChange(of: place)
  }

  /// Remembers when to look again, if only time is in the way.
  mutating func noteChance(after holds: [WakeHold]) {
    guard let liftsAt = holds.liftsAt else { return }
    let chance = max(now, liftsAt)
    nextChance = nextChance.map { min($0, chance) } ?? chance
  }

  // MARK: What is kept

  /// The record of an app has changed: it is kept at the end of this event.
  mutating func noteChange(of place: Int) {
    if !changed.contains(place) { changed.append(place) }
    updateEnrolment(of: place)
    if !waiting.contains(place), isWaiting(place) {
      let position = waiting.firstIndex { $0 > place } ?? waiting.endIndex
      waiting.insert(place, at: position)
    }
  }

  mutating func keepRecord(of place: Int) {
    emit(apps[place].id, .keepBackgroundRecord, .recordChanged)
    changed.removeAll { $0 == place }
  }

  /// A decision to begin.
  mutating func note(_ work: Work, _ why: Reason, at place: Int) {
    if !work.isSimulated, work.cause == .fetch || work.cause == .refreshTask {
      apps[place].background.refreshedAt = now
    }
    append(
      WorkRecord(
        work: work.id, at: now, cause: work.cause, identifier: work.request?.identifier,
        isSimulated: work.isSimulated, why: why.description, outcome: .running),
      at: place)
  }

  /// A decision to wait.
  mutating func noteHeld(_ cause: WakeCause, _ holds: [WakeHold], at place: Int) {
    append(
      WorkRecord(
        work: 0, at: now, cause: cause, isSimulated: false, why: Reason.held(cause).description,
        outcome: .held(holds)),
      at: place)
  }

  private mutating func append(_ record: WorkRecord, at place: Int) {
    let excess = apps[place].background.history.count + 1 - profile.workHistoryMax
    if excess > 0 { apps[place].background.history.removeFirst(excess) }
    apps[place].background.history.append(record)
    noteChange(of: place)
  }

  mutating func conclude(
    _ work: Work, at place: Int, _ outcome: WorkRecord.Outcome, _ cost: WorkCost?
  ) {
    let now = now
    if let index = apps[place].background.history.lastIndex(where: { $0.work == work.id }) {
      apps[place].background.history[index].outcome = outcome
      apps[place].background.history[index].duration = work.startedAt?.duration(to: now)
      apps[place].background.history[index].cost = cost
    }
    unanswered -= 1
    learn(from: work, outcome, cost, apps[place].id)
    noteChange(of: place)
  }

  /// The process ends with what it was given (F51: and with the push that waited for it).
  mutating func abandonWork(_ place: Int, _ reason: ExitReason) {
    for work in apps[place].process?.work ?? [] {
      conclude(work, at: place, .appEnded(reason.description), nil)
    }
    if apps[place].background.heldPush != nil {
      apps[place].background.heldPush = nil
      noteChange(of: place)
    }
    if reason == .forceQuit,
      apps[place].background.requests.contains(where: { $0.kind == .continued })
    {
      apps[place].background.requests.removeAll { $0.kind == .continued }
      noteChange(of: place)
    }
  }
}

// MARK: - What can be asked

extension Policy {
  /// What is to be kept of an app (F33); nil when it is not installed.
  public func backgroundRecord(of app: AppID) -> BackgroundRecord? {
    places[app].map { apps[$0].background }
  }

  /// What `backgroundRefreshStatus` says to an app (F10).
  public func refreshStatus(of app: AppID) -> Environment.BackgroundRefresh? {
    places[app].map(refreshStatus)
  }

  func refreshStatus(of place: Int) -> Environment.BackgroundRefresh {
    if environment.backgroundRefresh != .available { return environment.backgroundRefresh }
    if environment.isLowPowerModeEnabled || !apps[place].background.isRefreshOn { return .denied }
    return .available
  }

  /// The conditions as an app is told of them.
  public func environment(of app: AppID) -> Environment {
    places[app].map(environment) ?? environment
  }

  func environment(of place: Int) -> Environment {
    var seen = environment
    seen.backgroundRefresh = refreshStatus(of: place)
    return seen
  }
}
