import Glibc
import Multitasking

/// The device's timeline. The only place of the daemon that reads a clock.
///
/// An instant is the wall-clock time of the boot plus what `CLOCK_MONOTONIC` has counted since:
/// readable as a date, never running backwards when somebody sets the clock.
struct DeviceClock: Sendable {
  private let offset: Int64

  init() {
    offset = DeviceClock.read(CLOCK_REALTIME) - DeviceClock.read(CLOCK_MONOTONIC)
  }

  var now: Instant { Instant(nanoseconds: DeviceClock.read(CLOCK_MONOTONIC) + offset) }

  /// The same moment on `CLOCK_MONOTONIC`, which app and device share.
  func monotonic(_ instant: Instant) -> Int64 { instant.nanoseconds - offset }

  /// What the wall clock shows now, told to the policy.
  var setting: Event {
    let wall = DeviceClock.read(CLOCK_REALTIME)
    return .clockSet(
      ahead: .nanoseconds(wall - now.nanoseconds),
      fromUTC: .seconds(TimeZoneOffset.seconds(at: Double(wall) / 1e9)))
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    // Fails only for clocks that do not exist.
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
