/// What a fetch of one app is worth at an instant, and what it would have to be worth.
public struct Estimate: Hashable, Sendable, Codable {
  public struct Term: Hashable, Sendable, Codable {
    /// Seconds.
    public var horizon: Double
    public var weight: Double
    /// That the app is opened within the horizon.
    public var opening: Double
    /// That content waits which is older than the horizon.
    public var waiting: Double
  }

  public var moment: Moment
  public var terms: [Term]
  public var value: Double
  public var price: Double
  /// By how much the price is multiplied at such a moment.
  public var momentFactor: Double
  /// By how much for this app, because of what its fetches cost (F8).
  public var costFactor: Double
  /// Seconds since the app had its content last.
  public var age: Double
  /// Seconds between arrivals of content, as learned.
  public var contentInterval: Double
  /// Woken although it is not worth it, to see whether there is news again.
  public var isProbe = false

  public var bar: Double { price * momentFactor * costFactor }
  public var isWorthIt: Bool { value >= bar }
}

/// The moments at which apps may be woken.
public enum Moment: String, Hashable, Sendable, Codable, CaseIterable {
  case unlock
  case inUse = "in use"
  case asleep
}

extension Estimate: CustomStringConvertible {
  /// All of the sum, so that a person can follow it.
  public var description: String {
    let sum = terms.map { term in
      "\(Text.span(term.horizon)): opened \(Text.percent(term.opening)) x "
        + "news \(Text.percent(term.waiting))"
    }
    let factors =
      "x\(Text.number(momentFactor, 1)) (\(moment.rawValue))"
      + (costFactor == 1 ? "" : " x\(Text.number(costFactor, 2)) (its cost)")
    return sum.joined(separator: ", ") + "; last look \(Text.span(age)) ago, news every "
      + "\(Text.span(contentInterval)); worth \(Text.number(value, 4)) "
      + (isWorthIt ? ">=" : "<") + " price \(Text.number(price, 4)) \(factors)"
      + (isProbe ? "; asked once again whether there is news" : "")
  }
}

/// Numbers as people read them, without Foundation.
enum Text {
  static func number(_ value: Double, _ digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let rounded = Int64((value * scale).rounded())
    guard digits > 0 else { return "\(rounded)" }
    let whole = rounded / Int64(scale)
    let rest = String(abs(rounded % Int64(scale)))
    return "\(whole)." + String(repeating: "0", count: digits - rest.count) + rest
  }

  static func percent(_ value: Double) -> String { "\(number(value * 100, 0)) %" }

  static func span(_ seconds: Double) -> String {
    switch seconds {
    case ..<90: "\(number(seconds, 0)) s"
    case ..<5_400: "\(number(seconds / 60, 0)) min"
    case ..<172_800: "\(number(seconds / 3_600, seconds < 36_000 ? 1 : 0)) h"
    default: "\(number(seconds / 86_400, 0)) days"
    }
  }
}
