import Testing

@testable import RefreshLearning

/// Many apps in the hands of a person who opens some of them, at random instants.
private struct Crowd {
  var learner: RefreshLearner
  var now = 20_000 * 86_400.0
  let names: [String]
  private var state: UInt64

  init(_ count: Int, seed: UInt64, price: Double? = nil, budget: Double? = nil) {
    state = seed
    learner = RefreshLearner(budget: budget, price: price, at: now)
    names = (0..<count).map { "app\($0)" }
    for name in names { learner.add(name, at: now) }
  }

  mutating func chance(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  /// Something that happens to an app, most often to the first ones.
  mutating func happen() {
    now += Double(chance(1_200))
    let name = names[chance(chance(names.count) + 1)]
    switch chance(12) {
    case 0, 1: learner.opened(name, at: now)
    case 2...5: for name in names { learner.left(name, at: now) }
    case 6, 7: learner.answered(name, .newData, at: now)
    case 8: learner.answered(name, .noData, at: now)
    case 9: learner.answered(name, .failed, at: now, cost: FetchCost(seconds: 29, bytes: 0))
    case 10: learner.setMinimumInterval(Double(chance(3)) * 3_600, of: name)
    // A night, a weekend.
    default: if chance(4) == 0 { now += Double(chance(200_000)) }
    }
  }

  /// Whom a look has to name: what each app is worth, one by one.
  func worthIt(_ moment: Moment, _ discount: Double) -> [String] {
    var copy = learner
    copy.advance(to: now)
    return names.filter { name in
      guard let app = copy.habits(of: name), app.isEnrolled, app.isDue(at: now, copy.parameters),
        let estimate = copy.estimate(of: name, at: now, moment, discount: discount)
      else { return false }
      let isLikely = estimate.terms.last!.opening >= copy.parameters.probeLikelihood
      let isProbed = moment == .unlock && app.isProbeDue(at: now, copy.parameters) && isLikely
      return estimate.isWorthIt || isProbed
    }.sorted()
  }

  mutating func look(_ moment: Moment, _ discount: Double) -> [String] {
    let wakes =
      moment == .unlock
      ? learner.unlocked(at: now, discount: discount) { _ in true }
      : learner.look(moment, at: now, discount: discount) { _ in true }
    for wake in wakes.prefix(2) {
      learner.charge(1)
      learner.answered(wake.app, .newData, at: now)
    }
    return wakes.map(\.app).sorted()
  }
}

@Suite("Whom a look touches")
struct LookTests {
  @Test(
    "No app that is worth a wake is left out, however rarely it is looked at",
    arguments: [1 as UInt64, 2, 3], [nil, 8.0])
  func nobodyIsLeftOut(_ seed: UInt64, _ budget: Double?) {
    var crowd = Crowd(25, seed: seed, price: budget == nil ? 0.03 : nil, budget: budget)
    var named = 0
    for _ in 0..<800 {
      crowd.happen()
      let moment = Moment.allCases[crowd.chance(3)]
      // From some day on the device is charged now and then.
      let discount = crowd.now > 20_010 * 86_400 && crowd.chance(3) == 0 ? 0.5 : 1
      let expected = crowd.worthIt(moment, discount)
      #expect(crowd.look(moment, discount) == expected)
      named += expected.count
    }
    #expect(named > 50)
  }

  @Test("The alarm of many apps is the first tick at which one of them is worth it")
  func alarm() {
    var crowd = Crowd(25, seed: 4, budget: 8)
    var found = 0
    for _ in 0..<30 {
      for _ in 0..<20 { crowd.happen() }
      _ = crowd.look(.unlock, 1)
      let alarm = crowd.learner.alarm(after: crowd.now) { $0 != "app3" }
      var (time, first) = (crowd.now, Double?.none)
      while first == nil, time < crowd.now + crowd.learner.parameters.alarmHorizon - 300 {
        time = crowd.learner.nextTick(after: time)
        var ahead = crowd
        ahead.now = time
        if ahead.worthIt(.asleep, 1).contains(where: { $0 != "app3" }) { first = time }
      }
      #expect(alarm == first)
      found += first == nil ? 0 : 1
    }
    #expect(found > 5)
  }

