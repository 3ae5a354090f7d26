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
  /// What the factors can come to at most, all together.
  private var peak = 1.0

  init(_ parameters: Parameters) {
    opens = 1
    exposure = parameters.firstOpenInterval
    hours = Factor(24)
    sinceUse = Factor(parameters.sinceUse.count)
    sinceUnlock = Factor(parameters.sinceUnlock.count)
  }

  /// Observed and expected counts in classes, and what follows of them.
  private struct Factor: Hashable, Sendable, Codable {
    var counts: [Double]
    var expected: [Double]
    /// Rebuilt once an hour; kept, so that a restart changes nothing.
    var values: [Double]

    init(_ classes: Int) {
      counts = Array(repeating: 0, count: classes)
      expected = counts
      values = Array(repeating: 1, count: classes)
    }

    mutating func observe(_ count: Double, _ mass: Double, in index: Int) {
      counts[index] += count
      expected[index] += mass / values[index]
    }

    mutating func visit(_ body: (inout Double) -> Void) {
      for index in counts.indices { body(&counts[index]) }
      for index in expected.indices { body(&expected[index]) }
      for index in values.indices { body(&values[index]) }
    }

    mutating func decay(_ part: Double) {
      for index in counts.indices {
        counts[index] *= part
        expected[index] *= part
      }
    }

    mutating func rebuild(prior: Double) {
      for index in values.indices {
        values[index] = (counts[index] + prior) / (expected[index] + prior)
      }
    }

    var peak: Double { values.reduce(0, max) }

    /// Hours are a circle, and neighbours alike.
    mutating func rebuildCircle(prior: Double) {
      func smooth(_ of: [Double], _ index: Int) -> Double {
        let (before, after) = ((index + 23) % 24, (index + 1) % 24)
        return 0.5 * of[index] + 0.25 * (of[before] + of[after])
      }
      for index in values.indices {
        values[index] = (smooth(counts, index) + prior) / (smooth(expected, index) + prior)
      }
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
    let base = opens / exposure
    let rate =
      base * hours.values[hour] * sinceUse.values[useClass] * sinceUnlock.values[unlockClass]
    let mass = isAtRisk ? rate * parameters.tick : 0
    opens = opens * part + count
    exposure = exposure * part + (isAtRisk ? parameters.tick * rate / base : 0)
    hours.observe(count, mass, in: hour)
    sinceUnlock.observe(count, mass, in: unlockClass)
    sinceUse.observe(count, mass, in: useClass)
  }

  /// An hour has passed: what is old fades, and the factors follow.
  mutating func passHour(_ parameters: Parameters, forgetting part: Double) {
    hours.decay(part)
    sinceUse.decay(part)
    sinceUnlock.decay(part)
    hours.rebuildCircle(prior: parameters.hourPrior)
    sinceUse.rebuild(prior: parameters.elapsedPrior)
    sinceUnlock.rebuild(prior: parameters.elapsedPrior)
    peak = hours.peak * sinceUse.peak * max(1, sinceUnlock.peak)
  }

  /// How likely the app is opened within each horizon from `start` on, if nothing happens before.
  func likelihoods(
    from start: Double, since: Double, unlockClass: Int, _ parameters: Parameters
  ) -> [Double] {
    let base = opens / exposure
    let unlock = sinceUnlock.values[unlockClass]
    var mass = 0.0
    var results: [Double] = []
    results.reserveCapacity(parameters.horizons.count)
    var next = 0
    let steps = parameters.forecastSteps
    for index in 0..<(steps.count - 1) {
      let middle = (steps[index] + steps[index + 1]) / 2
      let width = steps[index + 1] - steps[index]
      let hour = Elapsed.hour(of: start + middle)
      let useClass = Elapsed.index(of: since + middle, in: parameters.sinceUse)
      let memory = exp(-middle / parameters.unlockMemory)
      mass +=
        base * hours.values[hour] * sinceUse.values[useClass] * (unlock * memory + 1 - memory)
        * width
      if next < parameters.horizons.count, steps[index + 1] >= parameters.horizons[next].seconds {
        results.append(1 - exp(-mass))
        next += 1
      }
    }
    return results
  }

  /// Every number, for keeping.
  mutating func visit(_ body: (inout Double) -> Void) {
    body(&opens)
    body(&exposure)
    body(&peak)
    hours.visit(body)
    sinceUse.visit(body)
    sinceUnlock.visit(body)
  }

  /// Whether it is a state that observation leads to.
  var isSound: Bool { opens > 0 && exposure > 0 && peak > 0 }

  /// No horizon is likelier than this, whenever it is asked: cheap, and enough to leave most apps out.
  func likelihoodBound(_ parameters: Parameters) -> Double {
    1 - exp(-opens / exposure * peak * (parameters.horizons.last?.seconds ?? 0))
  }
}

enum Elapsed {
  /// The class of a time among their lower edges.
  static func index(of seconds: Double, in edges: [Double]) -> Int {
    var index = 0
    while index + 1 < edges.count, seconds >= edges[index + 1] { index += 1 }
    return index
  }

  /// Of local time.
  static func hour(of seconds: Double) -> Int {
    let ofDay = seconds.truncatingRemainder(dividingBy: 86_400)
    return Int((ofDay < 0 ? ofDay + 86_400 : ofDay) / 3_600) % 24
  }
}
