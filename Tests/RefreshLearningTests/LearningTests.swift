import RefreshLearning
import Testing

/// Days of a person with habits, and an app with a server, hour by hour.
private struct Life {
  var learner: RefreshLearner
  var now: Double
  /// Hours of the day at which the app is opened for a minute.
  var habit: [Double]
  /// Whether the server has something new since the last look.
  var hasNews: (_ lastLook: Double, _ now: Double) -> Bool = { _, _ in true }
  private(set) var wakes: [Double] = []
  private var unlockedAt = -1e9
  private var lastLook = 0.0

  static let app = "news"
  static let day = 86_400.0

  init(habit: [Double], budget: Double? = nil, price: Double? = 0.02) {
    self.habit = habit
    now = 20_000 * Life.day
    learner = RefreshLearner(budget: budget, price: price, at: now)
    learner.add(Life.app, at: now)
  }

  mutating func live(days: Int, cost: FetchCost? = nil) {
    let end = now + Double(days) * Life.day
    while now < end {
      now += 300
      let hour = now.truncatingRemainder(dividingBy: Life.day) / 3_600
      let opens = habit.contains { hour >= $0 && hour < $0 + 1.0 / 12 }
      if opens {
        unlockedAt = now
        take(learner.unlocked(at: now) { _ in true }, cost)
        learner.opened(Life.app, at: now)
        learner.left(Life.app, at: now + 60)
        lastLook = now + 60
      } else {
        let moment: Moment = now - unlockedAt > 600 ? .asleep : .inUse
        take(learner.look(moment, at: now) { _ in true }, cost)
      }
    }
  }

  private mutating func take(_ chosen: [RefreshLearner.Wake], _ cost: FetchCost?) {
    learner.charge(chosen.count)
    for wake in chosen {
      wakes.append(now)
      let answer: FetchAnswer = hasNews(lastLook, now) ? .newData : .noData
      learner.answered(wake.app, answer, at: now, cost: cost)
      lastLook = now
    }
  }

  /// Wakes of the last days, a day.
  func rate(ofLast days: Double) -> Double {
    Double(wakes.count { $0 > now - days * Life.day }) / days
  }
}

@Suite("Learning when to wake")
struct LearningTests {
  @Test("Fetches move to shortly before the hours at which the app is opened (F9)")
  func habits() {
    var life = Life(habit: [8, 18])
    life.live(days: 14)
    let recent = life.wakes.filter { $0 > life.now - 7 * Life.day }
    let near = recent.count { wake in
      let hour = wake.truncatingRemainder(dividingBy: Life.day) / 3_600
      return [8.0, 18].contains { ($0 - 2.5...$0 + 0.5).contains(hour) }
    }
    #expect(!recent.isEmpty)
    #expect(Double(near) >= 0.6 * Double(recent.count))
  }

  @Test("An app that never has news is hardly woken any more after a few days (F8)")
  func noNews() {
    var life = Life(habit: [8, 9, 12, 15, 18, 20, 21, 22])
    life.hasNews = { _, _ in false }
    life.live(days: 4)
    life.live(days: 5)
    #expect(life.rate(ofLast: 5) <= 2)
  }

  @Test("When the news stop, wakes fade within days; when they come back, so do the wakes (F8)")
  func newsStopAndReturn() {
    var life = Life(habit: [8, 9, 12, 15, 18, 20, 21, 22])
    // One an hour.
    let hourly = { (lastLook: Double, now: Double) in Int(lastLook / 3_600) < Int(now / 3_600) }
    life.hasNews = hourly
    life.live(days: 14)
    let lively = life.rate(ofLast: 5)
    life.hasNews = { _, _ in false }
    life.live(days: 7)
    #expect(life.rate(ofLast: 2) <= 0.4 * lively)
    life.live(days: 5)
    #expect(life.rate(ofLast: 2) <= 0.2 * lively)
    life.hasNews = hourly
    life.live(days: 8)
    #expect(life.rate(ofLast: 2) >= 0.6 * lively)
  }

  @Test("Long and heavy fetches are granted less often, short ones more (F8)")
  func costs() {
    func wakes(_ cost: FetchCost?) -> Double {
      var life = Life(habit: [8, 9, 12, 15, 18, 20, 21, 22])
      life.live(days: 14, cost: cost)
      return life.rate(ofLast: 7)
    }
    let typical = wakes(nil)
    let short = wakes(FetchCost(seconds: 1, processorSeconds: 0.05, bytes: 4_000))
    let heavy = wakes(FetchCost(seconds: 29, processorSeconds: 20, bytes: 50_000_000))
    #expect(heavy < typical)
    #expect(typical <= short)
  }

  @Test("New data that came without a byte is no new data, and costs later chances (F8)")
  func falseClaims() {
    var liar = Life(habit: [8, 9, 12, 15, 18, 20, 21, 22])
    var honest = liar
    liar.live(days: 10, cost: FetchCost(seconds: 10, bytes: 0))
    honest.live(days: 10, cost: FetchCost(seconds: 10, bytes: 262_144))
    #expect(liar.rate(ofLast: 5) <= 0.3 * honest.rate(ofLast: 5))
  }

