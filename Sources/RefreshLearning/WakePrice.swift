import Glibc

/// What a wake must be worth, so that a day's budget lasts for a day.
struct WakePrice: Hashable, Sendable, Codable {
  private var price: Double
  private var changedAt: Double?

  init(_ price: Double) { self.price = price }

  /// The price at an instant: it falls while nobody is woken.
  func value(at time: Double, budget: Double?, _ parameters: Parameters) -> Double {
    guard budget != nil, let changedAt else { return price }
    return clamped(price * exp(-parameters.priceRate * (time - changedAt) / 86_400), parameters)
  }

  /// The price is looked at.
  mutating func settle(at time: Double, budget: Double?, _ parameters: Parameters) {
    price = value(at: time, budget: budget, parameters)
    if budget != nil { changedAt = time }
  }

  /// It rises with every wake.
  mutating func charge(_ wakes: Int, budget: Double?, _ parameters: Parameters) {
    guard let budget, wakes > 0 else { return }
    price = clamped(price * exp(parameters.priceRate * Double(wakes) / budget), parameters)
  }

  private func clamped(_ price: Double, _ parameters: Parameters) -> Double {
    min(max(price, parameters.priceBounds.lowerBound), parameters.priceBounds.upperBound)
  }
}
