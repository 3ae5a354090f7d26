import Glibc

/// How likely it is that the person opens an app soon, learned from when it was opened.
///
/// The rate is a product: a base rate, and a factor each for the hour of the day, the time since the
/// app was used last and the time since the device was unlocked last. Every factor is observed over
/// expected, where "expected" is what the other factors predict, so that nothing is counted twice.
struct OpenModel: Hashable, Sendable, Codable {
  private var opens: Double
  private var exposure: Double
  private var hours: Factor
  private var sinceUse: Factor
  private var sinceUnlock: Factor
  /// No rate of opens is higher than this times the base rate while the app is not opened: without
  /// opens every factor only comes nearer to 1.
  private var peak = 1.0

  init(_ parameters: Parameters) {
    opens = 1
    exposure = parameters.firstOpenInterval
    hours = Factor(24)
    sinceUse = Factor(parameters.sinceUse.count)
    sinceUnlock = Factor(parameters.sinceUnlock.count)
  }

  /// Observed and expected counts in classes, and what follows of them.
  ///
  /// What comes in is set aside for an hour, so that the factors follow from the counts alone.
  private struct Factor: Hashable, Sendable, Codable {
    var counts: [Double]
    var expected: [Double]
    var newCounts: [Double]
    var newExpected: [Double]
    /// Rebuilt once an hour.
    var values: [Double]

    init(_ classes: Int) {
      counts = Array(repeating: 0, count: classes)
      expected = counts
      newCounts = counts
      newExpected = counts
      values = Array(repeating: 1, count: classes)
    }

    /// - Parameter mass: What the other factors predict.
    mutating func observe(_ count: Double, _ mass: Double, in index: Int) {
      newCounts[index] += count
      newExpected[index] += mass
    }

    /// Takes in what an hour has brought, and forgets a part of all.
    mutating func passHour(keeping part: Double) {
      for index in counts.indices {
        counts[index] = (counts[index] + newCounts[index]) * part
        expected[index] = (expected[index] + newExpected[index]) * part
        newCounts[index] = 0
        newExpected[index] = 0
      }
    }

    mutating func rebuild(prior: Double) {
      for index in values.indices {
        values[index] = (counts[index] + prior) / (expected[index] + prior)
      }
    }

    /// Hours are a circle, and neighbours alike.
    mutating func rebuildCircle(prior: Double) {
      var before = values.count - 1
      for index in values.indices {
        let after = index + 1 == values.count ? 0 : index + 1
        let count = 0.5 * counts[index] + 0.25 * (counts[before] + counts[after])
        let mass = 0.5 * expected[index] + 0.25 * (expected[before] + expected[after])
        values[index] = (count + prior) / (mass + prior)
        before = index
      }
    }

    var peak: Double { values.reduce(1, max) }
    var hasNewCounts: Bool { newCounts.contains { $0 > 0 } }

    var isSound: Bool {
      [counts, expected, newCounts, newExpected].allSatisfy { $0.allSatisfy { $0 >= 0 } }
    }

    mutating func visit(_ body: (inout Double) -> Void) {
      for index in counts.indices { body(&counts[index]) }
      for index in expected.indices { body(&expected[index]) }
      Factor.visitFew(&newCounts, body)
      Factor.visitFew(&newExpected, body)
    }

    /// An hour changes few classes: which ones, then these.
    private static func visitFew(_ values: inout [Double], _ body: (inout Double) -> Void) {
      var mask = values.indices.reduce(0.0) { values[$1] == 0 ? $0 : $0 + Double(1 << $1) }
      body(&mask)
      let bits = mask >= 0 && mask < Double(1 << values.count) ? Int(mask) : 0
      for index in values.indices where bits & 1 << index != 0 { body(&values[index]) }
    }
  }

