import RefreshLearning

// When to refresh apps: what has been learned, against what a wake costs (F8, F9, F32).
extension Policy {
  /// The time that people's habits follow, for the learner.
  ///
  /// A clock that is set, and a summer time that ends, would have it run backwards, where it learns
  /// nothing; it goes on to the next instant with the same time of day instead.
  var localTime: Double { localTime(at: now) }

  func localTime(at instant: Instant) -> Double { Double((instant + localAhead).nanoseconds) / 1e9 }

  private func instant(atLocalTime seconds: Double) -> Instant {
    Instant(nanoseconds: Int64((seconds * 1e9).rounded(.up))) - localAhead
  }

  mutating func setClock(ahead: Duration, fromUTC: Duration) {
    clockAhead = ahead
    let day: Int64 = 86_400_000_000_000
    let difference = (ahead + fromUTC - localAhead).inNanoseconds % day
    localAhead += .nanoseconds(difference < 0 ? difference + day : difference)
    isLookStale = true
  }

  // MARK: Evidence

  /// Tells the learner who is seen now.
  mutating func noteFront() {
    let front = screen.isLocked ? nil : screen.front?.app
    guard front != seenFront else { return }
    if let seenFront { learner.left(seenFront.bundleIdentifier, at: localTime) }
    if let front { learner.opened(front.bundleIdentifier, at: localTime) }
    seenFront = front
    isLookStale = true
  }

  /// What an answer says about news, and what the work has cost.
  mutating func learn(
    from work: Work, _ outcome: WorkRecord.Outcome, _ cost: WorkCost?, _ app: AppID
  ) {
    let name = app.bundleIdentifier
    let spent = work.startedAt.map { startedAt in
      FetchCost(
        seconds: startedAt.duration(to: now).inSeconds, processorSeconds: cost?.cpu.inSeconds,
        bytes: cost?.bytes)
    }
    switch (work.cause, outcome) {
    case (.fetch, .answered(let result)):
      let answer: FetchAnswer =
        switch result {
        case .newData: .newData
        case .noData: .noData
        case .failed: .failed
        }
      learner.answered(name, answer, at: localTime, cost: spent)
    case (.fetch, .appEnded), (.refreshTask, .appEnded),
      (.refreshTask, .completed(isSuccess: false)):
      learner.answered(name, .failed, at: localTime, cost: spent)
    case (.refreshTask, .completed(isSuccess: true)), (.push, .answered(.newData)):
      // Up to date now; whether there was news nobody says.
      learner.refreshed(name, at: localTime, cost: spent)
    default: break
    }
  }

  /// Whether the app wants to be refreshed at all, and how often.
  mutating func updateEnrolment(of place: Int) {
    let (app, manifest) = (apps[place].background, apps[place].manifest)
    let name = apps[place].id.bundleIdentifier
    let replaced =
      profile.permittedIdentifiersDisableFetch && !manifest.permittedTaskIdentifiers.isEmpty
    let fetches =
      app.minimumFetchInterval != nil && manifest.backgroundModes.contains(.fetch) && !replaced
    let isEnrolled = fetches || app.requests.contains { $0.kind == .refresh }
    // Most apps never are.
    guard isEnrolled || apps[place].isEnrolled else { return }
    apps[place].isEnrolled = isEnrolled
    learner.setEnrolled(isEnrolled, name)
    learner.setMinimumInterval(fetches ? app.minimumFetchInterval?.inSeconds ?? 0 : 0, of: name)
    isLookStale = true
  }

  // MARK: Looks

  /// At its moments: wakes who is worth it, and finds the next moment.
  mutating func considerRefreshes() {
    noteFront()
    if wasUnlocked || nextLook.map({ $0 <= now }) ?? false { look() }
    wasUnlocked = false
    guard isLookStale else { return }
    isLookStale = false
    nextLook = momentOfNextLook()
  }

