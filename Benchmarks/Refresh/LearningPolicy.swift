import RefreshLearning

/// Greenroom's own: wakes what is worth its price.
struct LearningPolicy: WakePolicy {
  private(set) var learner: RefreshLearner
  private let names: [String]
  private let places: [String: Int]
  private var unlockedAt = -1e18

  init(_ replay: Replay, price: Double? = nil, budget: Double? = nil) {
    learner = RefreshLearner(budget: budget, price: price, at: replay.start)
    names = replay.trace.apps.map(\.name)
    places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    for name in names { learner.add(name, at: replay.start) }
  }

  mutating func opened(_ app: Int, at time: Double) { learner.opened(names[app], at: time) }
  mutating func left(_ app: Int, at time: Double) { learner.left(names[app], at: time) }

  mutating func answered(_ app: Int, isNew: Bool, at time: Double) {
    learner.answered(names[app], isNew ? .newData : .noData, at: time)
  }

  mutating func unlocked(at time: Double) -> [Int] {
    unlockedAt = time
    return chosen(learner.unlocked(at: time) { _ in true })
  }

  mutating func tick(at time: Double) -> [Int] {
    let moment: Moment = time - unlockedAt > 600 ? .asleep : .inUse
    return chosen(learner.look(moment, at: time) { _ in true })
  }

  /// The same after a restart: it goes on from what was kept.
  var restarted: LearningPolicy {
    var copy = self
    var next = RefreshLearner(budget: learner.budget, at: 0)
    next.restore(learner.state)
    for name in names {
      let kept = learner.habits(of: name).flatMap { AppHabits(name, bytes: $0.bytes) }
      next.add(name, habits: kept)
    }
    copy.learner = next
    return copy
  }

  private mutating func chosen(_ wakes: [RefreshLearner.Wake]) -> [Int] {
    learner.charge(wakes.count)
    return wakes.compactMap { places[$0.app] }
  }
}
