import Glibc

/// What follows from the parameters alone and is needed at every step.
struct Tables: Hashable, Sendable {
  /// A piece of the future that a forecast looks at as one.
  struct Step: Hashable, Sendable {
    var middle: Double
    var width: Double
    /// How much it still matters by then when the device was unlocked last.
    var memory: Double
    /// The horizon that ends with it, if one does.
    var horizon: Int?
  }

  let steps: [Step]
  /// What is not forgotten in a tick, and in an hour.
  let kept: Double
  let keptInHour: Double
  let weights: Double
  let longestHorizon: Double

  static let ticksInHour = 12

  init(_ parameters: Parameters) {
    var steps: [Step] = []
    var next = 0
    for (start, end) in zip(parameters.forecastSteps, parameters.forecastSteps.dropFirst()) {
      let middle = (start + end) / 2
      var step = Step(
        middle: middle, width: end - start, memory: exp(-middle / parameters.unlockMemory))
      if next < parameters.horizons.count, end >= parameters.horizons[next].seconds {
        step.horizon = next
        next += 1
      }
      steps.append(step)
    }
    self.steps = steps
    kept = pow(0.5, parameters.tick / parameters.halfLife)
    keptInHour = pow(kept, Double(Tables.ticksInHour))
    weights = parameters.horizons.reduce(0) { $0 + $1.weight }
    longestHorizon = parameters.horizons.last?.seconds ?? 0
  }
}
