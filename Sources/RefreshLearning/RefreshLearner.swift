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
///
/// Events of an app touch that app alone: each app learns from the time that has passed when it is
/// looked at, tick by tick, and comes to the same whenever that is.
public struct RefreshLearner: Sendable {
  public var parameters: Parameters {
    didSet {
      tables = Tables(parameters)
      lookAtAll()
    }
  }
  /// Wakes a day, about; nil: the price stays as it is.
  public var budget: Double? { didSet { lookAtAll() } }

  /// An app, and the tick up to which it has learned.
  struct Entry: Sendable {
    var habits: AppHabits
    var tick: Int
  }

  /// A removed app leaves a gap, which the next one fills.
  var apps: [Entry?] = []
  private var places: [String: Int] = [:]
  private var gaps: [Int] = []
  private var enrolled = 0
  var clock: LearnerClock
  var tables: Tables
  private var history = UnlockHistory()
  var attention = AttentionQueue()
  /// The least discount that was asked for: what the queue takes for possible.
  var leastDiscount = 1.0

  public init(
    parameters: Parameters = Parameters(), budget: Double? = nil, price: Double? = nil,
    at time: Double
  ) {
    self.parameters = parameters
    self.budget = budget
    tables = Tables(parameters)
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
    let place = gaps.popLast() ?? apps.count
    if place == apps.count { apps.append(nil) }
    apps[place] = Entry(habits: habits, tick: clock.tick)
    places[name] = place
    enrolled += habits.isEnrolled ? 1 : 0
    look(at: place)
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
    enrolled -= apps[place]?.habits.isEnrolled == true ? 1 : 0
    apps[place] = nil
    gaps.append(place)
    attention.put(place, from: nil)
  }

  /// Seconds that an app wants between its fetches at least.
  public mutating func setMinimumInterval(_ seconds: Double, of name: String) {
    change(name) { $0.minimumInterval = seconds }
  }

  /// Whether an app wants to be woken at all: who does not costs no look.
  public mutating func setEnrolled(_ isEnrolled: Bool, _ name: String) {
    guard let place = places[name], apps[place]?.habits.isEnrolled != isEnrolled else { return }
    enrolled += isEnrolled ? 1 : -1
    change(name) { $0.isEnrolled = isEnrolled }
  }

  /// What is to be kept of an app: about 0.9 KB as ``AppHabits/bytes``.
  public func habits(of name: String) -> AppHabits? {
    places[name].flatMap { apps[$0] }.map { caughtUp($0).habits }
  }

  /// What is to be kept beside the apps.
  public var state: LearnerClock { clock }

  /// Goes on from what an earlier boot has kept.
  public mutating func restore(_ state: LearnerClock) {
    clock = state
    for place in apps.indices { apps[place]?.tick = state.tick }
    lookAtAll()
  }

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

  /// Changes an app that has learned what there was to learn, and looks at it at the next moment.
  private mutating func change(_ name: String, _ body: (inout AppHabits) -> Void) {
    guard let place = places[name] else { return }
    catchUp(place)
    body(&apps[place]!.habits)
    look(at: place)
  }

  private mutating func look(at place: Int) {
    let isPossible = apps[place].map { $0.habits.isEnrolled && !$0.habits.isInFront } ?? false
    attention.put(place, from: isPossible ? clock.tick : nil)
  }

  mutating func lookAtAll() {
    for place in apps.indices { look(at: place) }
  }

  // MARK: Time

  /// Time passes. In each tick a few apps learn from it, so that none lags behind by more than a day.
  public mutating func advance(to time: Double) {
    while let tick = clock.next(by: time, parameters) {
      history[clock.tick] = clock.unlockClass
      clock.pass(tick, parameters)
      var place = UnlockHistory.place(clock.tick)
      while place < apps.count {
        catchUp(place)
        place += UnlockHistory.length
      }
    }
  }

  /// Has an app learn from the ticks that are over.
  mutating func catchUp(_ place: Int) {
    guard let tick = apps[place]?.tick, tick < clock.tick else { return }
    for past in tick..<clock.tick {
      let passing = clock.passing(past, unlockClass: history[past], parameters)
      apps[place]!.habits.pass(passing, parameters, tables)
    }
    apps[place]!.tick = clock.tick
  }

  func entry(of name: String) -> Entry? { places[name].flatMap { apps[$0] } }

  func caughtUp(_ entry: Entry) -> Entry {
    guard entry.tick < clock.tick else { return entry }
    var entry = entry
    for past in entry.tick..<clock.tick {
      let passing = clock.passing(past, unlockClass: history[past], parameters)
      entry.habits.pass(passing, parameters, tables)
    }
    entry.tick = clock.tick
    return entry
  }

  /// Whether some app wants to be woken at all.
  public var hasEnrolled: Bool { enrolled > 0 }

  /// Whether the caller would let some of them.
  public func hasCandidate(_ isCandidate: (String) -> Bool) -> Bool {
    hasEnrolled
      && apps.contains { entry in
        guard let app = entry?.habits, app.isEnrolled, !app.isInFront else { return false }
        return isCandidate(app.name)
      }
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

/// Learners are equal if they know the same, however far each app has learned from it and whenever it
/// will be looked at.
extension RefreshLearner: Hashable {
  public static func == (a: RefreshLearner, b: RefreshLearner) -> Bool {
    a.clock == b.clock && a.budget == b.budget && a.parameters == b.parameters
      && a.sortedHabits == b.sortedHabits
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(clock)
    hasher.combine(budget)
    for app in apps {
      hasher.combine(app?.habits.syncedAt)
      hasher.combine(app?.habits.leftAt)
    }
  }

  private var sortedHabits: [AppHabits] {
    apps.compactMap { $0.map { caughtUp($0).habits } }.sorted { $0.name < $1.name }
  }
}
