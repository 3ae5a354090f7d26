import Glibc

/// What a learner knows beside its apps: how far it has come, when the device was unlocked, the price.
public struct LearnerClock: Hashable, Sendable, Codable {
  /// The number of the present tick, since 1970.
  private(set) var tick: Int
  /// Ticks since the beginning: every twelfth ends an hour of learning.
  private var count = 0
  var unlockedAt: Double
  /// The class of the time since then, at the beginning of the tick.
  private(set) var unlockClass: Int
  var price: WakePrice

  init(at time: Double, price: Double, _ parameters: Parameters) {
    tick = Int((time / parameters.tick).rounded(.down))
    unlockedAt = time - AppHabits.longAgo
    unlockClass = parameters.sinceUnlock.count - 1
    self.price = WakePrice(price)
  }

  func tickStart(_ parameters: Parameters) -> Double { Double(tick) * parameters.tick }

  /// A tick that is over, and what apps learn from it.
  struct Passing {
    var hour: Int
    var unlockClass: Int
    var end: Double
    var endsHour: Bool
    /// What is not forgotten, in the tick and in an hour.
    var kept: Double
    var keptInHour: Double
  }

  /// The present tick, if it is over by `time`.
  func next(by time: Double, _ parameters: Parameters) -> Passing? {
    let end = Double(tick + 1) * parameters.tick
    guard end <= time else { return nil }
    let kept = pow(0.5, parameters.tick / parameters.halfLife)
    return Passing(
      hour: Elapsed.hour(of: tickStart(parameters)), unlockClass: unlockClass, end: end,
      endsHour: (count + 1) % Self.ticksInHour == 0, kept: kept,
      keptInHour: pow(kept, Double(Self.ticksInHour)))
  }

  mutating func pass(_ passing: Passing, _ parameters: Parameters) {
    tick += 1
    count += 1
    unlockClass = Elapsed.index(of: passing.end - unlockedAt, in: parameters.sinceUnlock)
  }

  private static let ticksInHour = 12
}