  private mutating func look() {
    isLookStale = true
    guard learner.hasEnrolled else {
      if wasUnlocked { _ = learner.unlocked(at: localTime) { _ in false } }
      return
    }
    let (time, moment, discount) = (localTime, moment, refreshDiscount)
    let wakes = withLearner { learner, policy in
      let mayBeWoken: (String) -> Bool = { policy.refresh(of: AppID($0)) != nil }
      return moment == .unlock
        ? learner.unlocked(at: time, discount: discount, isCandidate: mayBeWoken)
        : learner.look(moment, at: time, discount: discount, isCandidate: mayBeWoken)
    }
    var begun = 0
    for wake in wakes {
      let app = AppID(wake.app)
      // Those before it may be as many as may work at a time.
      guard let place = places[app], let kind = refresh(of: app) else { continue }
      if case .task(let request) = kind { take(request, at: place) }
      let cause: WakeCause = kind == .fetch ? .fetch : .refreshTask
      begin(kind, at: place, because: .worthwhile(cause, wake.estimate.description))
      begun += 1
    }
    learner.charge(begun)
  }

  /// Has the learner ask the rest of the policy, which does not depend on what it is about to say.
  ///
  /// Taken out meanwhile: two owners would mean a copy of all that was learned.
  private mutating func withLearner<Result>(
    _ body: (inout RefreshLearner, Policy) -> Result
  ) -> Result {
    var taken = RefreshLearner(parameters: profile.learning, at: 0)
    swap(&taken, &learner)
    defer { swap(&taken, &learner) }
    return body(&taken, self)
  }

  /// What the device is doing, as the learner tells moments apart.
  var moment: Moment {
    if wasUnlocked { return .unlock }
    guard screen.isLocked, let lockedAt, now >= lockedAt + profile.asleepAfter else {
      return .inUse
    }
    return .asleep
  }

  /// What a wake costs here and now, as part of what it costs on Wi-Fi and on battery: less while the
  /// device is charged and nobody uses it, more on a network that costs money (F32).
  private var refreshDiscount: Double {
    if environment.network == .cellular { return Double(profile.cellularPricePercent) / 100 }
    return environment.isCharging && screen.isLocked
      ? Double(profile.chargingPricePercent) / 100 : 1
  }

  /// What an app can be woken for now; nil: something holds it back.
  private func refresh(of app: AppID) -> Work.Kind? {
    guard let place = places[app] else { return nil }
    return refreshKinds(place).first { holds(on: $0, place).isEmpty }
  }

  private func refreshKinds(_ place: Int) -> [Work.Kind] {
    let background = apps[place].background
    let requests = background.requests.filter { $0.kind == .refresh }.map { Work.Kind.task($0) }
    return requests + (background.minimumFetchInterval == nil ? [] : [.fetch])
  }

  private func momentOfNextLook() -> Instant? {
    guard learner.hasEnrolled, !isShuttingDown else { return nil }
    // Whoever is held back by more than time is looked at again when that changes.
    let mayBeWokenLater: (String) -> Bool = { name in
      guard let place = places[AppID(name)] else { return false }
      return refreshKinds(place).contains { kind in
        holds(on: kind, place).allSatisfy { $0.liftsAt != nil }
      }
    }
    if moment != .asleep {
      guard learner.hasCandidate(mayBeWokenLater) else { return nil }
      let tick = instant(atLocalTime: learner.nextTick(after: localTime))
      // It falls asleep between two ticks.
      return max(tick, now + .nanoseconds(1))
    }
    let alarm = learner.alarm(
      after: localTime, discount: refreshDiscount, isCandidate: mayBeWokenLater)
    if let alarm { return instant(atLocalTime: alarm) }
    return learner.hasCandidate(mayBeWokenLater)
      ? now + .nanoseconds(Int64(learner.parameters.alarmHorizon * 1e9)) : nil
  }

  /// Why a refresh that nothing else holds back does not begin now; nil: it is worth it.
  func worthHold(on kind: Work.Kind, _ place: Int) -> WakeHold? {
    switch kind {
    case .fetch: break
    case .task(let request) where request.kind == .refresh: break
    default: return nil
    }
    let name = apps[place].id.bundleIdentifier
    guard
      let estimate = learner.estimate(of: name, at: localTime, moment, discount: refreshDiscount),
      !estimate.isWorthIt
    else { return nil }
    let alarm = learner.alarm(of: name, after: localTime, discount: refreshDiscount)
    return .notWorthIt(
      line: estimate.description, until: alarm.map { instant(atLocalTime: $0) })
  }
}

// MARK: - What is kept

extension Policy {
  /// What has been learned of an app, for keeping (F33); nil when it is not installed.
  public func habits(of app: AppID) -> [UInt8]? {
    learner.habits(of: app.bundleIdentifier)?.bytes
  }

  /// What has been learned beside the apps.
  public var learned: LearnerClock { learner.state }
}
