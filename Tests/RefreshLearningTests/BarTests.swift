import Foundation
import RefreshLearning
import Testing

@testable import refresh_bench

/// What a wake rule has to reach on a recorded phone.
@Suite("Bars on a recorded phone")
struct BarTests {
  @Test("A budget is kept (F32)", arguments: [10.0, 20, 40, 80])
  func budgets(_ budget: Double) throws {
    let replay = try #require(Recorded.replay)
    var policy = LearningPolicy(replay, budget: budget)
    let score = replay.run(&policy).score
    // Not six days are scored, and it begins without knowing anything.
    #expect((0.95...1.15).contains(score.wakesPerDay / budget))
  }

  @Test("It is of use from the first week on")
  func coldStart() throws {
    var trace = try Trace(contentsOf: Recorded.folder + "/mendez.json")
    trace.scoreWindow = [trace.start, trace.start + 7 * 86_400]
    let replay = Replay(trace)
    // Each price needs at most so many wakes per open that they can make fresh.
    for (price, wakes, freshness) in [(0.025, 2.0, 0.39), (0.012, 4, 0.57), (0.004, 8, 0.76)] {
      var policy = LearningPolicy(replay, price: price)
      let score = replay.run(&policy).score
      #expect(score.wakesPerImprovable <= wakes)
      #expect(score.freshness >= freshness)
    }
  }

  @Test(
    "Intervals need half as many wakes more for less freshness, and wake a sleeping device 5 times as often",
    arguments: [(IntervalPolicy.Kind.backOff, 2_700.0), (.buckets, 3)])
  func intervals(_ kind: IntervalPolicy.Kind, _ interval: Double) throws {
    let replay = try #require(Recorded.replay)
    var ours = LearningPolicy(replay, price: 0.018)
    let score = replay.run(&ours).score
    var rival = IntervalPolicy(kind, interval: interval, replay)
    let other = replay.run(&rival).score
    #expect(score.freshness >= 0.6)
    #expect(other.freshness < score.freshness)
    #expect(Double(other.wakes) > 1.5 * Double(score.wakes))
    #expect(other.asleepMoments > 5 * score.asleepMoments)
  }

  @Test("Whoever knows the future needs one wake for each open that it can make fresh")
  func oracle() throws {
    let replay = try #require(Recorded.replay)
    var policy = OraclePolicy(part: 1, replay)
    let score = replay.run(&policy).score
    #expect(score.freshness > 0.97)
    #expect((0.95...1.05).contains(score.wakesPerImprovable))
  }

  @Test("A file that is no trace is left out, one that is spoilt is named with what is wrong")
  func traces() throws {
    #expect(try Trace(ifAt: Recorded.folder + "/decisions-price.json") == nil)
    let folder = FileManager.default.temporaryDirectory.path + "/refresh-bench-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func read(_ text: String) throws -> Trace? {
      let path = folder + "/a.json"
      try Data(text.utf8).write(to: URL(filePath: path))
      return try Trace(ifAt: path)
    }
    func trace(window: String = "[1, 2]", opens: String = "[[1, 2]]", arrivals: String = "[]")
      -> String
    {
      """
      {"user": "u", "start": 0, "end": 9, "score_window": \(window), "unlocks": [],
      "apps": [{"name": "a", "opens": \(opens), "arrivals": \(arrivals)}]}
      """
    }
    #expect(try read(trace())?.apps.count == 1)
    for spoilt in [
      "{", #"{"unlocks": []}"#, trace(window: "[2, 1]"), trace(window: "[]"),
      trace(opens: "[[1]]"), trace(arrivals: "[3, 2]"),
    ] {
      let error = #expect(throws: TraceError.self) { try read(spoilt) }
      #expect(error?.description.contains("/a.json: ") == true)
    }
  }
}
