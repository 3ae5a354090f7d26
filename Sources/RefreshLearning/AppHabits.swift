import Glibc

/// What is known of one app: when it is opened, when it has news, what its fetches cost.
public struct AppHabits: Hashable, Sendable, Codable {
  public let name: String
  /// Seconds that the app wants between fetches at least.
  public var minimumInterval = 0.0

  var openings: OpenModel
  var content: ContentModel
  var cost = CostModel()
  var isInFront = false
  var leftAt: Double
  /// When its content was as new as its server's.
  var syncedAt: Double
  var answeredAt: Double?
  var withoutNews = 0
  var failures = 0
  var notBefore: Double
  var opensInTick = 0.0
  /// At the beginning of the tick: seconds since the last use.
  var sinceUse = Self.longAgo
  /// Whether it wants to be woken at all.
  public var isEnrolled = true

  /// Longer than any time that makes a difference.
  static let longAgo = 1e9

  init(_ name: String, at time: Double, _ parameters: Parameters) {
    self.name = name
    openings = OpenModel(parameters)
    content = ContentModel(parameters)
    leftAt = time - Self.longAgo
    syncedAt = time - 3_600
    notBefore = time - Self.longAgo
  }

  /// At the beginning of a tick.
  mutating func beginTick(at time: Double) {
    sinceUse = isInFront ? 0 : time - leftAt
    opensInTick = 0
  }

  mutating func opened() {
    opensInTick += 1
    isInFront = true
    failures = 0
    notBefore = -Self.longAgo
  }

  mutating func left(at time: Double) {
    isInFront = false
    leftAt = time
    syncedAt = time
  }

  mutating func answered(
    _ answer: FetchAnswer, at time: Double, cost spent: FetchCost?, _ parameters: Parameters
  ) {
    if answer == .failed {
      // Says nothing about content.
      failures += 1
      let doubled = (1..<max(failures, 1)).reduce(parameters.retryFirst) { wait, _ in
        min(wait * 2, parameters.retryMax)
      }
      notBefore = time + min(doubled, parameters.retryMax)
      cost.answered(spent, isFalseClaim: false, parameters)
      return
    }
    // F8: what has moved no byte has brought no news.
    let isFalseClaim = answer == .newData && spent?.bytes == 0
    let hadNews = answer == .newData && !isFalseClaim
    failures = 0
    answeredAt = time
    withoutNews = hadNews ? 0 : withoutNews + 1
    content.answered(hadNews: hadNews, after: time - syncedAt, parameters)
    cost.answered(spent, isFalseClaim: isFalseClaim, parameters)
    syncedAt = time
  }

  mutating func refreshed(at time: Double, cost spent: FetchCost?, _ parameters: Parameters) {
    failures = 0
    answeredAt = time
    cost.answered(spent, isFalseClaim: false, parameters)
    syncedAt = time
  }

  /// One tick has passed, the one of this number since the beginning.
  mutating func pass(
    _ tick: LearnerClock.Passing, _ parameters: Parameters, _ tables: Tables
  ) {
    openings.pass(
      opens: opensInTick, since: sinceUse, unlockClass: tick.unlockClass, hour: tick.hour,
      parameters, forgetting: tables.kept)
    if tick.endsHour { openings.passHour(parameters, forgetting: tables.keptInHour) }
    beginTick(at: tick.end)
  }

  /// Whether enough time has passed since it had its content, and since it failed.
  func isDue(at time: Double, _ parameters: Parameters) -> Bool {
    !isInFront && time >= dueAt(parameters)
  }

  func dueAt(_ parameters: Parameters) -> Double {
    max(syncedAt + max(parameters.refreshFloor, minimumInterval), notBefore)
  }

  func isProbeDue(at time: Double, _ parameters: Parameters) -> Bool {
    probeAt(parameters).map { time >= $0 } ?? false
  }

  /// When it is asked once again, if it is likely to be opened; nil: it had no chance to answer yet.
  func probeAt(_ parameters: Parameters) -> Double? {
    let doublings = min(withoutNews, parameters.probeDoublingsMax)
    return answeredAt.map { $0 + parameters.probeAfter * Double(1 << doublings) }
  }

  /// What a wake is worth, with what each horizon adds to it.
  func value(
    at time: Double, tickStart: Double, unlockClass: Int, _ parameters: Parameters,
    _ tables: Tables, _ body: (Estimate.Term) -> Void = { _ in }
  ) -> Double {
    var value = 0.0
    openings.forEachHorizon(
      from: tickStart, since: sinceUse, unlockClass: unlockClass, parameters, tables
    ) { index, opening in
      let horizon = parameters.horizons[index]
      let waiting = content.likelihood(ofOlderThan: horizon.seconds, after: time - syncedAt)
      value += horizon.weight * opening * waiting
      body(
        Estimate.Term(
          horizon: horizon.seconds, weight: horizon.weight, opening: opening, waiting: waiting))
    }
    return value
  }

  func estimate(
    at time: Double, tickStart: Double, unlockClass: Int, moment: Moment, price: Double,
    discount: Double, _ parameters: Parameters, _ tables: Tables
  ) -> Estimate {
    var terms: [Estimate.Term] = []
    let value = value(
      at: time, tickStart: tickStart, unlockClass: unlockClass, parameters, tables
    ) { terms.append($0) }
    return Estimate(
      moment: moment, terms: terms, value: value, price: price,
      momentFactor: parameters.factor(moment) * discount,
      costFactor: cost.factor(parameters), age: time - syncedAt, contentInterval: 1 / content.rate)
  }

  /// What a wake at `time` or before will not be worth more than, whatever the device does, if the
  /// app is neither opened nor answers until then; nil: its latest opens count for nothing yet.
  func valueBound(at time: Double, _ parameters: Parameters) -> Double? {
    guard opensInTick == 0, let rate = openings.rateBound else { return nil }
    return parameters.horizons.reduce(0) { sum, horizon in
      let opening = 1 - exp(-rate * horizon.seconds)
      let waiting = content.likelihood(ofOlderThan: horizon.seconds, after: time - syncedAt)
      return sum + horizon.weight * opening * waiting
    }
  }
}

/// What came of a fetch (F8).
public enum FetchAnswer: Hashable, Sendable, Codable { case newData, noData, failed }
