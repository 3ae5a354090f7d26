import CVirtualTimeInterface
import Glibc

/// The world of virtual time that this process lives in.
///
/// ```swift
/// if let time = VirtualTime.current { time.setLimit(time.now) }
/// ```
/// A world is this process and its descendants under `libVirtualTime.so`: they have one clock, and
/// one thread of all of them runs at a time. `VirtualTime.h` says what each call means; instants are
/// nanoseconds since 1970.
// @unchecked: addresses of functions that never change and that any thread may call.
public struct VirtualTime: @unchecked Sendable {
  /// Nil in a process that lives in real time.
  public static let current: VirtualTime? =
    virtual_time_interface_if_active().map { VirtualTime(library: $0.pointee) }

  /// What the library calls no deadline, and no limit.
  public static let never = Int64.max

  private let library: virtual_time_interface

  public var now: Int64 { library.now() }
  /// Chooses among threads that could run.
  public var seed: UInt64 { library.seed() }
  /// A hash over all switches between threads: equal for two runs that did the same.
  public var trace: UInt64 { library.trace() }
  /// How often a thread was chosen to run.
  public var switches: UInt64 { library.switches() }
  /// Where the clock stops.
  public var limit: Int64 { library.limit() }
  /// When something wants to run next that is not frozen; ``never`` if nothing does.
  public var nextDeadline: Int64 { library.next_deadline() }

  public func setLimit(_ instant: Int64) { library.set_limit(instant) }

  /// Blocks this thread until nothing else can run at this instant.
  public func waitUntilIdle() { library.wait_until_idle() }

  /// What happened before has no influence any more on which thread is chosen.
  public func reseed() { library.reseed() }

  /// Has the world wait for what comes from outside of it.
  public func acceptOutsideInput() { library.accept_outside_input() }

  /// The number of a process in its world, the same in each run; 0 if it is not one of the world.
  public func number(of process: pid_t) -> Int32 { library.process_number(process) }

  /// What the library said last about a process, also if that has ended since: which call it refused,
  /// or why it ended it. Nil if it said nothing.
  public func lastReport(on process: pid_t) -> String? {
    var text = [CChar](repeating: 0, count: 1024)
    let length = library.last_report(process, &text, CInt(text.count))
    guard length > 0 else { return nil }
    let bytes = text.prefix(min(Int(length), text.count - 1)).map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What each thread of a process waits for, a line each.
  public func waits(of process: pid_t) -> [String] {
    var text = [CChar](repeating: 0, count: 16 * 1024)
    let length = library.describe_waits(process, &text, CInt(text.count))
    let bytes = text.prefix(max(0, min(Int(length), text.count - 1)))
      .map { UInt8(bitPattern: $0) }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether there ever was a process that descends from this one and is not in the world.
  var hasHadOutsiders: Bool { library.has_had_outsiders() }

  /// How many processes that descend from `leader` run no further instruction.
  func freeze(_ leader: pid_t) -> Int { Int(library.freeze(leader)) }
  func thaw(_ leader: pid_t) -> Int { Int(library.thaw(leader)) }
  func kill(_ leader: pid_t) -> Int { Int(library.kill(leader)) }

  /// Living processes that descend from `leader`, in the order of their births.
  func members(of leader: pid_t) -> [pid_t] {
    var members = [pid_t](repeating: 0, count: 16)
    while true {
      let count = Int(library.members(leader, &members, CInt(members.count)))
      if count <= members.count { return Array(members.prefix(max(0, count))) }
      members = [pid_t](repeating: 0, count: count)
    }
  }
}
