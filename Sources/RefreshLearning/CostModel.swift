import Glibc

/// What an app's fetches cost, compared with what a fetch is expected to cost (F8).
struct CostModel: Hashable, Sendable, Codable {
  /// The logarithm of the cost, averaged; 0: as expected, or not known.
  private var level = 0.0
  /// Answers that claimed new data without traffic, fading.
  private var falseClaims = 0.0

  mutating func visit(_ body: (inout Double) -> Void) {
    body(&level)
    body(&falseClaims)
  }

  mutating func answered(_ cost: FetchCost?, isFalseClaim: Bool, _ parameters: Parameters) {
    falseClaims = falseClaims * (1 - parameters.costRate) + (isFalseClaim ? 1 : 0)
    guard let cost else { return }
    level += parameters.costRate * (cost.relative(to: parameters) - level)
  }

  /// By how much a wake of this app is dearer than others.
  func factor(_ parameters: Parameters) -> Double {
    let bounds = parameters.costBounds
    let cost = min(max(exp(level / 2), bounds.lowerBound), bounds.upperBound)
    return cost * pow(parameters.falseClaimFactor, falseClaims)
  }
}

/// What one fetch has cost, as far as it was measured.
public struct FetchCost: Hashable, Sendable, Codable {
  /// From its beginning to the answer.
  public var seconds: Double
  public var processorSeconds: Double?
  public var bytes: Int?

  public init(seconds: Double, processorSeconds: Double? = nil, bytes: Int? = nil) {
    self.seconds = seconds
    self.processorSeconds = processorSeconds
    self.bytes = bytes
  }

  /// An estimate, of processor and radio; what was not measured counts as nothing.
  public func joules(_ parameters: Parameters = Parameters()) -> Double {
    (processorSeconds ?? 0) * parameters.processorWatts + seconds * parameters.radioWatts
      + Double(bytes ?? 0) * parameters.joulesPerByte
  }

  /// The logarithm of how much dearer than expected it was, by the mean of what is known.
  func relative(to parameters: Parameters) -> Double {
    var logarithms = [log(max(seconds, 0.01) / parameters.typicalSeconds)]
    if let processorSeconds {
      logarithms.append(log(max(processorSeconds, 0.001) / parameters.typicalProcessorSeconds))
    }
    if let bytes { logarithms.append(log(max(Double(bytes), 64) / parameters.typicalBytes)) }
    return logarithms.reduce(0, +) / Double(logarithms.count)
  }
}
