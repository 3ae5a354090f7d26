import Multitasking

/// A text that is no length of time or no date.
public struct TimeTextError: Error, Hashable, Sendable, CustomStringConvertible {
  public let message: String

  public var description: String { message }
}

extension Duration {
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("min", 60_000_000_000),
    ("m", 60_000_000_000), ("ms", 1_000_000), ("s", 1_000_000_000),
  ]

  /// Reads a length of time such as `3h`, `90m`, `1d12h`, `2.5s` or `500ms`.
  ///
  /// Parts follow one another from large to small, each a number with its unit: d, h, m (or min), s,
  /// ms. Only the last may have a fraction, down to nanoseconds.
  /// - Throws: ``TimeTextError`` for anything else, and for more than 100 years.
  public init(text: String) throws(TimeTextError) {
    var rest = text.split(separator: " ").joined()[...]
    var total: Int64 = 0
    var smallest = Int64.max
    var hasFraction = false
    guard !rest.isEmpty else { throw Duration.unreadable(text) }
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest.removeFirst(number.count)
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      rest.removeFirst(name.count)
      guard let unit = Duration.units.first(where: { $0.name == name }), !hasFraction,
        unit.nanoseconds < smallest,
        let value = Duration.nanoseconds(of: number, unit.nanoseconds)
      else { throw Duration.unreadable(text) }
      smallest = unit.nanoseconds
      hasFraction = number.contains(".")
      let (sum, isTooMuch) = total.addingReportingOverflow(value)
      guard !isTooMuch, sum <= ControlLimits.waitNanosecondsMax else {
        throw TimeTextError(message: "\"\(text)\" is longer than 100 years")
      }
      total = sum
    }
    self = .nanoseconds(total)
  }

  /// In decimal arithmetic: 0.1 s are 100 ms exactly.
  private static func nanoseconds(of number: Substring, _ unit: Int64) -> Int64? {
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = Int64(parts[0]) else { return nil }
    var (total, isTooMuch) = whole.multipliedReportingOverflow(by: unit)
    if isTooMuch { total = Int64.max }
    guard parts.count == 2 else { return total }
    guard (1...9).contains(parts[1].count) else { return nil }
    var place = unit
    for digit in parts[1] {
      guard let digit = digit.wholeNumberValue else { return nil }
      place /= 10
      let (sum, isTooMuch) = total.addingReportingOverflow(Int64(digit) * place)
      total = isTooMuch ? Int64.max : sum
    }
    return total
  }

  private static func unreadable(_ text: String) -> TimeTextError {
    TimeTextError(
      message: "\"\(text.prefix(100))\" is not a length of time; write it like 3h, 90m, 20s, "
        + "1d12h or 500ms")
  }

  /// As ``init(text:)`` reads it: `1d12h`, `2s500ms`.
  public var text: String {
    var rest = inNanoseconds
    guard rest > 0 else { return "0s" }
    var text = ""
    for unit in Duration.units where unit.name != "min" && unit.name != "ms" {
      if rest >= unit.nanoseconds { text += "\(rest / unit.nanoseconds)\(unit.name)" }
      rest %= unit.nanoseconds
    }
    guard rest > 0 else { return text }
    text += "\(rest / 1_000_000)"
    let fraction = rest % 1_000_000
    if fraction > 0 { text += "." + fraction.padded(to: 6) }
    return text + "ms"
  }
}

extension Instant {
  /// Reads a date such as `2026-01-01`, `2026-01-01T06:30Z` or `2026-01-01T06:30:00.5Z`, in UTC.
  /// - Throws: ``TimeTextError`` for anything else, and for dates before 1970 or after 2200.
  public init(text: String) throws(TimeTextError) {
    let error = TimeTextError(
      message: "\"\(text.prefix(100))\" is not a date; write it like 2026-01-01T06:30:00Z (UTC)")
    var time = text[...]
    let date = time.prefix { $0 != "T" && $0 != " " }
    time.removeFirst(date.count)
    guard let day = Instant.numbers(date, "-"), day.count == 3, date.utf8.count == 10,
      (1970...2200).contains(day[0]), (1...12).contains(day[1]),
      (1...Instant.days(inMonth: day[1], of: day[0])).contains(day[2])
    else { throw error }
    var nanoseconds = Instant.daysSince1970(day[0], day[1], day[2]) * 86_400_000_000_000
    if !time.isEmpty {
      time.removeFirst()
      if time.last == "Z" { time.removeLast() }
      let parts = time.split(separator: ".", omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count), let clock = Instant.numbers(parts[0], ":"),
        (2...3).contains(clock.count), parts[0].utf8.count == clock.count * 3 - 1,
        clock[0] < 24, clock[1] < 60, clock.count == 2 || clock[2] < 60
      else { throw error }
      let seconds = clock[0] * 3_600 + clock[1] * 60 + (clock.count == 3 ? clock[2] : 0)
      nanoseconds += seconds * 1_000_000_000
      if parts.count == 2 {
        guard clock.count == 3, (1...9).contains(parts[1].utf8.count),
          parts[1].allSatisfy({ $0.isASCII && $0.isNumber }),
          let fraction = Int64(parts[1] + String(repeating: "0", count: 9 - parts[1].utf8.count))
        else { throw error }
        nanoseconds += fraction
      }
    }
    self.init(nanoseconds: nanoseconds)
  }

  /// As ``init(text:)`` reads it, in UTC: `2026-01-01T06:30:00Z`, with milliseconds or nanoseconds if
  /// there are any.
  public var text: String {
    let day = 86_400_000_000_000 as Int64
    var days = nanoseconds / day
    var rest = nanoseconds % day
    if rest < 0 { (days, rest) = (days - 1, rest + day) }
    let (year, month, dayOfMonth) = Instant.date(daysSince1970: days)
    let seconds = rest / 1_000_000_000
    let fraction = rest % 1_000_000_000
    var text = "\(year.padded(to: 4))-\(month.padded(to: 2))-\(dayOfMonth.padded(to: 2))T"
    text += [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }
      .joined(separator: ":")
    if fraction % 1_000_000 != 0 {
      text += "." + fraction.padded(to: 9)
    } else if fraction != 0 {
      text += "." + (fraction / 1_000_000).padded(to: 3)
    }
    return text + "Z"
  }

  private static func numbers(_ text: Substring, _ separator: Character) -> [Int64]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int64(part) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }

  private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    return daysSince1970(next.0, next.1, 1) - daysSince1970(year, month, 1)
  }

  // Years begin with March here, so that the leap day is the last.
  private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let fromMarch = (month + 9) % 12
    return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400
      + (fromMarch * 153 + 2) / 5 + day - 1 - 719_468
  }

  private static func date(daysSince1970 days: Int64) -> (Int64, Int64, Int64) {
    // A first guess, never too late, then the right one.
    var year = days >= 0 ? days / 366 + 1970 : days / 365 + 1969
    while daysSince1970(year + 1, 1, 1) <= days { year += 1 }
    var month: Int64 = 1
    while month < 12, daysSince1970(year, month + 1, 1) <= days { month += 1 }
    return (year, month, days - daysSince1970(year, month, 1) + 1)
  }
}

extension Int64 {
  fileprivate func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