  @Test("A failed fetch is tried again later and later, and says nothing about news (F8)")
  func failures() throws {
    var learner = RefreshLearner(price: 0.000_001, at: 0)
    learner.add("a", at: 0)
    let before = try #require(learner.estimate(of: "a", at: 10_000, .unlock)).contentInterval
    var chances: [Double] = []
    var time = 10_000.0
    while chances.count < 6 {
      time += 60
      guard !learner.look(.inUse, at: time, isCandidate: { _ in true }).isEmpty else { continue }
      chances.append(time)
      learner.answered("a", .failed, at: time)
    }
    let gaps = zip(chances, chances.dropFirst()).map { $1 - $0 }
    #expect(gaps == [900, 1_800, 3_600, 7_200, 14_400].map { ($0 / 60).rounded(.up) * 60 })
    #expect(try #require(learner.estimate(of: "a", at: time, .unlock)).contentInterval == before)
  }

  @Test(
    "Nobody is woken before the interval that he asked for, nor within a quarter of an hour (F3, F14)"
  )
  func floors() {
    for (asked, least) in [(0.0, 900.0), (3_600, 3_600)] {
      var learner = RefreshLearner(price: 0.000_001, at: 0)
      learner.add("a", at: 0)
      learner.setMinimumInterval(asked, of: "a")
      var chances: [Double] = []
      for time in stride(from: 7_200.0, to: 40_000, by: 60) {
        guard !learner.look(.inUse, at: time, isCandidate: { _ in true }).isEmpty else { continue }
        chances.append(time)
        learner.answered("a", .newData, at: time)
      }
      #expect(chances.count > 5)
      // A minute later than that there is something that could have waited.
      for (before, after) in zip(chances, chances.dropFirst()) {
        #expect((least...least + 60).contains(after - before))
      }
    }
  }

  @Test("Who is in front, does not want to, or is held back by the caller is not named")
  func candidates() {
    var learner = RefreshLearner(price: 0.000_001, at: 0)
    for name in ["a", "b", "c", "d"] { learner.add(name, at: 0) }
    learner.opened("a", at: 7_000)
    learner.setEnrolled(false, "b")
    let wakes = learner.unlocked(at: 7_200) { $0 != "c" }
    #expect(wakes.map(\.app) == ["d"])
  }

  @Test("The alarm of a sleeping device is the first instant at which a look finds someone")
  func alarm() throws {
    var life = Life(habit: [8, 9, 12, 15, 18, 20, 21, 22])
    life.live(days: 10)
    var learner = life.learner
    let alarm = try #require(learner.alarm(after: life.now) { _ in true })
    var time = life.now
    while time < alarm - 300 {
      time = learner.nextTick(after: time)
      #expect(learner.look(.asleep, at: time) { _ in true }.isEmpty)
    }
    #expect(!learner.look(.asleep, at: alarm) { _ in true }.isEmpty)
  }

  @Test("A budget is kept over the days (F32)", arguments: [4.0, 8, 16])
  func budget(_ wakes: Double) {
    var life = Life(habit: [8, 9, 12, 15, 18, 20, 21, 22], budget: wakes, price: nil)
    life.live(days: 20)
    #expect((0.8 * wakes...1.2 * wakes).contains(life.rate(ofLast: 14)))
  }

  @Test("After a day without answers an app that is likely to be opened is asked once again")
  func probe() {
    var life = Life(habit: [8, 12, 18, 21], price: 0.9)
    life.live(days: 10)
    let wakes = life.wakes.filter { $0 > life.now - 5 * Life.day }
    #expect((4...6).contains(wakes.count))
  }

  @Test("An estimate tells all of its sum")
  func words() throws {
    var life = Life(habit: [8, 18])
    life.live(days: 7)
    let estimate = try #require(life.learner.estimate(of: Life.app, at: life.now, .unlock))
    #expect(estimate.description.contains("opened"))
    #expect(estimate.description.contains("price 0.0200"))
    let sum = estimate.terms.reduce(0) { $0 + $1.weight * $1.opening * $1.waiting }
    #expect(abs(sum - estimate.value) < 1e-12)
  }

  @Test("Bytes that were cut, are of another layout or hold no numbers are not read")
  func corruptBytes() throws {
    var life = Life(habit: [8])
    life.live(days: 3)
    let bytes = try #require(life.learner.habits(of: Life.app)).bytes
    #expect(AppHabits(Life.app, bytes: bytes) == life.learner.habits(of: Life.app))
    #expect(AppHabits(Life.app, bytes: []) == nil)
    #expect(AppHabits(Life.app, bytes: Array(bytes.dropLast())) == nil)
    #expect(AppHabits(Life.app, bytes: bytes + [0]) == nil)
    #expect(AppHabits(Life.app, bytes: [9] + bytes.dropFirst()) == nil)
    let nonsense = [bytes[0]] + Array(repeating: UInt8(0xff), count: bytes.count - 1)
    #expect(AppHabits(Life.app, bytes: nonsense) == nil)
  }

  @Test("Time that runs backwards changes nothing")
  func backwards() {
    var life = Life(habit: [8, 18])
    life.live(days: 3)
    var learner = life.learner
    learner.advance(to: life.now - 86_400)
    #expect(learner == life.learner)
  }
}
