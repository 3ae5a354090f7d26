/// A point on a device's timeline: nanoseconds since 1970, counted by a clock that never runs
/// backwards while the device is booted.
///
/// The policy never asks for one; drivers bring them along with every event.
public struct Instant: InstantProtocol, Hashable, Sendable, Codable {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public init(from decoder: any Decoder) throws {
    self.init(nanoseconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }

  public static let zero = Instant(nanoseconds: 0)

  public func advanced(by duration: Duration) -> Instant {
    Instant(nanoseconds: nanoseconds &+ duration.inNanoseconds)
  }

  public func duration(to other: Instant) -> Duration {
    .nanoseconds(other.nanoseconds &- nanoseconds)
  }

  public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }
  public static func + (a: Instant, b: Duration) -> Instant { a.advanced(by: b) }
  public static func - (a: Instant, b: Duration) -> Instant {
    Instant(nanoseconds: a.nanoseconds &- b.inNanoseconds)
  }
}

extension Duration {
  /// Whole nanoseconds; limits and ages on a device stay far below the 292 years that fit.
  public var inNanoseconds: Int64 {
    let parts = components
    return parts.seconds &* 1_000_000_000 &+ parts.attoseconds / 1_000_000_000
  }

  /// Seconds with fractions, for people and for `TimeInterval`.
  public var inSeconds: Double { Double(inNanoseconds) / 1e9 }

  /// A length of time as people say it: `350 ms`, `4 s`, `2 min 5 s`, `3 h`.
  public var spoken: String {
    if self < .zero { return "-" + (.zero - self).spoken }
    // Rounded before it is cut into parts: 3.9997 s are 4 s.
    let milliseconds = (inNanoseconds + 500_000) / 1_000_000
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    let seconds = (milliseconds + 50) / 1_000
    let tenths = (milliseconds + 50) / 100 % 10
    switch seconds {
    case ..<10: return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
    case ..<60: return "\(seconds) s"
    case ..<3_600: return Duration.pair(seconds / 60, "min", seconds % 60, "s")
    default: return Duration.pair(seconds / 3_600, "h", seconds % 3_600 / 60, "min")
    }
  }

  private static func pair(_ a: Int64, _ unit: String, _ b: Int64, _ smaller: String) -> String {
    b == 0 ? "\(a) \(unit)" : "\(a) \(unit) \(b) \(smaller)"
  }
}

// Lengths of time are written as nanoseconds, like instants: the standard library writes a pair of
// numbers that nobody can read. The compiler's own code for enums and structs of this module finds
// these first.
extension KeyedEncodingContainer {
  mutating func encode(_ duration: Duration, forKey key: Key) throws {
    try encode(duration.inNanoseconds, forKey: key)
  }

  mutating func encodeIfPresent(_ duration: Duration?, forKey key: Key) throws {
    try encodeIfPresent(duration?.inNanoseconds, forKey: key)
  }
}

extension KeyedDecodingContainer {
  func decode(_ type: Duration.Type, forKey key: Key) throws -> Duration {
    .nanoseconds(try decode(Int64.self, forKey: key))
  }

  func decodeIfPresent(_ type: Duration.Type, forKey key: Key) throws -> Duration? {
    try decodeIfPresent(Int64.self, forKey: key).map { .nanoseconds($0) }
  }
}
