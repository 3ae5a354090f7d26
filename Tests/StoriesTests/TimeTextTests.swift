import ControlAPI
import Multitasking
import Testing

struct TimeTextTests {
  @Test(
    "A length of time is read in parts, exactly",
    arguments: [
      ("3h", 10_800_000_000_000), ("90m", 5_400_000_000_000), ("20s", 20_000_000_000),
      ("1d12h", 129_600_000_000_000), ("500ms", 500_000_000), ("2min 5s", 125_000_000_000),
      ("0.1s", 100_000_000), ("1.5d", 129_600_000_000_000), ("0s", 0),
      ("0.000000001s", 1), ("1d2h3m4s5ms", 93_784_005_000_000),
    ] as [(String, Int64)])
  func durations(_ text: String, _ nanoseconds: Int64) throws {
    #expect(try Duration(text: text).inNanoseconds == nanoseconds)
  }

  @Test(
    "What is no length of time is refused, with what one looks like",
    arguments: [
      "", "3", "h", "3 hours", "-3h", "+3h", "3h2d", "3h3h", "1.5h20m", "1.s", ".5s", "1..5s", "٣h",
      "0.1234567890s", "3h!", "NaNs", "1e3s",
    ])
  func badDurations(_ text: String) {
    #expect { try Duration(text: text) } throws: { "\($0)".contains("write it like 3h") }
  }

  @Test(
    "More than 100 years are refused, however they are written",
    arguments: ["36600d1s", "99999999999999d", "9223372036854775807ms", "99999999999999999999s"])
  func longDurations(_ text: String) {
    #expect(throws: TimeTextError.self) { try Duration(text: text) }
  }

  @Test("A length of time is written as it is read")
  func durationTexts() throws {
    for text in ["3h", "1d12h", "500ms", "2s500ms", "1m", "0s", "1d2h3m4s5ms", "0.000001ms"] {
      #expect(try Duration(text: text).text == text)
    }
    for nanoseconds in [1, 999, 1_000_000, 86_399_999_999_999, 8_640_000_000_000_001] as [Int64] {
      let text = Duration.nanoseconds(nanoseconds).text
      #expect(try Duration(text: text).inNanoseconds == nanoseconds, "\(text)")
    }
  }

  @Test(
    "A date is read in UTC",
    arguments: [
      ("1970-01-01", 0), ("2026-01-01", 1_767_225_600_000_000_000),
      ("2026-01-01T06:30Z", 1_767_249_000_000_000_000),
      ("2026-01-01T06:30:01.5Z", 1_767_249_001_500_000_000),
      ("2026-01-01 06:30:00", 1_767_249_000_000_000_000),
      ("2024-02-29T23:59:59.000000001Z", 1_709_251_199_000_000_001),
    ] as [(String, Int64)])
  func dates(_ text: String, _ nanoseconds: Int64) throws {
    #expect(try Instant(text: text).nanoseconds == nanoseconds)
  }

  @Test(
    "What is no date is refused",
    arguments: [
      "", "today", "2026", "2026-13-01", "2026-02-29", "2026-1-1", "1969-12-31", "2201-01-01",
      "2026-01-01T", "2026-01-01T24:00Z", "2026-01-01T06Z", "2026-01-01T06:60Z",
      "2026-01-01T06:30:61Z", "2026-01-01T06:30.5Z", "2026-01-01T06:30:00+01:00",
      "2026-01-01T06:30:00.Z", "2026-01-01T6:30Z", "-2026-01-01",
    ])
  func badDates(_ text: String) {
    #expect(throws: TimeTextError.self) { try Instant(text: text) }
  }

  @Test("A date is written as it is read, on every day of two centuries")
  func dateTexts() throws {
    let day = 86_400_000_000_000 as Int64
    for number in stride(from: 0, through: 84_000, by: 1) as StrideThrough<Int64> {
      let instant = Instant(nanoseconds: number * day + number)
      #expect(try Instant(text: instant.text) == instant)
    }
    #expect(Instant(nanoseconds: 500_000_000).text == "1970-01-01T00:00:00.500Z")
    #expect(Instant(nanoseconds: -1).text == "1969-12-31T23:59:59.999999999Z")
  }
}
