import Foundation

/// News that come at random times, as a server has them: more by day than by night.
///
/// ```swift
/// let feed = NewsFeed(seed: 7)
/// let today = feed.items(after: yesterday, upTo: .now)
/// ```
/// A function of its seed and of time: a server that is started anew has the same news, and so has
/// everybody else with the same seed.
public struct NewsFeed: Sendable {
  public let seed: UInt64
  /// News an hour, by day, about; there is one in a quarter of an hour at most. From 27 on there is one
  /// in every quarter, by night too.
  public let perHour: Double

  public struct Item: Hashable, Sendable, Codable {
    public var id: Int
    public var date: Date
    public var title: String
  }

  public init(seed: UInt64, perHour: Double = 1) {
    self.seed = seed
    self.perHour = perHour
  }

  /// Everything that came after one moment and not after another, the newest first.
  public func items(after start: Date, upTo end: Date) -> [Item] {
    let (first, last) = (quarter(of: start), quarter(of: end))
    guard first <= last else { return [] }
    return (first...last).compactMap(item)
      .filter { $0.date > start && $0.date <= end }
      .sorted { $0.date > $1.date }
  }

  // Time is cut into quarters of an hour, each with one item or none.
  private static let quarterSeconds = 900.0

  private func quarter(of date: Date) -> Int {
    Int((date.timeIntervalSince1970 / Self.quarterSeconds).rounded(.down))
  }

  private func item(_ quarter: Int) -> Item? {
    var random = mixed(UInt64(bitPattern: Int64(quarter)))
    let hour = quarter / 4 % 24
    let likelihood = perHour / 4 * ((7..<23).contains(hour) ? 1 : 0.15)
    guard fraction(&random) < likelihood else { return nil }
    let date = Date(
      timeIntervalSince1970: (Double(quarter) + fraction(&random)) * Self.quarterSeconds)
    let subject = Self.subjects[Int(fraction(&random) * Double(Self.subjects.count))]
    let event = Self.events[Int(fraction(&random) * Double(Self.events.count))]
    return Item(id: quarter, date: date, title: "\(subject) \(event)")
  }

  /// From 0 to below 1.
  private func fraction(_ random: inout UInt64) -> Double {
    random = mixed(random)
    return Double(random >> 11) / Double(1 << 53)
  }

  private func mixed(_ value: UInt64) -> UInt64 {
    var mixed = (value &+ seed &* 0x9e37_79b9_7f4a_7c15) &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  private static let subjects = [
    "The harbour", "A comet", "The city choir", "Line 7", "The observatory", "A lost parrot",
    "The old bridge", "Rain", "The marathon", "A new bakery",
  ]
  private static let events = [
    "opens early", "is seen again", "takes a day off", "breaks a record", "moves next door",
    "surprises everybody", "is back on time", "looks for helpers",
  ]
}
