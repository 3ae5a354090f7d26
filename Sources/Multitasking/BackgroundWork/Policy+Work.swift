// Fetches, pushes and tasks: from the decision to the answer.
extension Policy {
  /// Gives an app something to do, and launches or thaws it for that if need be.
  mutating func begin(
    _ kind: Work.Kind, at place: Int, isSimulated: Bool = false, because why: Reason
  ) {
    let work = Work(id: nextWork, kind: kind, isSimulated: isSimulated)
    nextWork += 1
    unanswered += 1
    note(work, why, at: place)
    switch apps[place].phase {
    case .dying: return
    case .notRunning:
      spawn(place, wake: work.cause, url: nil, because: why)
      _ = apps[place].withProcess { $0.work.append(work) }
    case .alive(let process):
      _ = apps[place].withProcess { $0.work.append(work) }
      switch process.stage {
      case .launching, .terminating: break
      case .foreground, .background: start(work.id, at: place, because: why)
      case .suspended:
        wake(place, holding: hold(for: work), because: why)
        start(work.id, at: place, because: why)
      }
    }
  }

  /// What was begun while the app launched can be told to it now.
  mutating func startPendingWork(_ place: Int) {
    let pending = apps[place].process?.work.filter { $0.startedAt == nil } ?? []
    for work in pending { start(work.id, at: place, because: .woken(work.cause)) }
  }

  private mutating func start(_ id: UInt64, at place: Int, because why: Reason) {
    let (now, profile) = (now, profile)
    let isInBackground = apps[place].process?.isInBackground == true
    let work = apps[place].withProcess { process -> Work? in
      guard let index = process.work.firstIndex(where: { $0.id == id }) else { return nil }
      process.work[index].startedAt = now
      if isInBackground, let budget = process.work[index].budget(profile) {
        process.work[index].endsAt = now + budget
      }
      return process.work[index]
    }
    guard let work = work ?? nil else { return }
    let hold = hold(for: work)
    if isInBackground { withBackground(place) { $0.assert(hold) } }
    let message: Message =
      switch work.kind {
      case .fetch: .performFetch(work: id)
      case .push(let push): .remoteNotification(work: id, push)
      case .task(let request): .launchTask(work: id, request)
      }
    deliver(message, .notice, to: place, because: why)
  }

  func hold(for work: Work) -> Assertion {
    Assertion(kind: .work(work.id), since: now, endsAt: nil)
  }

  /// The app is in the background from now on: what it was given holds it there, and counts.
  mutating func holdForWork(_ place: Int) {
    let (now, profile) = (now, profile)
    let held = apps[place].withProcess { process -> [Work] in
      for index in process.work.indices where process.work[index].startedAt != nil {
        guard process.work[index].endsAt == nil,
          let budget = process.work[index].budget(profile)
        else { continue }
        process.work[index].endsAt = now + budget
      }
      return process.work.filter { $0.startedAt != nil }
    }
    let holds = (held ?? []).map(hold(for:))
    for hold in holds { withBackground(place) { $0.assert(hold) } }
  }

  /// In front, and while the app is frozen, time does not count.
  mutating func releaseWorkLimits(_ place: Int) {
    _ = apps[place].withProcess { process in
      for index in process.work.indices { process.work[index].endsAt = nil }
    }
  }

  // MARK: Answers

  mutating func answered(
    _ id: UInt64, _ result: FetchResult, cost: WorkCost?, by app: AppID
  ) throws(Refusal) {
    let place = try place(of: app)
    guard let work = runningWork(id, place), work.request == nil else {
      throw .unknownWork(app, id)
    }
    finish(work, at: place, .answered(result), cost, .workAnswered(work.cause, result))
  }

  mutating func completed(
    _ id: UInt64, isSuccess: Bool, cost: WorkCost?, by app: AppID
  ) throws(Refusal) {
    let place = try place(of: app)
    guard let work = runningWork(id, place), let request = work.request else {
      throw .unknownWork(app, id)
    }
    finish(
      work, at: place, .completed(isSuccess: isSuccess), cost,
      .taskCompleted(request.identifier, isSuccess: isSuccess))
  }

  mutating func progressed(_ id: UInt64, to completed: Int64, by app: AppID) throws(Refusal) {
    let place = try place(of: app)
    guard let work = runningWork(id, place), work.request?.kind == .continued else {
      throw .unknownWork(app, id)
    }
    // Going back or staying is no progress.
    guard completed > work.completed else { return }
    let now = now
    change(id, place) { work in
      work.completed = completed
      work.progressedAt = now
    }
  }

  private func runningWork(_ id: UInt64, _ place: Int) -> Work? {
    apps[place].process?.work.first { $0.id == id && $0.startedAt != nil }
  }

  private mutating func change(_ id: UInt64, _ place: Int, _ body: (inout Work) -> Void) {
    _ = apps[place].withProcess { process in
      guard let index = process.work.firstIndex(where: { $0.id == id }) else { return }
      body(&process.work[index])
    }
  }

