/// Greenroom at fixed prices and at budgets, phone by phone.
enum Prices {
  static func print(_ replays: [Replay]) {
    Swift.print("\nGreenroom, wakes a day / freshness (gain)\n")
    Swift.print("".left(16) + replays.map { $0.trace.user.right(22) }.joined())
    for price in [0.008, 0.012, 0.02, 0.03, 0.05] {
      line("price \(price)", replays) { LearningPolicy($0, price: price) }
    }
    for budget in [20.0, 40, 80] {
      line("budget \(Int(budget)) a day", replays) { LearningPolicy($0, budget: budget) }
    }
  }

  private static func line(
    _ name: String, _ replays: [Replay], _ make: (Replay) -> LearningPolicy
  ) {
    let columns = replays.map { replay in
      var policy = make(replay)
      let score = replay.run(&policy).score
      let figures = "\(score.wakesPerDay.fixed(1)) / \(score.freshness.fixed(3))"
      return "\(figures) (\(score.phi.fixed(2)))".right(22)
    }
    Swift.print(name.left(16) + columns.joined())
  }
}
