import CLinux
import Glibc

/// Takes network connections away from processes that do not run, as iOS does with suspended apps (N1).
public enum SocketReclaim {
  /// Resets the TCP connections of processes and closes their listening sockets to others.
  ///
  /// Descriptors stay open, and fail at their next use. What is not TCP stays as it is: a link to the
  /// device, pipes, files.
  /// - Returns: how many sockets were taken away.
  /// - Throws: `ProcessError.Code.systemCall` where the kernel does not let this user do it.
  @discardableResult
  public static func reclaim(from processes: [pid_t]) throws(ProcessError) -> Int {
    var count = 0
    for process in processes { count += try reclaim(from: process) }
    return count
  }

  private static func reclaim(from process: pid_t) throws(ProcessError) -> Int {
    let number = greenroom_pidfd_open(process)
    // It has ended: nothing is left to be taken.
    guard number >= 0 else { return 0 }
    let pidfd = OwnedDescriptor(owning: number)
    let names = (try? entries(ofDirectory: "/proc/\(process)/fd")) ?? []
    var count = 0
    for descriptor in names.compactMap({ CInt($0) }).sorted() {
      switch greenroom_reclaim_socket(pidfd.rawValue, descriptor) {
      case 1: count += 1
      case 0: break
      default:
        if errno == ESRCH { return count }
        throw ProcessError(
          .systemCall, operation: "take a socket from", object: "process \(process)",
          systemError: errno,
          nextStep: "Check kernel.yama.ptrace_scope: 0 and 1 allow it.")
      }
    }
    return count
  }
}
