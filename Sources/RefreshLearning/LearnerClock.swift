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
  }

  /// The present tick, if it is over by `time`.
  func next(by time: Double, _ parameters: Parameters) -> Passing? {
    Double(tick + 1) * parameters.tick <= time
      ? passing(tick, unlockClass: unlockClass, parameters) : nil
  }

  /// A tick that is over, or will be.
  func passing(_ tick: Int, unlockClass: Int, _ parameters: Parameters) -> Passing {
    Passing(
      hour: Elapsed.hour(of: Double(tick) * parameters.tick), unlockClass: unlockClass,
      end: Double(tick + 1) * parameters.tick,
      endsHour: (count + 1 + tick - self.tick) % Tables.ticksInHour == 0)
  }

  mutating func pass(_ passing: Passing, _ parameters: Parameters) {
    tick += 1
    count += 1
    unlockClass = Elapsed.index(of: passing.end - unlockedAt, in: parameters.sinceUnlock)
  }
}
