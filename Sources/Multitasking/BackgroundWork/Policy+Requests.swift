// What an app asks for: the fetch interval, requests to be launched, and their withdrawal.
extension Policy {
  mutating func handle(_ event: WorkEvent, of app: AppID) throws(Refusal) {
    let place = try place(of: app)
    switch event {
    case .fetchInterval(let interval):
      apps[place].background.minimumFetchInterval = interval
      noteChange(of: place)
    case .handlersRegistered(let identifiers):
      let all = identifiers
      _ = apps[place].withProcess { process in
        for identifier in all where !process.taskHandlers.contains(identifier) {
          process.taskHandlers.append(identifier)
        }
      }
    case .submitted(let request, let number): submit(request, number, at: place)
    case .cancelled(let identifier):
      apps[place].background.requests.removeAll {
        identifier == nil || $0.identifier == identifier
      }
      noteChange(of: place)
    case .answered(let work, let result, let cost):
      try answered(work, result, cost: cost, by: app)
    case .completed(let work, let isSuccess, let cost):
      try completed(work, isSuccess: isSuccess, cost: cost, by: app)
    case .progressed(let work, let completed, _): try progressed(work, to: completed, by: app)
    case .fetchSimulated: try simulateFetch(app)
    case .taskLaunchSimulated(let identifier): try simulateTask(identifier, of: app)
    case .taskExpirationSimulated(let identifier): try simulateExpiration(identifier, of: app)
    case .pushed(let push): try receive(push, at: place)
    case .refreshSwitched(let isOn):
      apps[place].background.isRefreshOn = isOn
      noteChange(of: place)
      if isAwake(place) { tellEnvironment(place) }
    }
  }

  /// F22, F23.
  private mutating func submit(_ request: TaskRequest, _ number: UInt64, at place: Int) {
    let app = apps[place].id
    let why = Reason.taskSubmitted(request.identifier)
    if let refusal = objection(to: request, of: place) {
      return emit(app, .answerSubmission(request: number, refusal: refusal), why)
    }
    var taken = request
    taken.submittedAt = now
    apps[place].background.requests.removeAll { $0.identifier == request.identifier }
    apps[place].background.requests.append(taken)
    noteChange(of: place)
    // Kept before the app may rely on it.
    keepRecord(of: place)
    emit(app, .answerSubmission(request: number, refusal: nil), why)
  }

  private func objection(to request: TaskRequest, of place: Int) -> TaskRefusal? {
    let manifest = apps[place].manifest
    guard profile.hasTaskScheduler else {
      return TaskRefusal(
        .unavailable,
        "there is no BGTaskScheduler in the \(profile.name.rawValue) profile "
          + "(iOS \(profile.systemVersion))")
    }
    guard manifest.permitsTask(request.identifier) else {
      return TaskRefusal(
        .notPermitted,
        "\(request.identifier) is not among BGTaskSchedulerPermittedIdentifiers in Info.plist (F22)"
      )
    }
    if let mode = request.mode, !manifest.backgroundModes.contains(mode) {
      return TaskRefusal(
        .notPermitted, "UIBackgroundModes in Info.plist lacks \"\(mode.rawValue)\" (F22)")
    }
    switch request.kind {
    case .refresh, .processing:
      if refreshStatus(of: place) != .available {
        return TaskRefusal(.unavailable, "Background App Refresh is not available (F22)")
      }
    case .continued:
      if let refusal = objection(toContinued: request, of: place) { return refusal }
    }
    let (count, limit) = waiting(beside: request, of: place)
    guard count < limit else {
      return TaskRefusal(
        .tooManyPendingTaskRequests,
        "\(count) \(request.kind.rawValue) requests wait already, and no more than \(limit) may (F22)"
      )
    }
    return nil
  }

  private func waiting(beside request: TaskRequest, of place: Int) -> (count: Int, limit: Int) {
    let count = apps[place].background.requests.count {
      $0.kind == request.kind && $0.identifier != request.identifier
    }
    switch request.kind {
    case .refresh: return (count, profile.refreshRequestsMax)
    case .processing, .continued: return (count, profile.processingRequestsMax)
    }
  }

  /// F40, F41, F43.
  private func objection(toContinued request: TaskRequest, of place: Int) -> TaskRefusal? {
    let app = apps[place].id.bundleIdentifier
    guard request.identifier.hasPrefix(app + ".") else {
      return TaskRefusal(
        .notPermitted, "the identifier of a continued task begins with \(app). (F40)")
    }
    if request.requiresGPU {
      return TaskRefusal(.notPermitted, "this device has no GPU for background work (F43)")
    }
    guard apps[place].process?.stage == .foreground else {
      return TaskRefusal(
        .notPermitted, "a continued task is submitted while the app is in the foreground (F40)")
    }
    if request.strategy == .fail, !hasRoomForContinuedTask {
      return TaskRefusal(
        .immediateRunIneligible, "another continued task runs, and it is not to be queued (F41)")
    }
    return nil
  }

  var hasRoomForContinuedTask: Bool {
    let running = awake.reduce(0) { count, place in
      count + (apps[place].process?.work.count { $0.request?.kind == .continued } ?? 0)
    }
    return running < profile.continuedTasksMax
  }

  // MARK: Pushes

  /// F50-F54.
  mutating func receive(_ push: Push, at place: Int) throws(Refusal) {
    let app = apps[place].id
    if apps[place].process?.stage == .foreground {
      return begin(.push(push), at: place, because: .pushArrived)
    }
    guard push.isContentAvailable else { throw .pushOnlyAlerts(app) }
    let candidate = WakeCandidate(app: apps[place], kind: .push(push))
    let holds = WakeConditions.holds(on: candidate, in: wakeSituation)
    if let mistake = holds.first(where: { if case .modeMissing = $0 { true } else { false } }) {
      throw .cannotWake(app, [mistake])
    }
    if holds.isEmpty { return deliver(push, at: place, because: .pushArrived) }
    // F52: who was force quit does not get it later, either.
    if !holds.contains(.forceQuit) { apps[place].background.heldPush = push }
    noteHeld(.push, holds, at: place)
    emit(app, .hold(holds), .held(.push))
  }

  private mutating func deliver(_ push: Push, at place: Int, because why: Reason) {
    let (now, interval) = (now, profile.pushLimitInterval)
    apps[place].background.heldPush = nil
    apps[place].background.pushes.removeAll { now >= $0 + interval }
    apps[place].background.pushes.append(now)
    begin(.push(push), at: place, because: why)
  }

  /// What was held is delivered as soon as nothing speaks against it, or the person opens the app.
  mutating func considerPush(at place: Int) {
    guard let push = apps[place].background.heldPush else { return }
    if apps[place].process?.stage == .foreground {
      apps[place].background.heldPush = nil
      return begin(.push(push), at: place, because: .pushWasHeld)
    }
    let holds = WakeConditions.holds(
      on: WakeCandidate(app: apps[place], kind: .push(push)), in: wakeSituation)
    if holds.isEmpty { return deliver(push, at: place, because: .pushWasHeld) }
    noteChance(after: holds)
  }
}
