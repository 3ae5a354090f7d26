import CLinux
import Glibc
import Synchronization

/// A process that this process started, until its end is collected.
///
/// `descriptor` becomes readable when the process ends: wait for that with a Dispatch read source
/// and call `reap()` then.
public final class SpawnedProcess: Sendable {
  /// Its number. Another process may get it once `reap()` has returned an exit.
  public let processID: pid_t
  /// Its pidfd: always this process, never another one with the same number.
  public let descriptor: OwnedDescriptor

  private let exit = Mutex<ProcessExit?>(nil)

  init(processID: pid_t, descriptor: OwnedDescriptor) {
    self.processID = processID
    self.descriptor = descriptor
  }

  /// Collects the end of the process without waiting for it.
  ///
  /// Returns nil while the process lives, and the same exit again after the first time.
  /// - Throws: `ProcessError.Code.systemCall` with `ECHILD` if somebody else collected it.
  public func reap() throws(ProcessError) -> ProcessExit? {
    try exit.withLock { exit throws(ProcessError) in
      if let exit { return exit }
      var status = greenroom_child_status()
      guard greenroom_reap(descriptor.rawValue, &status) == 0 else {
        throw ProcessError(
          .systemCall, operation: "wait for", object: "process \(processID)", systemError: errno,
          nextStep: "Nobody else may wait for it, and SIGCHLD must not be ignored.")
      }
      switch status.state {
      case GREENROOM_CHILD_EXITED: exit = .exited(code: status.value)
      case GREENROOM_CHILD_SIGNALED:
        exit = .signaled(signal: status.value, coreDumped: status.core_dumped)
      default: break
      }
      return exit
    }
  }

  /// Sends a signal to this one process.
  /// - Throws: `ProcessError.Code.gone` if its end has been collected.
  public func send(signal: CInt) throws(ProcessError) {
    guard greenroom_pidfd_send_signal(descriptor.rawValue, signal) != 0 else { return }
    let error = errno
    throw ProcessError(
      error == ESRCH ? .gone : .systemCall, operation: "send signal \(signal) to",
      object: "process \(processID)", systemError: error)
  }

  /// Sends a signal to the process group that this process leads. Returns false if there is none
  /// any more. Under the lock of `reap()`, because the number of a group belongs to us only until
  /// the leader's end is collected.
  func sendToGroup(signal: CInt) -> Bool {
    exit.withLock { exit in
      exit == nil && Glibc.kill(-processID, signal) == 0
    }
  }

  /// Whether the end has not been collected yet: as long, `processID` means this process.
  var isUnreaped: Bool { exit.withLock { $0 == nil } }

  /// Whether all threads of the process are stopped by a signal.
  var isStopped: Bool {
    var status = greenroom_child_status()
    return greenroom_peek_stopped(descriptor.rawValue, &status) == 0
      && status.state == GREENROOM_CHILD_STOPPED
  }
}
