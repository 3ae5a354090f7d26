import Glibc
import Multitasking

/// Instants as the clock on the wall shows them.
enum LocalTime {
  /// Such as `14:05:09`.
  static func string(_ instant: Instant) -> String {
    let parts = parts(instant)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// Such as `9:05`, as a phone shows it.
  static func hourAndMinute(_ instant: Instant) -> String {
    let parts = parts(instant)
    return "\(parts.tm_hour):" + (parts.tm_min < 10 ? "0" : "") + "\(parts.tm_min)"
  }

  /// Such as `Tuesday, 1 December`.
  static func day(_ instant: Instant) -> String {
    let parts = parts(instant)
    let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    return "\(days[Int(parts.tm_wday)]), \(parts.tm_mday) \(months[Int(parts.tm_mon)])"
  }

  private static func parts(_ instant: Instant) -> tm {
    var seconds = time_t(instant.nanoseconds / 1_000_000_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts
  }
}