  /// One tick has passed.
  ///
  /// - Parameters:
  ///   - opens: How often the app was opened in it.
  ///   - since: Seconds from its last use to the tick's beginning.
  ///   - unlockClass: The class of the time since the last unlock.
  ///   - hour: The hour of the day.
  mutating func pass(
    opens count: Double, since: Double, unlockClass: Int, hour: Int, _ parameters: Parameters,
    forgetting part: Double
  ) {
    let isAtRisk = since >= parameters.sameUse || count > 0
    let useClass = Elapsed.index(of: since, in: parameters.sinceUse)
    let span = isAtRisk ? parameters.tick : 0
    let mass = opens / exposure * span
    let (ofHour, ofUse, ofUnlock) = (
      hours.values[hour], sinceUse.values[useClass], sinceUnlock.values[unlockClass]
    )
    opens = opens * part + count
    exposure = exposure * part + span * ofHour * ofUse * ofUnlock
    hours.observe(count, mass * ofUse * ofUnlock, in: hour)
    sinceUnlock.observe(count, mass * ofHour * ofUse, in: unlockClass)
    sinceUse.observe(count, mass * ofHour * ofUnlock, in: useClass)
  }

  /// An hour has passed: what is old fades, and the factors follow.
  mutating func passHour(_ parameters: Parameters, forgetting part: Double) {
    hours.passHour(keeping: part)
    sinceUse.passHour(keeping: part)
    sinceUnlock.passHour(keeping: part)
    rebuild(parameters)
  }

  /// Everything that follows from the counts.
  mutating func rebuild(_ parameters: Parameters) {
    hours.rebuildCircle(prior: parameters.hourPrior)
    sinceUse.rebuild(prior: parameters.elapsedPrior)
    sinceUnlock.rebuild(prior: parameters.elapsedPrior)
    peak = hours.peak * sinceUse.peak * sinceUnlock.peak
  }

  /// How likely the app is opened within each horizon from `start` on, if nothing happens before.
  func forEachHorizon(
    from start: Double, since: Double, unlockClass: Int, _ parameters: Parameters,
    _ tables: Tables, _ body: (_ horizon: Int, _ likelihood: Double) -> Void
  ) {
    let base = opens / exposure
    let unlock = sinceUnlock.values[unlockClass]
    let ofDay = Elapsed.secondOfDay(start)
    var mass = 0.0
    for step in tables.steps {
      var then = ofDay + step.middle
      if then >= 86_400 { then = Elapsed.secondOfDay(then) }
      let useClass = Elapsed.index(of: since + step.middle, in: parameters.sinceUse)
      mass +=
        base * hours.values[Int(then / 3_600)] * sinceUse.values[useClass]
        * (unlock * step.memory + 1 - step.memory) * step.width
      if let horizon = step.horizon { body(horizon, 1 - exp(-mass)) }
    }
  }

  /// Every number that nothing else follows from, for keeping.
  mutating func visit(_ body: (inout Double) -> Void) {
    body(&opens)
    body(&exposure)
    hours.visit(body)
    sinceUse.visit(body)
    sinceUnlock.visit(body)
  }

  /// Whether it is a state that observation leads to.
  var isSound: Bool {
    opens > 0 && exposure > 0 && hours.isSound && sinceUse.isSound && sinceUnlock.isSound
  }

  /// Opens a second, of which there will never be more on average while the app is not opened; nil:
  /// the factors don't know yet of the latest opens.
  var rateBound: Double? { hours.hasNewCounts ? nil : opens / exposure * peak }
}

enum Elapsed {
  /// The class of a time among their lower edges.
  static func index(of seconds: Double, in edges: [Double]) -> Int {
    var index = 0
    while index + 1 < edges.count, seconds >= edges[index + 1] { index += 1 }
    return index
  }

  /// Of local time.
  static func hour(of seconds: Double) -> Int { Int(secondOfDay(seconds) / 3_600) % 24 }

  static func secondOfDay(_ seconds: Double) -> Double {
    let ofDay = seconds.truncatingRemainder(dividingBy: 86_400)
    return ofDay < 0 ? ofDay + 86_400 : ofDay
  }
}
