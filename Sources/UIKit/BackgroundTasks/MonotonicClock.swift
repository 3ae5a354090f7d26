import Foundation

/// `CLOCK_MONOTONIC`, the clock that app and device share.
package enum MonotonicClock {
  package static var nanoseconds: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }
}
