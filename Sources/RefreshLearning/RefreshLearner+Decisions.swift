import Glibc

// Whom to wake, and when to look again.
extension RefreshLearner {
  /// All that are worth it, best first; equals by name.
  mutating func decide(
    _ moment: Moment, at time: Double, _ unlockClass: Int, _ discount: Double,
    _ isCandidate: (String) -> Bool
  ) -> [Wake] {
    if discount < leastDiscount {
      leastDiscount = discount
      lookAtAll()
    }
    clock.price.settle(at: time, budget: budget, parameters)
    let price = clock.price.value(at: time, budget: budget, parameters)
    var wakes: [Wake] = []
    var seen: [(app: Int, next: Int)] = []
    while let place = attention.next(by: clock.tick) {
      catchUp(place)
      guard let app = apps[place]?.habits else { continue }
      guard app.isDue(at: time, parameters) else {
        seen.append((place, max(clock.tick, tick(of: app.dueAt(parameters)))))
        continue
      }
      // From its first chance on, an answer is missed.
      if app.answeredAt == nil { apps[place]!.habits.answeredAt = time }
      let wake = worthwhile(app, moment, at: time, unlockClass, price, discount)
      if let wake, isCandidate(app.name) {
        wakes.append(wake)
        seen.append((place, clock.tick))
      } else {
        seen.append((place, wake == nil ? nextLook(at: apps[place]!.habits) : clock.tick))
      }
    }
    for look in seen { attention.put(look.app, from: look.next) }
    return wakes.sorted {
      ($1.estimate.value, $0.app) < ($0.estimate.value, $1.app)
    }
  }

  /// An app that has a wake's worth, or is asked once again.
  private func worthwhile(
    _ app: AppHabits, _ moment: Moment, at time: Double, _ unlockClass: Int, _ price: Double,
    _ discount: Double
  ) -> Wake? {
    let start = clock.tickStart(parameters)
    let mayProbe = moment == .unlock && app.isProbeDue(at: time, parameters)
    if !mayProbe {
      // Most apps at most moments are not worth it: no words about these.
      let value = app.value(
        at: time, tickStart: start, unlockClass: unlockClass, parameters, tables)
      let bar = price * (parameters.factor(moment) * discount) * app.cost.factor(parameters)
      guard value >= bar else { return nil }
    }
    var estimate = app.estimate(
      at: time, tickStart: start, unlockClass: unlockClass, moment: moment, price: price,
      discount: discount, parameters, tables)
    let isLikely = (estimate.terms.last?.opening ?? 0) >= parameters.probeLikelihood
    estimate.isProbe = mayProbe && isLikely && !estimate.isWorthIt
    return estimate.isWorthIt || estimate.isProbe
      ? Wake(app: app.name, estimate: estimate) : nil
  }

  /// The first tick in which an app can be worth a wake, whatever happens to the device, if the app
  /// is neither opened nor answers until then.
  private func nextLook(at app: AppHabits) -> Int {
    let factors = [parameters.unlockFactor, parameters.inUseFactor, parameters.asleepFactor]
    let factor = (factors.min() ?? 1) * min(leastDiscount, 1) * app.cost.factor(parameters)
    var next = quiet(app, from: clock.tick, factor)
    guard let rate = app.openings.rateBound, app.opensInTick == 0 else { return next }
    if 1 - exp(-rate * tables.longestHorizon) >= parameters.probeLikelihood {
      let probe = app.probeAt(parameters).map { tick(of: $0) }
      next = min(next, probe ?? next)
    }
    return max(next, clock.tick)
  }

  /// The first tick from `first` on in which an app may be worth the price times a factor. A bound:
  /// the worth grows with the age of what the app knows, and the price falls; so what is impossible
  /// at the end of some ticks is impossible in all of them.
  private func quiet(_ app: AppHabits, from first: Int, _ factor: Double) -> Int {
    var (next, ticks) = (first, 1)
    while ticks <= UnlockHistory.length {
      let end = Double(next + ticks) * parameters.tick
      let price = clock.price.value(at: end, budget: budget, parameters)
      guard let bound = app.valueBound(at: end, parameters), bound < price * factor else { break }
      next += ticks
      ticks *= 2
    }
    return next
  }

  private func tick(of time: Double) -> Int {
    let tick = (time / parameters.tick).rounded(.down)
    return Int(exactly: tick) ?? (tick < 0 ? .min : .max)
  }

  /// What a wake of one app would be worth at a moment; nil: not known.
  public func estimate(
    of name: String, at time: Double, _ moment: Moment, discount: Double = 1
  ) -> Estimate? {
    guard var app = habits(of: name) else { return nil }
    var clock = clock
    while let tick = clock.next(by: time, parameters) {
      app.pass(tick, parameters, tables)
      clock.pass(tick, parameters)
    }
    return app.estimate(
      at: time, tickStart: clock.tickStart(parameters),
      unlockClass: moment == .unlock ? 0 : clock.unlockClass, moment: moment,
      price: clock.price.value(at: time, budget: budget, parameters), discount: discount,
      parameters, tables)
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
    // Nobody is worth it earlier than the queue says, unless this discount is greater than others.
    let all = discount < leastDiscount
    attention.visit(before: all ? .max : tick(of: end) + 1) { place, _ in
      guard let entry = apps[place], isCandidate(entry.habits.name) else {
        return all ? .max : tick(of: earliest ?? end) + 1
      }
      let limit = min(earliest ?? end, end)
      earliest = firstWorth(of: entry, after: time, until: limit, discount) ?? earliest
      return all ? .max : tick(of: earliest ?? end) + 1
    }
    return earliest
  }

  /// When one app would be worth a wake of a sleeping device, if nothing happens before.
  public func alarm(of name: String, after time: Double, discount: Double = 1) -> Double? {
    guard let entry = entry(of: name) else { return nil }
    return firstWorth(of: entry, after: time, until: time + parameters.alarmHorizon, discount)
  }

  private func firstWorth(
    of entry: Entry, after time: Double, until end: Double, _ discount: Double
  ) -> Double? {
    let due = entry.habits.dueAt(parameters)
    guard due <= end else { return nil }
    let factor = parameters.factor(.asleep) * discount
    let costs = entry.habits.cost.factor(parameters)
    let possible = quiet(
      entry.habits, from: max(clock.tick + 1, tick(of: max(due, time))), factor * costs)
    guard Double(possible) * parameters.tick <= end else { return nil }
    var (app, clock) = (caughtUp(entry).habits, clock)
    while let tick = clock.next(by: end, parameters) {
      app.pass(tick, parameters, tables)
      clock.pass(tick, parameters)
      let now = tick.end
      guard now > time, clock.tick >= possible, app.isDue(at: now, parameters) else { continue }
      let value = app.value(
        at: now, tickStart: now, unlockClass: clock.unlockClass, parameters, tables)
      let price = clock.price.value(at: now, budget: budget, parameters)
      if value >= price * factor * costs { return now }
    }
    return nil
  }

  /// The next moment for a look while the device is in use.
  public func nextTick(after time: Double) -> Double {
    ((time / parameters.tick).rounded(.down) + 1) * parameters.tick
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
