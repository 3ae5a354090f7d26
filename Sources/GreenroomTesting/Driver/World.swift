import CVirtualTime
import Glibc
import Multitasking

/// The clock of this process, which stands still unless somebody lets it go on.
enum World {
  /// `VIRTUAL_TIME_NEVER`, a macro that Swift does not see.
  private static let never = Int64.max

  static var isVirtual: Bool { virtual_time_is_active() }

  static var seed: UInt64 { virtual_time_seed() }

  static var trace: UInt64 { virtual_time_trace() }

  static var now: Instant { Instant(nanoseconds: virtual_time_now()) }

  /// The clock that an app asks how much background time is left.
  static var monotonic: Int64 {
    var time = timespec()
    // Fails only for clocks that do not exist.
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Stops the clock where it is.
  static func hold() { virtual_time_set_limit(virtual_time_now()) }

  /// Lets the clock go on, at most to an instant.
  static func run(to stop: Instant) { virtual_time_set_limit(stop.nanoseconds) }

  /// Lets the clock go on without end.
  static func release() { virtual_time_set_limit(never) }

  /// Moves the clock; what became overdue is due at once.
  static func skip(_ duration: Duration) {
    if duration > .zero { virtual_time_skip(duration.inNanoseconds) }
  }

  /// Returns when nothing but the caller can run without the clock moving.
  static func waitUntilIdle() { virtual_time_wait_until_idle() }

  /// When something of this process wants to run; nil: nothing does.
  static var nextDeadline: Instant? {
    let deadline = virtual_time_next_deadline()
    return deadline == never ? nil : Instant(nanoseconds: deadline)
  }

  /// Makes what follows independent of what the start of the process did.
  static func reseed() { virtual_time_reseed() }

  /// What each thread waits for, one a line.
  static var waits: String {
    var text = [CChar](repeating: 0, count: 16 * 1_024)
    let length = virtual_time_describe_waits(0, &text, Int32(text.count))
    return String(
      decoding: text.prefix(Int(max(0, length))).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
