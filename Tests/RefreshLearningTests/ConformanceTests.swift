import Foundation
import RefreshLearning
import Testing

@testable import refresh_bench

/// What other suites replay.
enum Recorded {
  static let folder =
    #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Traces"

  static let replay: Replay? = try? Replay(Trace(contentsOf: folder + "/mendez.json"))

  static func decisions(_ name: String) throws -> [ReplayedWake] {
    struct Decisions: Decodable { var decisions: [Decision] }
    struct Decision: Decodable {
      var wake: ReplayedWake
      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        wake = ReplayedWake(
          time: try values.decode(Double.self), app: try values.decode(String.self))
      }
    }
    let data = try Data(contentsOf: URL(filePath: "\(folder)/\(name).json"))
    return try JSONDecoder().decode(Decisions.self, from: data).decisions.map(\.wake)
  }
}

@Suite("A recorded phone")
struct ConformanceTests {
  @Test(
    "At a fixed price the same apps are woken at the same instants as by another implementation")
  func fixedPrice() throws {
    let replay = try #require(Recorded.replay)
    var policy = LearningPolicy(replay, price: 0.02)
    let (score, wakes) = replay.run(&policy)
    #expect(wakes == (try Recorded.decisions("decisions-price")))
    #expect(score.wakes == 376)
    #expect(score.fresh == 84)
  }

  @Test("With a budget, too, and the budget is kept (F32)")
  func budget() throws {
    let replay = try #require(Recorded.replay)
    var policy = LearningPolicy(replay, budget: 40)
    let (score, wakes) = replay.run(&policy)
    #expect(wakes == (try Recorded.decisions("decisions-budget")))
    #expect((36...45).contains(score.wakesPerDay))
  }

  @Test("It beats every policy that does not learn, with as many wakes")
  func baselines() throws {
    let replay = try #require(Recorded.replay)
    var ours = LearningPolicy(replay, price: 0.02)
    let score = replay.run(&ours).score
    for kind in [IntervalPolicy.Kind.fixed, .backOff, .buckets, .atUnlock] {
      // As frequent as it must be to need at least as many wakes.
      let rival = [1.0, 2, 4, 8, 16].lazy.map { factor in
        var policy = IntervalPolicy(
          kind, interval: (kind == .buckets ? 4 : 14_400) / factor, replay)
        return replay.run(&policy).score
      }.first { $0.wakes >= score.wakes }
      let freshness = try #require(rival).freshness
      #expect(score.freshness > freshness, "\(kind)")
    }
  }

  @Test("A restart from what was kept, at any moment, changes no later decision (F33)")
  func restart() throws {
    let replay = try #require(Recorded.replay)
    var whole = LearningPolicy(replay, budget: 40)
    let expected = replay.run(&whole).wakes
    for interval in [1, 97] {
      var restarting = RestartingPolicy(LearningPolicy(replay, budget: 40), every: interval)
      #expect(replay.run(&restarting).wakes == expected, "restarted after every \(interval) events")
    }
  }

  @Test("What is kept of an app has less than 1 KB")
  func size() throws {
    let replay = try #require(Recorded.replay)
    var policy = LearningPolicy(replay, price: 0.02)
    _ = replay.run(&policy)
    for app in replay.trace.apps {
      #expect(try #require(policy.learner.habits(of: app.name)).bytes.count < 1_024)
    }
  }
}

/// Keeps what it has learned after some events, and goes on with what was kept.
private struct RestartingPolicy: WakePolicy {
  private var policy: LearningPolicy
  private let interval: Int
  private var events = 0

  init(_ policy: LearningPolicy, every interval: Int) {
    self.policy = policy
    self.interval = interval
  }

  private mutating func restart() {
    events += 1
    guard events % interval == 0 else { return }
    policy = policy.restarted
  }

  mutating func opened(_ app: Int, at time: Double) {
    policy.opened(app, at: time)
    restart()
  }
  mutating func left(_ app: Int, at time: Double) {
    policy.left(app, at: time)
    restart()
  }
  mutating func answered(_ app: Int, isNew: Bool, at time: Double) {
    policy.answered(app, isNew: isNew, at: time)
    restart()
  }
  mutating func unlocked(at time: Double) -> [Int] {
    defer { restart() }
    return policy.unlocked(at: time)
  }
  mutating func tick(at time: Double) -> [Int] {
    defer { restart() }
    return policy.tick(at: time)
  }
}
