import ControlAPI
import FoundationEssentials
import Multitasking
import NewsFeed

/// A week of a phone in virtual time: a person with habits, an app with news, and a system that
/// learns when a fetch is worth it.
struct Week {
  static let days = 7
  static let start = Date(timeIntervalSince1970: 1_767_571_200)  // Monday, 2026-01-05
  static let feed = NewsFeed(seed: 7)

  var opens: [Date] = []
  var wakes: [Date] = []
  let arrivals: [Date]

  init() {
    let end = Week.start.addingTimeInterval(Double(Week.days) * 86_400)
    arrivals = Week.feed.items(after: Week.start, upTo: end).map(\.date).reversed()
  }

  /// Minutes of the day at which the person looks at the news, more or less.
  static let habit = [7 * 60 + 30, 12 * 60 + 30, 18 * 60, 21 * 60 + 30]

  /// When the person looks, day by day: nobody is punctual.
  static let looks: [[Int]] = (0..<days).map { day in
    habit.enumerated().map { index, minute in minute + (day * 17 + index * 11) % 23 - 11 }
  }

  /// What the journal tells.
  mutating func take(_ entry: JournalEntry) {
    guard case .event(let event, let effects) = entry.content else { return }
    let date = Date(timeIntervalSince1970: Double(entry.at.nanoseconds) / 1e9)
    if case .opened = event { opens.append(date) }
    for effect in effects {
      guard case .deliver(let delivery) = effect.action, case .performFetch = delivery.message
      else { continue }
      wakes.append(date)
    }
  }

  /// How long the oldest news waited that were not on the phone at a moment, in seconds.
  func staleness(at date: Date) -> Double {
    let synced = (opens + wakes).filter { $0 < date }.max() ?? Week.start
    guard let oldest = arrivals.first(where: { $0 > synced && $0 <= date }) else { return 0 }
    return date.timeIntervalSince(oldest)
  }

  /// The part of a day's wakes that came in the two hours before the person looked.
  func shareNearLooks(days: Range<Int>) -> Double {
    let range = days.lowerBound..<days.upperBound
    let some = wakes.filter { range.contains(day(of: $0)) }
    let near = some.filter { wake in
      opens.contains { (0...7_200).contains($0.timeIntervalSince(wake)) }
    }
    return some.isEmpty ? 0 : Double(near.count) / Double(some.count)
  }

  func day(of date: Date) -> Int { Int(date.timeIntervalSince(Week.start) / 86_400) }

  /// Opens that found nothing older than a quarter of an hour missing.
  var freshOpens: Int { opens.count { staleness(at: $0) <= 900 } }
}