  /// Takes the work from the app, and with it the reason to run (F7).
  private mutating func finish(
    _ work: Work, at place: Int, _ outcome: WorkRecord.Outcome, _ cost: WorkCost?,
    _ why: Reason
  ) {
    let (now, grace) = (now, profile.releaseGrace)
    _ = apps[place].withProcess { $0.work.removeAll { $0.id == work.id } }
    withBackground(place) { $0.release(.work(work.id), at: now, grace: grace, why) }
    conclude(work, at: place, outcome, cost)
  }

  // MARK: Limits

  /// F27.
  mutating func expire(_ work: Work, at place: Int, _ cause: TaskExpiration) {
    // Who is told to end hears of nothing else any more.
    guard let request = work.request, work.startedAt != nil, work.expiredAt == nil,
      apps[place].process?.isEnding == false
    else { return }
    let now = now
    change(work.id, place) { $0.expiredAt = now }
    deliver(
      .expireTask(work: work.id), .notice, to: place,
      because: .taskExpires(request.identifier, cause))
  }

  mutating func pass(_ due: Work.Due, of id: UInt64, _ place: Int) {
    guard let process = apps[place].process, let work = process.work.first(where: { $0.id == id })
    else { return }
    switch due {
    case .expiration(let cause): expire(work, at: place, cause)
    case .end where process.isInBackground:
      if let request = work.request {
        kill(place, .taskNotCompleted(request.identifier), code: profile.taskTimeoutCode)
      } else {
        kill(
          place, .workNotAnswered(work.cause, limit: profile.fetchBudget),
          code: profile.fetchTimeoutCode)
      }
    case .end:
      // In front nobody is ended for it.
      finish(
        work, at: place, .completed(isSuccess: false), nil,
        .taskCompleted(work.name, isSuccess: false))
    }
  }

  /// F25, F27: whoever works under conditions that do not hold any more is told to stop.
  mutating func reviewRunningTasks() {
    for place in awake {
      for work in apps[place].process?.work ?? [] where !work.isSimulated {
        guard let request = work.request else { continue }
        if request.kind == .processing, !screen.isLocked {
          expire(work, at: place, .deviceInUse)
        } else if lacksConditions(request) {
          expire(work, at: place, .conditionsLost)
        }
      }
    }
  }

  private func lacksConditions(_ request: TaskRequest) -> Bool {
    (request.requiresNetwork && environment.network == .none)
      || (request.requiresExternalPower && !environment.isCharging)
  }

  // MARK: By command

  /// F12.
  mutating func simulateFetch(_ app: AppID) throws(Refusal) {
    let place = try place(of: app)
    let candidate = WakeCandidate(app: apps[place], kind: .fetch)
    try checkSimulation(candidate) {
      switch $0 {
      case .modeMissing, .fetchReplacedByTasks: true
      default: false
      }
    }
    begin(.fetch, at: place, isSimulated: true, because: .simulated(.fetch))
  }

  /// F30.
  mutating func simulateTask(_ identifier: String, of app: AppID) throws(Refusal) {
    let place = try place(of: app)
    guard
      let request = apps[place].background.requests.first(where: { $0.identifier == identifier })
    else { throw .noTaskRequest(app, identifier) }
    let candidate = WakeCandidate(app: apps[place], kind: .task(request))
    try checkSimulation(candidate) { _ in false }
    take(request, at: place)
    begin(.task(request), at: place, isSimulated: true, because: .simulated(request.cause))
  }

  /// What even a command can't overcome.
  private func checkSimulation(
    _ candidate: WakeCandidate, _ alsoHolds: (WakeHold) -> Bool
  ) throws(Refusal) {
    let holds = WakeConditions.holds(on: candidate, in: wakeSituation).filter { hold in
      switch hold {
      case .noMultitasking, .optedOut, .shuttingDown, .ending, .forceQuit, .isWorking: true
      // A task's handler runs in front, too.
      case .inForeground: candidate.isFetch
      default: alsoHolds(hold)
      }
    }
    if holds.contains(.forceQuit) { throw .forceQuitUntilOpened(candidate.app.id) }
    if holds.contains(.inForeground) { throw .inForeground(candidate.app.id) }
    if !holds.isEmpty { throw .cannotWake(candidate.app.id, holds) }
  }

  mutating func simulateExpiration(_ identifier: String, of app: AppID) throws(Refusal) {
    let place = try place(of: app)
    let work = apps[place].process?.work.first {
      $0.request?.identifier == identifier && $0.startedAt != nil && $0.expiredAt == nil
    }
    guard let work else { throw .noTaskRunning(app, identifier) }
    if apps[place].process?.isEnding == true { throw .ending(app) }
    if case .suspended = apps[place].process?.stage {
      wake(place, holding: hold(for: work), because: .simulated(work.cause))
    }
    expire(work, at: place, .command)
  }
}
