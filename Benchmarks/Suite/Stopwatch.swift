import Glibc

/// The one place where the benchmarks read a clock: `CLOCK_MONOTONIC`, which apps, device and raw C
/// share.
enum Stopwatch {
  static var now: Int64 { read(CLOCK_MONOTONIC) }

  /// What a device adds to `now` to get an instant of its journal.
  static var journalOffset: Int64 { read(CLOCK_REALTIME) - now }

  /// Nanoseconds that `body` takes.
  static func time(_ body: () throws -> Void) rethrows -> Int64 {
    let start = now
    try body()
    return now - start
  }

  static func pause(milliseconds: Int) {
    var time = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
    nanosleep(&time, nil)
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