  @Test("What is learned does not depend on when anybody looks or asks")
  func learningIsLazy() {
    var crowd = Crowd(10, seed: 5, price: 0.03)
    var asked = crowd
    for _ in 0..<300 {
      crowd.happen()
      asked.happen()
      for time in stride(from: asked.now - 900, through: asked.now, by: 450) {
        asked.learner.advance(to: time)
        for name in asked.names { _ = asked.learner.estimate(of: name, at: time, .unlock) }
        _ = asked.learner.alarm(after: time) { _ in true }
      }
      crowd.learner.advance(to: crowd.now)
    }
    #expect(asked.learner == crowd.learner)
    for name in crowd.names {
      #expect(asked.learner.habits(of: name)?.bytes == crowd.learner.habits(of: name)?.bytes)
    }
  }

  @Test("An event touches its app alone; the others learn later, within a day")
  func eventsAreLocal() {
    var crowd = Crowd(50, seed: 6, price: 0.03)
    let begin = crowd.learner.clock.tick
    crowd.learner.opened("app7", at: crowd.now + 30_000)
    let moved = crowd.names.indices.filter { crowd.learner.apps[$0]!.tick > begin }
    #expect(moved.contains(7))
    // Those whose turn it was in the 100 ticks.
    #expect(moved.count <= 1 + 50 * 100 / UnlockHistory.length + 50)
    let later = crowd.now + 90_000
    crowd.learner.advance(to: later)
    for app in crowd.learner.apps {
      #expect(crowd.learner.clock.tick - app!.tick <= UnlockHistory.length)
    }
  }

  @Test("Of many apps a look touches only those that could be worth a wake")
  func fewAreTouched() {
    var crowd = Crowd(1_000, seed: 7, budget: 20)
    for step in 1...(6 * 288) {
      crowd.now += 300
      if step % 12 == 0 {
        let name = crowd.names[step / 12 % 10]
        crowd.learner.opened(name, at: crowd.now)
        crowd.learner.left(name, at: crowd.now)
      }
      if step % 3 == 0 { _ = crowd.look(.unlock, 1) }
    }
    var touched = 0
    crowd.learner.attention.visit(before: crowd.learner.clock.tick + 1) { _, _ in
      touched += 1
      return .max
    }
    #expect(touched < 100)
    #expect(touched > 0)
  }

  @Test("A removed app is never named, and the one that takes its place knows nothing of it")
  func removal() {
    var learner = RefreshLearner(price: 0.000_001, at: 0)
    var other = learner
    for name in ["a", "b"] { learner.add(name, at: 0) }
    for day in 0..<5 { learner.opened("a", at: Double(day) * 86_400) }
    learner.remove("a")
    #expect(learner.habits(of: "a") == nil)
    func live(_ learner: inout RefreshLearner) -> Set<String> {
      learner.add("c", at: 500_000)
      learner.opened("c", at: 500_100)
      learner.left("c", at: 500_200)
      return Set(learner.unlocked(at: 600_000) { _ in true }.map(\.app))
    }
    #expect(live(&learner) == ["b", "c"])
    #expect(live(&other) == ["c"])
    #expect(learner.habits(of: "c")?.bytes == other.habits(of: "c")?.bytes)
  }

  @Test("Each wake raises the price, time lowers it, within its bounds (F32)")
  func price() {
    var learner = RefreshLearner(budget: 10, price: 0.1, at: 0)
    _ = learner.look(.inUse, at: 0) { _ in true }
    learner.charge(10)
    let raised = learner.price(at: 0)
    #expect(abs(raised / 0.1 - 1.648_721) < 1e-5)
    #expect(abs(learner.price(at: 86_400) - 0.1) < 1e-12)
    learner.charge(1_000_000)
    #expect(learner.price(at: 0) == learner.parameters.priceBounds.upperBound)
    #expect(learner.price(at: 1e9) == learner.parameters.priceBounds.lowerBound)
  }
}
