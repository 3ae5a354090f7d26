import Foundation
import RefreshLearning

/// What each policy needs for a freshness, and what it reaches with a number of wakes.
enum Curves {
  private struct Family: Sendable {
    var name: String
    var knobs: [Double]
    var run: @Sendable (Double, Replay) -> Score
  }

  private static func family(
    _ name: String, _ knobs: [Double],
    _ make: @escaping @Sendable (Double, Replay) -> any WakePolicy
  ) -> Family {
    Family(name: name, knobs: knobs) { knob, replay in
      var policy = make(knob, replay)
      return score(&policy, replay)
    }
  }

  private static func score(_ policy: inout any WakePolicy, _ replay: Replay) -> Score {
    func open(_ policy: some WakePolicy) -> Score {
      var policy = policy
      return replay.run(&policy).score
    }
    return open(policy)
  }

  private static func steps(_ from: Double, _ to: Double, _ count: Int) -> [Double] {
    (0..<count).map { from * pow(to / from, Double($0) / Double(count - 1)) }
  }

  private static let families: [Family] = [
    family("fixed interval", steps(900, 86_400, 16)) { IntervalPolicy(.fixed, interval: $0, $1) },
    family("exponential back-off", steps(900, 86_400, 16)) {
      IntervalPolicy(.backOff, interval: $0, $1)
    },
    family("Android-like quotas", steps(0.3, 30, 16)) {
      IntervalPolicy(.buckets, interval: $0, $1)
    },
    family("all at unlock", steps(900, 86_400, 16)) {
      IntervalPolicy(.atUnlock, interval: $0, $1)
    },
    family("hour histogram", steps(0.02, 0.9, 16)) { HistogramPolicy(threshold: $0, $1) },
    family("prefetch at unlock", steps(0.002, 0.5, 16)) {
      ModelPolicy(.prefetchAtUnlock, threshold: $0, $1)
    },
    family("rate x age", steps(0.001, 1, 16)) { ModelPolicy(.rateTimesAge, threshold: $0, $1) },
    family("Greenroom", steps(0.001, 0.2, 16)) { LearningPolicy($1, price: $0) },
    family("oracle", [0, 0.25, 0.5, 0.75, 1]) { OraclePolicy(part: $0, $1) },
  ]

  static func print(_ replays: [Replay]) {
    Swift.print(
      "\nwakes per open that a wake can make fresh (per day), at a freshness of 50, 60 and 75 %; and"
        + "\nfreshness with 1, 2, 4 and 8 wakes for each; without news, of a sleeping device a day at 60 %"
    )
    Swift.print(
      "policy".left(22) + "50 %".right(16) + "60 %".right(16) + "75 %".right(16) + "1".right(7)
        + "2".right(6) + "4".right(6) + "8".right(6) + "no news".right(9) + "asleep".right(8))
    var ours = 0.0
    var others: [(String, Double)] = []
    for family in families {
      let curve = family.knobs.map { knob in
        replays.map { family.run(knob, $0) }.reduce(Score(), +)
      }.sorted { $0.wakesPerImprovable < $1.wakesPerImprovable }
      Swift.print(row(family.name, curve))
      let needed = at(0.6, of: \.freshness, in: curve, \.wakesPerImprovable)
      if family.name == "Greenroom" {
        ours = needed ?? 0
      } else if let needed {
        others.append((family.name, needed))
      }
    }
    for (name, needed) in others where ours > 0 {
      Swift.print("  60 % fresh: \(name) needs \((needed / ours).fixed(2)) times Greenroom's wakes")
    }
  }

  private static func row(_ name: String, _ curve: [Score]) -> String {
    var line = name.left(22)
    for goal in [0.5, 0.6, 0.75] {
      let wakes = at(goal, of: \.freshness, in: curve, \.wakesPerImprovable)
      let perDay = at(goal, of: \.freshness, in: curve, \.wakesPerDay)
      line += (wakes.map { "\($0.fixed(2)) (\((perDay ?? 0).fixed(0)))" } ?? "never").right(16)
    }
    for (wakes, width) in [(1.0, 7), (2, 6), (4, 6), (8, 6)] {
      let freshness = at(wakes, of: \.wakesPerImprovable, in: curve, \.freshness)
      line += (freshness?.fixed(2) ?? "-").right(width)
    }
    line += (at(0.6, of: \.freshness, in: curve, \.noDataShare)?.fixed(2) ?? "-").right(9)
    line +=
      (at(0.6, of: \.freshness, in: curve) { Double($0.asleepMoments) / $0.days }?.fixed(1) ?? "-")
      .right(8)
    return line
  }

  /// The value of `y` where `x` first reaches a goal, between two measured points.
  private static func at(
    _ goal: Double, of x: (Score) -> Double, in curve: [Score], _ y: (Score) -> Double
  ) -> Double? {
    for (before, after) in zip(curve, curve.dropFirst()) where x(before) <= goal && x(after) >= goal
    {
      let part = x(after) == x(before) ? 0 : (goal - x(before)) / (x(after) - x(before))
      return y(before) + part * (y(after) - y(before))
    }
    guard let first = curve.first, x(first) >= goal else { return nil }
    return y(first)
  }
}
