import Glibc

/// Learns when the person opens apps and when apps have news, and says which are worth a wake.
///
/// ```swift
/// var learner = RefreshLearner(at: now)
/// learner.add("com.example.news", at: now)
/// for wake in learner.unlocked(at: now, isCandidate: mayBeWoken) { begin(wake.app, wake.estimate) }
/// learner.charge(1)
/// learner.answered("com.example.news", .newData, at: now + 3, cost: nil)
/// ```
/// All times are seconds of local time, as the wall clock shows it: habits follow it. They must not
/// run backwards; an earlier time counts as the latest one. A value: no clock, no I/O, no chance.
public struct RefreshLearner: Hashable, Sendable {
  public var parameters: Parameters
  /// Wakes a day, about; nil: the price stays as it is.
  public var budget: Double?

  var apps: [AppHabits] = []
  private var places: [String: Int] = [:]
  var clock: LearnerClock

  public init(
    parameters: Parameters = Parameters(), budget: Double? = nil, price: Double? = nil,
    at time: Double
  ) {
    self.parameters = parameters
    self.budget = budget
    clock = LearnerClock(at: time, price: price ?? parameters.firstPrice, parameters)
  }

  /// One app to be woken, and why.
  public struct Wake: Hashable, Sendable {
    public var app: String
    public var estimate: Estimate
  }

  // MARK: Apps

  /// Adds an app that nothing is known of.
  public mutating func add(_ name: String, at time: Double) {
    advance(to: time)
    var app = AppHabits(name, at: time, parameters)
    app.beginTick(at: clock.tickStart(parameters))
    add(name, habits: app)
  }

  /// Adds an app as it was kept; nil or one of another name: one that nothing is known of.
  ///
  /// It learns nothing of the time between: ``restore(_:)`` first, and all together.
  public mutating func add(_ name: String, habits: AppHabits?) {
    guard let habits, habits.name == name else {
      return add(name, at: clock.tickStart(parameters))
    }
    guard places[name] == nil else { return }
    places[name] = apps.count
    apps.append(habits)
  }

  /// Adds an app with what an earlier boot has kept of it, which learns from there on.
  public mutating func add(_ name: String, at time: Double, keeping habits: AppHabits?) {
    advance(to: time)
    add(name, habits: habits)
    guard habits != nil else { return }
    let start = clock.tickStart(parameters)
    change(name) { app in
      // What was in front when the device went down is not in front now.
      if app.isInFront { app.left(at: time) }
      app.beginTick(at: start)
    }
  }

  public mutating func remove(_ name: String) {
    guard let place = places.removeValue(forKey: name) else { return }
    apps.remove(at: place)
    for index in place..<apps.count { places[apps[index].name] = index }
  }

  /// Seconds that an app wants between its fetches at least.
  public mutating func setMinimumInterval(_ seconds: Double, of name: String) {
    change(name) { $0.minimumInterval = seconds }
  }

  /// Whether an app wants to be woken at all: who does not costs no look.
  public mutating func setEnrolled(_ isEnrolled: Bool, _ name: String) {
    change(name) { $0.isEnrolled = isEnrolled }
  }

  /// What is to be kept of an app; less than 2 KB in JSON.
  public func habits(of name: String) -> AppHabits? { places[name].map { apps[$0] } }

  /// What is to be kept beside the apps.
  public var state: LearnerClock { clock }

  /// Goes on from what an earlier boot has kept.
  public mutating func restore(_ state: LearnerClock) { clock = state }

  // MARK: Evidence

  public mutating func opened(_ name: String, at time: Double) {
    advance(to: time)
    change(name) { $0.opened() }
  }

  public mutating func left(_ name: String, at time: Double) {
    advance(to: time)
    change(name) { $0.left(at: time) }
  }

  public mutating func answered(
    _ name: String, _ answer: FetchAnswer, at time: Double, cost: FetchCost? = nil
  ) {
    let parameters = parameters
    change(name) { $0.answered(answer, at: time, cost: cost, parameters) }
  }

  /// The app is up to date now, and nobody says whether there was news.
  public mutating func refreshed(_ name: String, at time: Double, cost: FetchCost? = nil) {
    let parameters = parameters
    change(name) { $0.refreshed(at: time, cost: cost, parameters) }
  }

  private mutating func change(_ name: String, _ body: (inout AppHabits) -> Void) {
    guard let place = places[name] else { return }
    body(&apps[place])
  }

  // MARK: Time

  /// Learns from time passing, tick by tick.
  public mutating func advance(to time: Double) {
    while let tick = clock.next(by: time, parameters) {
      for place in apps.indices { apps[place].pass(tick, parameters) }
      clock.pass(tick, parameters)
    }
  }

  /// Whether some app wants to be woken at all.
  public var hasEnrolled: Bool { apps.contains { $0.isEnrolled } }

  /// Whether the caller would let some of them.
  public func hasCandidate(_ isCandidate: (String) -> Bool) -> Bool {
    apps.contains { $0.isEnrolled && !$0.isInFront && isCandidate($0.name) }
  }

  // MARK: Decisions

  /// The device has just been unlocked: whom to wake, best first.
  public mutating func unlocked(
    at time: Double, discount: Double = 1, isCandidate: (String) -> Bool
  ) -> [Wake] {
    advance(to: time)
    let wakes = decide(.unlock, at: time, 0, discount, isCandidate)
    clock.unlockedAt = max(clock.unlockedAt, time)
    return wakes
  }

  /// A look at another moment: each tick while in use, or the alarm of a device asleep.
  public mutating func look(
    _ moment: Moment, at time: Double, discount: Double = 1, isCandidate: (String) -> Bool
  ) -> [Wake] {
    advance(to: time)
    return decide(moment, at: time, clock.unlockClass, discount, isCandidate)
  }

  /// So many of those that were named were woken.
  public mutating func charge(_ wakes: Int) {
    clock.price.charge(wakes, budget: budget, parameters)
  }

  /// The price at present.
  public func price(at time: Double) -> Double {
    clock.price.value(at: time, budget: budget, parameters)
  }
}
