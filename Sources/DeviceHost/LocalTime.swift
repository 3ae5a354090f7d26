import Glibc
import Multitasking

/// Instants as the clock on the wall shows them.
enum LocalTime {
  /// Such as `14:05:09`.
  static func string(_ instant: Instant) -> String {
    var seconds = time_t(instant.nanoseconds / 1_000_000_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
