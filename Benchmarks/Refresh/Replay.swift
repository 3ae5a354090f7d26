import Foundation

/// Decides in a replay whom to wake, from what has happened so far.
protocol WakePolicy {
  mutating func opened(_ app: Int, at time: Double)
  mutating func left(_ app: Int, at time: Double)
  mutating func answered(_ app: Int, isNew: Bool, at time: Double)
  mutating func unlocked(at time: Double) -> [Int]
  /// Every 300 s.
  mutating func tick(at time: Double) -> [Int]
}

/// How a policy did.
struct Score {
  var opens = 0
  /// Opens that would have shown content older than 15 min, had nobody been woken.
  var improvable = 0
  /// Of these, those that did not.
  var fresh = 0
  var wakes = 0
  var withoutNews = 0
  /// Wakes of a device that nobody had unlocked for 10 min, and the moments of such.
  var asleep = 0
  var asleepMoments = 0
  var gain = 0.0
  var gainWithout = 0.0
  var days = 0.0

  var freshness: Double { Double(fresh) / Double(max(improvable, 1)) }
  /// The gain over no wakes at all; 1: always fresh (three scales: 15 min, 2 h, 12 h).
  var phi: Double { (gain - gainWithout) / max(Double(opens) - gainWithout, 1e-9) }
  var wakesPerImprovable: Double { Double(wakes) / Double(max(improvable, 1)) }
  var wakesPerDay: Double { Double(wakes) / days }
  var noDataShare: Double { Double(withoutNews) / Double(max(wakes, 1)) }

  static func + (a: Score, b: Score) -> Score {
    var sum = a
    sum.opens += b.opens
    sum.improvable += b.improvable
    sum.fresh += b.fresh
    sum.wakes += b.wakes
    sum.withoutNews += b.withoutNews
    sum.asleep += b.asleep
    sum.asleepMoments += b.asleepMoments
    sum.gain += b.gain
    sum.gainWithout += b.gainWithout
    sum.days += b.days
    return sum
  }
}

/// One wake of a replay.
struct ReplayedWake: Equatable {
  var time: Double
  var app: String
}

/// Replays a trace: opens and ends of use first, then unlocks, then the tick of the same instant.
/// A fetch takes 10 s, and use brings an app up to date.
struct Replay {
  private enum Happening {
    case opened(Int), left(Int), unlocked, tick
  }

  let trace: Trace
  private let happenings: [(time: Double, happening: Happening)]

  static let tick = 300.0
  private static let fetchTime = 10.0
  private static let stale = 900.0

  init(_ trace: Trace) {
    self.trace = trace
    var all: [(time: Double, order: (Int, Int, Int), happening: Happening)] = []
    for (index, app) in trace.apps.enumerated() {
      for use in app.opens {
        all.append((use[0], (0, 0, index), .opened(index)))
        all.append((max(use[1], use[0]), (0, 1, index), .left(index)))
      }
    }
    for unlock in trace.unlocks { all.append((unlock, (1, 0, 0), .unlocked)) }
    let first = Int((trace.start / Replay.tick).rounded(.down))
    for tick in first...Int((trace.end / Replay.tick).rounded(.down)) {
      all.append((Double(tick) * Replay.tick, (2, 0, 0), .tick))
    }
    all.sort {
      ($0.time, $0.order.0, $0.order.1, $0.order.2) < ($1.time, $1.order.0, $1.order.1, $1.order.2)
    }
    happenings = all.map { ($0.time, $0.happening) }
  }

  /// The time of the tick in which the trace begins.
  var start: Double { (trace.start / Replay.tick).rounded(.down) * Replay.tick }

  func run(_ policy: inout some WakePolicy) -> (score: Score, wakes: [ReplayedWake]) {
    var score = Score()
    score.days = trace.scoredDays
    var wakes: [ReplayedWake] = []
    var seen = trace.apps.map { _ in Seen() }
    var unlockedAt = -1e18
    for (time, happening) in happenings {
      if time >= trace.scoreWindow[1] { break }
      let isScored = time >= trace.scoreWindow[0]
      switch happening {
      case .opened(let app):
        if isScored { count(app, seen[app], at: time, &score) }
        policy.opened(app, at: time)
      case .left(let app):
        policy.left(app, at: time)
        let arrived = trace.apps[app].arrivals.count(upTo: time)
        seen[app].synced = arrived
        seen[app].beforeFetch = arrived
        seen[app].withoutFetches = arrived
      case .unlocked, .tick:
        let isTick = if case .tick = happening { true } else { false }
        let chosen = isTick ? policy.tick(at: time) : policy.unlocked(at: time)
        let isAsleep = isTick && time - unlockedAt > 600
        if !isTick { unlockedAt = time }
        for app in chosen {
          let arrived = trace.apps[app].arrivals.count(upTo: time)
          let isNew = arrived > seen[app].synced
          policy.answered(app, isNew: isNew, at: time)
          seen[app].beforeFetch = seen[app].synced
          seen[app].synced = arrived
          seen[app].fetchedAt = time
          wakes.append(ReplayedWake(time: time, app: trace.apps[app].name))
          guard isScored else { continue }
          score.wakes += 1
          score.withoutNews += isNew ? 0 : 1
          score.asleep += isAsleep ? 1 : 0
        }
        if isScored, isAsleep, !chosen.isEmpty { score.asleepMoments += 1 }
      }
    }
    return (score, wakes)
  }

  /// How much of an app's content is on the device.
  private struct Seen {
    var synced = 0
    /// Before the last fetch, which takes its time.
    var beforeFetch = 0
    var fetchedAt = -1e18
    /// By use alone.
    var withoutFetches = 0
  }

  private func count(_ app: Int, _ seen: Seen, at time: Double, _ score: inout Score) {
    let arrivals = trace.apps[app].arrivals
    let arrived = arrivals.count(upTo: time)
    let known = time - seen.fetchedAt < Replay.fetchTime ? seen.beforeFetch : seen.synced
    let age = arrived > known ? time - arrivals[known] : 0
    let ageWithout = arrived > seen.withoutFetches ? time - arrivals[seen.withoutFetches] : 0
    if ageWithout > Replay.stale {
      score.improvable += 1
      score.fresh += age <= Replay.stale ? 1 : 0
    }
    score.opens += 1
    score.gain += Replay.worth(age)
    score.gainWithout += Replay.worth(ageWithout)
  }

  private static func worth(_ age: Double) -> Double {
    [900, 7_200, 43_200].reduce(0.0) { $0 + (age <= $1 ? 1 : 0) } / 3
  }
}

extension [Double] {
  /// How many of a sorted list are not above a bound.
  func count(upTo bound: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= bound { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
