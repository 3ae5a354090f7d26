import Glibc
import Multitasking

extension Instant {
  /// Local time of day, such as `14:05:09.123`.
  package var clock: String {
    var seconds = time_t(nanoseconds / 1_000_000_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    let milliseconds = nanoseconds / 1_000_000 % 1_000
    return [parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map { String($0).leftPadded(to: 2, with: "0") }.joined(separator: ":")
      + "." + String(milliseconds).leftPadded(to: 3, with: "0")
  }
}

extension String {
  package func leftPadded(to width: Int, with character: Character = " ") -> String {
    count >= width ? self : String(repeating: character, count: width - count) + self
  }

  package func padded(to width: Int) -> String {
    count >= width ? self : self + String(repeating: " ", count: width - count)
  }
}
