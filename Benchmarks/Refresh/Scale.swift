import Foundation
import RefreshLearning

/// Does the cost of an event grow with the number of apps, or with what has been?
enum Scale {
  static func print() {
    Swift.print(
      """

      A month of a phone in use 16 h a day, unlocked every 10 min, 100 opens a day, and many apps.
      An event: an open and an end of use, an answer. Time: the learning of a tick, for each app.

      """)
    Swift.print(
      "apps".right(8) + "month".right(12) + "an event".right(12) + "an app's tick".right(16)
        + "a look".right(12) + "an alarm".right(12) + "wakes".right(8))
    for count in [100, 1_000, 10_000] { measure(count) }
  }

  private static func measure(_ count: Int) {
    let names = (0..<count).map { "app\($0)" }
    var learner = RefreshLearner(budget: 60, at: 0)
    for name in names { learner.add(name, at: 0) }
    var state: UInt64 = 1
    func chance(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let clock = ContinuousClock()
    var (ticking, opening, looking, alarming) = (
      Duration.zero, Duration.zero, Duration.zero, Duration.zero
    )
    var (opens, looks, alarms, wakes) = (0, 0, 0, 0)
    let began = clock.now
    for tick in 1...(30 * 288) {
      let time = Double(tick) * 300
      ticking += clock.measure { learner.advance(to: time) }
      let hour = time.truncatingRemainder(dividingBy: 86_400) / 3_600
      guard hour >= 7, hour < 23 else {
        if hour < 0.09 {
          alarming += clock.measure { _ = learner.alarm(after: time) { _ in true } }
          alarms += 1
        }
        continue
      }
      if chance(2) == 0 {
        // Few apps are opened often, most nearly never.
        let app = names[min(count - 1, chance(20) * chance(20) * chance(count) / 400)]
        opening += clock.measure {
          learner.opened(app, at: time)
          learner.left(app, at: time + 60)
        }
        opens += 2
      }
      var woken: [RefreshLearner.Wake] = []
      looking += clock.measure {
        woken =
          tick % 2 == 0
          ? learner.unlocked(at: time) { _ in true } : learner.look(.inUse, at: time) { _ in true }
      }
      looks += 1
      // As many as a device lets work at the same time.
      woken = Array(woken.prefix(3))
      learner.charge(woken.count)
      for wake in woken {
        let answer: FetchAnswer = chance(2) == 0 ? .newData : .noData
        opening += clock.measure { learner.answered(wake.app, answer, at: time) }
      }
      wakes += woken.count
    }
    let total = clock.now - began
    func nanoseconds(_ duration: Duration, _ times: Int) -> String {
      let (seconds, attoseconds) = duration.components
      let all = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
      let each = all / Double(max(times, 1))
      return switch each {
      case ..<1e3: "\(each.fixed(0)) ns"
      case ..<1e6: "\((each / 1e3).fixed(1)) us"
      case ..<1e9: "\((each / 1e6).fixed(1)) ms"
      default: "\((each / 1e9).fixed(1)) s"
      }
    }
    Swift.print(
      "\(count)".right(8) + nanoseconds(total, 1).right(12)
        + nanoseconds(opening, opens + wakes).right(12)
        + nanoseconds(ticking, 30 * 288 * count).right(16) + nanoseconds(looking, looks).right(12)
        + nanoseconds(alarming, alarms).right(12) + "\(wakes)".right(8))
  }
}
