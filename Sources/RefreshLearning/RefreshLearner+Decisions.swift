// Whom to wake, and when to look again.
extension RefreshLearner {
  /// All that are worth it, best first; equals by name.
  mutating func decide(
    _ moment: Moment, at time: Double, _ unlockClass: Int, _ discount: Double,
    _ isCandidate: (String) -> Bool
  ) -> [Wake] {
    clock.price.settle(at: time, budget: budget, parameters)
    let price = clock.price.value(at: time, budget: budget, parameters)
    let start = clock.tickStart(parameters)
    var wakes: [Wake] = []
    for place in apps.indices {
      guard apps[place].isEnrolled, apps[place].isDue(at: time, parameters) else { continue }
      // From its first chance on, an answer is missed.
      if apps[place].answeredAt == nil { apps[place].answeredAt = time }
      let app = apps[place]
      let mayProbe = moment == .unlock && app.isProbeDue(at: time, parameters)
      guard mayProbe || app.canReach(price * discount, moment, parameters), isCandidate(app.name)
      else { continue }
      var estimate = app.estimate(
        at: time, tickStart: start, unlockClass: unlockClass, moment: moment, price: price,
        discount: discount, parameters)
      let isLikely = (estimate.terms.last?.opening ?? 0) >= parameters.probeLikelihood
      estimate.isProbe = mayProbe && isLikely && !estimate.isWorthIt
      guard estimate.isWorthIt || estimate.isProbe else { continue }
      wakes.append(Wake(app: app.name, estimate: estimate))
    }
    return wakes.sorted {
      ($1.estimate.value, $0.app) < ($0.estimate.value, $1.app)
    }
  }

  /// What a wake of one app would be worth at a moment; nil: not known.
  public func estimate(
    of name: String, at time: Double, _ moment: Moment, discount: Double = 1
  ) -> Estimate? {
    guard var app = habits(of: name) else { return nil }
    var clock = clock
    while let tick = clock.next(by: time, parameters) {
      app.pass(tick, parameters)
      clock.pass(tick, parameters)
    }
    return app.estimate(
      at: time, tickStart: clock.tickStart(parameters),
      unlockClass: moment == .unlock ? 0 : clock.unlockClass, moment: moment,
      price: clock.price.value(at: time, budget: budget, parameters), discount: discount,
      parameters)
  }

  /// When the next app of a sleeping device is worth a wake, if nothing happens before; nil: none
  /// within the horizon, and then it is worth asking again at its end only if something changes.
  ///
  /// The models are moved on tick by tick as time would move them, so that the look at the alarm
  /// comes to the same result.
  public func alarm(
    after time: Double, discount: Double = 1, isCandidate: (String) -> Bool
  ) -> Double? {
    var earliest: Double?
    let end = time + parameters.alarmHorizon
    // The price falls with time: nobody who can't reach the last one can reach an earlier one.
    let least = clock.price.value(at: end, budget: budget, parameters) * discount
    for app in apps where app.isEnrolled && !app.isInFront {
      guard app.canReach(least, .asleep, parameters), isCandidate(app.name) else { continue }
      let limit = min(earliest ?? end, end)
      earliest = firstWorth(of: app, after: time, until: limit, discount) ?? earliest
    }
    return earliest
  }

  /// When one app would be worth a wake of a sleeping device, if nothing happens before.
  public func alarm(of name: String, after time: Double, discount: Double = 1) -> Double? {
    guard let app = habits(of: name) else { return nil }
    return firstWorth(of: app, after: time, until: time + parameters.alarmHorizon, discount)
  }

  private func firstWorth(
    of start: AppHabits, after time: Double, until end: Double, _ discount: Double
  ) -> Double? {
    var (app, clock) = (start, clock)
    while let tick = clock.next(by: end, parameters) {
      app.pass(tick, parameters)
      clock.pass(tick, parameters)
      let now = tick.end
      guard now > time, app.isDue(at: now, parameters) else { continue }
      let estimate = app.estimate(
        at: now, tickStart: now, unlockClass: clock.unlockClass, moment: .asleep,
        price: clock.price.value(at: now, budget: budget, parameters), discount: discount,
        parameters)
      if estimate.isWorthIt { return now }
    }
    return nil
  }

  /// The next moment for a look while the device is in use.
  public func nextTick(after time: Double) -> Double {
    ((time / parameters.tick).rounded(.down) + 1) * parameters.tick
  }
}

extension AppHabits {
  /// Whether it could be worth a price at all, as far as is seen without a closer look.
  func canReach(_ price: Double, _ moment: Moment, _ parameters: Parameters) -> Bool {
    let weights = parameters.horizons.reduce(0) { $0 + $1.weight }
    let bar = price * parameters.factor(moment) * cost.factor(parameters)
    return openings.likelihoodBound(parameters) * weights >= bar
  }
}

extension Parameters {
  func factor(_ moment: Moment) -> Double {
    switch moment {
    case .unlock: unlockFactor
    case .inUse: inUseFactor
    case .asleep: asleepFactor
    }
  }
}
