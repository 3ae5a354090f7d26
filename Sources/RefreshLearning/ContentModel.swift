import Glibc

/// How often an app has something new, learned from the answers to its fetches.
///
/// An answer tells only whether anything came since the last look. The expected number of arrivals,
/// given that there was at least one, stands in for the number that nobody counted.
struct ContentModel: Hashable, Sendable, Codable {
  private var arrivals: Double
  private var watched: Double

  init(_ parameters: Parameters) {
    arrivals = parameters.firstContentWeight / parameters.firstContentInterval
    watched = parameters.firstContentWeight
  }

  mutating func visit(_ body: (inout Double) -> Void) {
    body(&arrivals)
    body(&watched)
  }

  var isSound: Bool { arrivals >= 0 && watched > 0 }

  /// Arrivals a second.
  var rate: Double { arrivals / watched }

  /// - Parameter gap: Seconds since the app had its content last.
  mutating func answered(hadNews: Bool, after gap: Double, _ parameters: Parameters) {
    let expected = max(rate * gap, 1e-9)
    let halfLife = min(
      max(parameters.contentMemory / rate, parameters.contentHalfLife.lowerBound),
      parameters.contentHalfLife.upperBound)
    let kept = pow(0.5, gap / halfLife)
    arrivals = arrivals * kept + (hadNews ? expected / (1 - exp(-expected)) : 0)
    watched = watched * kept + gap
  }

  /// How likely there is content that has waited for longer than `age`, `gap` after the last look.
  func likelihood(ofOlderThan age: Double, after gap: Double) -> Double {
    1 - exp(-rate * max(gap - age, 0))
  }
}
