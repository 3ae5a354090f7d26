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
    family(ours, steps(0.001, 0.2, 16)) { LearningPolicy($1, price: $0) },
    family("oracle", [0, 0.25, 0.5, 0.75, 1]) { OraclePolicy(part: $0, $1) },
  ]

  /// A family with each knob tried on each phone.
  private struct Curve {
    var name: String
    /// By knob, then by phone.
    var scores: [[Score]]

    var ofAll: [Score] { Curve.sorted(scores.map { $0.reduce(Score(), +) }) }
    func of(_ phone: Int) -> [Score] { Curve.sorted(scores.map { $0[phone] }) }

    private static func sorted(_ scores: [Score]) -> [Score] {
      scores.sorted { $0.wakesPerImprovable < $1.wakesPerImprovable }
    }
  }

  private static let ours = "Greenroom"

  static func print(_ replays: [Replay]) {
    let curves = families.map { family in
      Curve(
        name: family.name,
        scores: family.knobs.map { knob in replays.map { family.run(knob, $0) } })
    }
    printAll(curves)
    printNeeds(curves)
    printPhones(curves, replays)
  }

  private static func printAll(_ curves: [Curve]) {
    Swift.print(
      """

      Wakes per open that a wake can make fresh (wakes a day), for a freshness of 50, 60 and 75 %;
      freshness, and gain on three time scales, with 1, 2, 4 and 8 wakes for each such open;
      at 60 %: answers without news, and times a day that a sleeping device was woken.

      """)
    Swift.print(
      "policy".left(21) + "50 %".right(13) + "60 %".right(13) + "75 %".right(13)
        + "fresh 1".right(9) + "2".right(5) + "4".right(5) + "8".right(5)
        + "gain 1".right(8) + "2".right(5) + "4".right(5) + "8".right(5)
        + "no news".right(9) + "asleep".right(8))
    for curve in curves { Swift.print(row(curve.name, curve.ofAll)) }
  }

  private static func printNeeds(_ curves: [Curve]) {
    func needed(_ curve: Curve) -> Double? {
      at(0.6, of: \.freshness, in: curve.ofAll, \.wakesPerImprovable)
    }
    guard let own = curves.first(where: { $0.name == ours }).flatMap(needed) else { return }
    let others = curves.filter { $0.name != ours }.compactMap { curve in
      needed(curve).map { "\(curve.name) \(($0 / own).fixed(2))" }
    }
    Swift.print("\nWakes for 60 %, as a multiple of Greenroom's: \(others.joined(separator: ", "))")
  }

  private static func printPhones(_ curves: [Curve], _ replays: [Replay]) {
    Swift.print("\nFreshness with 2 and 4 wakes for each such open, phone by phone\n")
    Swift.print("policy".left(21) + replays.map { $0.trace.user.right(13) }.joined())
    for curve in curves {
      let columns = replays.indices.map { phone in
        [2.0, 4].map { wakes in
          at(wakes, of: \.wakesPerImprovable, in: curve.of(phone), \.freshness)?.fixed(2) ?? "-"
        }.joined(separator: " ").right(13)
      }
      Swift.print(curve.name.left(21) + columns.joined())
    }
  }

  private static func row(_ name: String, _ curve: [Score]) -> String {
    var line = name.left(21)
    for goal in [0.5, 0.6, 0.75] {
      let wakes = at(goal, of: \.freshness, in: curve, \.wakesPerImprovable)
      let perDay = at(goal, of: \.freshness, in: curve, \.wakesPerDay)
      line += (wakes.map { "\($0.fixed(2)) (\((perDay ?? 0).fixed(0)))" } ?? "never").right(13)
    }
    let figures: [(Double, Int, (Score) -> Double)] =
      [(1, 9, \.freshness), (2, 5, \.freshness), (4, 5, \.freshness), (8, 5, \.freshness)]
      + [(1, 8, \.phi), (2, 5, \.phi), (4, 5, \.phi), (8, 5, \.phi)]
    for (wakes, width, figure) in figures {
      let value = at(wakes, of: \.wakesPerImprovable, in: curve, figure)
      line += (value?.fixed(2) ?? "-").right(width)
    }
    let withoutNews = at(0.6, of: \.freshness, in: curve, \.noDataShare)
    let asleep = at(0.6, of: \.freshness, in: curve) { Double($0.asleepMoments) / $0.days }
    return line + (withoutNews?.fixed(2) ?? "-").right(9) + (asleep?.fixed(1) ?? "-").right(8)
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
