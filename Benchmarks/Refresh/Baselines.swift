import Foundation
import RefreshLearning

/// What each baseline knows of an app.
private struct Known {
  var syncedAt: Double
  var usedAt: Double
  var isInFront = false
  /// Of the back-off.
  var interval: Double

  init(at time: Double, interval: Double) {
    syncedAt = time - 3_600
    usedAt = -1e18
    self.interval = interval
  }

  func age(at time: Double) -> Double { isInFront ? 0 : time - syncedAt }
}

/// Policies that look at each app by itself: an interval, whatever it follows.
struct IntervalPolicy: WakePolicy {
  enum Kind {
    /// The same for all and for ever.
    case fixed
    /// Doubled with every answer without news, up to a day; begins anew with news or use.
    case backOff
    /// By how lately the app was used: the quotas of Android's standby buckets.
    case buckets
    /// Everything that is older than the interval, when the device is unlocked.
    case atUnlock
  }

  private let kind: Kind
  private let interval: Double
  private var apps: [Known]

  init(_ kind: Kind, interval: Double, _ replay: Replay) {
    self.kind = kind
    self.interval = interval
    apps = replay.trace.apps.map { _ in Known(at: replay.start, interval: interval) }
  }

  mutating func opened(_ app: Int, at time: Double) {
    apps[app].isInFront = true
    apps[app].interval = interval
  }

  mutating func left(_ app: Int, at time: Double) {
    apps[app].isInFront = false
    apps[app].usedAt = time
    apps[app].syncedAt = time
  }

  mutating func answered(_ app: Int, isNew: Bool, at time: Double) {
    apps[app].syncedAt = time
    apps[app].interval = isNew ? interval : min(apps[app].interval * 2, 86_400)
  }

  mutating func unlocked(at time: Double) -> [Int] { kind == .atUnlock ? due(at: time) : [] }
  mutating func tick(at time: Double) -> [Int] { kind == .atUnlock ? [] : due(at: time) }

  private func due(at time: Double) -> [Int] {
    apps.indices.filter { apps[$0].age(at: time) >= max(900, wait(apps[$0], at: time)) }
  }

  private func wait(_ app: Known, at time: Double) -> Double {
    switch kind {
    case .fixed, .atUnlock: return interval
    case .backOff: return app.interval
    case .buckets:
      let hours = (time - app.usedAt) / 3_600
      // `interval` is a multiple of the quotas here.
      return interval * (hours < 12 ? 900 : hours < 24 ? 7_200 : hours < 48 ? 28_800 : 86_400)
    }
  }
}

/// Wakes in the hours in which the app was often opened before.
struct HistogramPolicy: WakePolicy {
  private let threshold: Double
  private var apps: [Known]
  private var opens: [[Double]]
  private let start: Double

  init(threshold: Double, _ replay: Replay) {
    self.threshold = threshold
    start = replay.start
    apps = replay.trace.apps.map { _ in Known(at: replay.start, interval: 0) }
    opens = replay.trace.apps.map { _ in Array(repeating: 0, count: 24) }
  }

  private func hour(_ time: Double) -> Int {
    Int(time.truncatingRemainder(dividingBy: 86_400) / 3_600)
  }

  mutating func opened(_ app: Int, at time: Double) {
    apps[app].isInFront = true
    opens[app][hour(time)] += 1
  }

  mutating func left(_ app: Int, at time: Double) {
    apps[app].isInFront = false
    apps[app].syncedAt = time
  }

  mutating func answered(_ app: Int, isNew: Bool, at time: Double) { apps[app].syncedAt = time }
  mutating func unlocked(at time: Double) -> [Int] { [] }

  mutating func tick(at time: Double) -> [Int] {
    let days = max(1, (time - start) / 86_400)
    return apps.indices.filter { index in
      apps[index].age(at: time) >= 900
        && 1 - exp(-opens[index][hour(time)] / days) >= threshold
    }
  }
}

/// Policies that decide by what Greenroom's models say, and by another rule.
struct ModelPolicy: WakePolicy {
  enum Rule {
    /// At an unlock, whatever is likely to be opened at once (as PREPP does).
    case prefetchAtUnlock
    /// On a timer, by the rate of opens times the expected age of what waits.
    case rateTimesAge
  }

  private let rule: Rule
  private let threshold: Double
  private var learner: RefreshLearner
  private var apps: [Known]
  private let names: [String]

  init(_ rule: Rule, threshold: Double, _ replay: Replay) {
    self.rule = rule
    self.threshold = threshold
    var parameters = Parameters()
    if rule == .prefetchAtUnlock {
      parameters.horizons = [Parameters.Horizon(seconds: 300, weight: 1)]
    }
    learner = RefreshLearner(parameters: parameters, price: 1, at: replay.start)
    names = replay.trace.apps.map(\.name)
    apps = names.map { _ in Known(at: replay.start, interval: 0) }
    for name in names { learner.add(name, at: replay.start) }
  }

  mutating func opened(_ app: Int, at time: Double) {
    apps[app].isInFront = true
    learner.opened(names[app], at: time)
  }

  mutating func left(_ app: Int, at time: Double) {
    apps[app].isInFront = false
    apps[app].syncedAt = time
    learner.left(names[app], at: time)
  }

  mutating func answered(_ app: Int, isNew: Bool, at time: Double) {
    apps[app].syncedAt = time
    learner.answered(names[app], isNew ? .newData : .noData, at: time)
  }

  mutating func unlocked(at time: Double) -> [Int] {
    _ = learner.unlocked(at: time) { _ in false }
    return rule == .prefetchAtUnlock ? chosen(.unlock, time) : []
  }

  mutating func tick(at time: Double) -> [Int] {
    _ = learner.look(.inUse, at: time) { _ in false }
    return rule == .rateTimesAge ? chosen(.inUse, time) : []
  }

  private func chosen(_ moment: Moment, _ time: Double) -> [Int] {
    apps.indices.filter { index in
      guard apps[index].age(at: time) >= 900,
        let estimate = learner.estimate(of: names[index], at: time, moment),
        let first = estimate.terms.first
      else { return false }
      switch rule {
      case .prefetchAtUnlock: return first.opening >= threshold
      case .rateTimesAge:
        let opens = -log(1 - min(first.opening, 0.999_999))
        let arrivals = max(0, apps[index].age(at: time) - 900) / estimate.contentInterval
        return opens * arrivals >= threshold
      }
    }
  }
}

/// Knows the future: wakes an app 30 s before every open that it can make fresh.
struct OraclePolicy: WakePolicy {
  /// Wakes by the tick in which they are due, as many as it may have.
  private var due: [Int: [Int]]

  init(part: Double, _ replay: Replay) {
    due = [:]
    var taken = 0.0
    for (index, app) in replay.trace.apps.enumerated() {
      var synced = 0
      for use in app.opens {
        let arrived = app.arrivals.count(upTo: use[0])
        if arrived > synced, use[0] - app.arrivals[synced] > 900 {
          taken += part
          if taken >= 1 {
            taken -= 1
            due[Int(use[0] / Replay.tick - 0.1), default: []].append(index)
          }
        }
        synced = app.arrivals.count(upTo: max(use[0], use[1]))
      }
    }
  }

  mutating func opened(_ app: Int, at time: Double) {}
  mutating func left(_ app: Int, at time: Double) {}
  mutating func answered(_ app: Int, isNew: Bool, at time: Double) {}
  mutating func unlocked(at time: Double) -> [Int] { [] }
  mutating func tick(at time: Double) -> [Int] { due[Int(time / Replay.tick + 0.5)] ?? [] }
}
