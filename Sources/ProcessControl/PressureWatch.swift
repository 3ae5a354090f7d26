import CLinux
import Glibc

/// Reports when processes wait for memory (or another resource) too long: pressure stall
/// information of the kernel.
///
/// `wait()` occupies a thread. Give it one of its own, and end that with `end()`.
public final class PressureWatch: Sendable {
  /// How a wait ended.
  public enum Event: Sendable {
    /// The threshold was crossed.
    case stalled
    /// Somebody called `end()`.
    case ended
  }

  /// The pressure file of memory for the whole machine.
  public static let memory = "/proc/pressure/memory"

  private let path: String
  private let trigger: OwnedDescriptor
  private let wakeup: OwnedDescriptor

  /// Watches a pressure file.
  ///
  /// - Parameters:
  ///   - path: A file of /proc/pressure, or the `memory.pressure` of a cgroup.
  ///   - stall: How long some process has to wait within the window.
  ///   - window: Between 2 and 10 seconds; ordinary users need a multiple of 2 seconds.
  /// - Throws: `ProcessError.Code.systemCall`, with `EINVAL` for windows that this user may not use
  ///   and `ENOENT` or `EOPNOTSUPP` for kernels that do not measure pressure.
  public init(
    path: String = PressureWatch.memory, stall: Duration, window: Duration
  ) throws(ProcessError) {
    self.path = path
    let microseconds = [stall, window].map { Int64(($0 / .microseconds(1)).rounded()) }
    let number = greenroom_pressure_open(path, "some \(microseconds[0]) \(microseconds[1])")
    guard number >= 0 else {
      throw ProcessError(
        .systemCall, operation: "watch", object: path, systemError: errno,
        nextStep: "Use a window that is a multiple of 2 s, on a kernel with psi=1.")
    }
    trigger = OwnedDescriptor(owning: number)
    let wakeupNumber = greenroom_wakeup_open()
    guard wakeupNumber >= 0 else {
      throw ProcessError(.systemCall, operation: "watch", object: path, systemError: errno)
    }
    wakeup = OwnedDescriptor(owning: wakeupNumber)
  }

  /// Waits for the next crossing of the threshold (at most one per window), or for `end()`.
  /// - Throws: `ProcessError.Code.gone` if the watched cgroup has been removed.
  public func wait() throws(ProcessError) -> Event {
    switch greenroom_pressure_wait(trigger.rawValue, wakeup.rawValue) {
    case GREENROOM_PRESSURE_STALLED: return .stalled
    case GREENROOM_PRESSURE_WOKEN: return .ended
    default:
      throw ProcessError(
        errno == ENODEV ? .gone : .systemCall, operation: "wait for pressure", object: path,
        systemError: errno)
    }
  }

  /// Ends the current and every later `wait()`.
  public func end() {
    // Fails only when the counter is full, and then the waits end anyway.
    _ = greenroom_wakeup_signal(wakeup.rawValue)
  }
}
