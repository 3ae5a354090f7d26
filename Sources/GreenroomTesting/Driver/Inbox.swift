import AppLink
import CTestProcess
import Glibc
import Multitasking
import Synchronization
@_spi(InProcessDevice) import UIKit

/// What reaches the driver's thread: what the app says, and what the test asks for.
final class Inbox: Sendable {
  /// From the app. `life` counts its launches: what an earlier process said does not count.
  enum Message: Sendable {
    case made(life: Int, InProcessApplication)
    case said(life: Int, AppMessage, PassedDescriptor?)
    case exited(life: Int, Multitasking.ProcessExit)
  }

  typealias Request = @Sendable (Driver) -> Void

  private struct Contents {
    var messages: [Message] = []
    var requests: [Request] = []
  }

  private let contents = Mutex(Contents())
  private let bell = Bell()

  func put(_ message: Message) {
    contents.withLock { $0.messages.append(message) }
    bell.ring()
  }

  func put(_ request: @escaping Request) {
    contents.withLock { $0.requests.append(request) }
    bell.ring()
  }

  func takeMessage() -> Message? {
    contents.withLock { $0.messages.isEmpty ? nil : $0.messages.removeFirst() }
  }

  func takeRequest() -> Request? {
    contents.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
  }

  var hasMessages: Bool { contents.withLock { !$0.messages.isEmpty } }
  var isEmpty: Bool { contents.withLock { $0.messages.isEmpty && $0.requests.isEmpty } }

  /// Waits until something comes, or until an instant of the process's clock.
  func wait(until deadline: Instant) { bell.wait(until: deadline) }
}

/// A descriptor that came with a message; closed when nobody needs it any more.
final class PassedDescriptor: Sendable {
  let rawValue: CInt

  /// A copy of one that is open only now.
  init?(copying descriptor: CInt) {
    rawValue = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if rawValue < 0 { return nil }
  }

  deinit { close(rawValue) }
}

/// A thread waits, others call it.
private struct Bell: @unchecked Sendable {
  // The C side only does a semaphore's operations on it, and it lives as long as the process.
  private let bell = test_process_bell_create()

  func ring() { test_process_bell_ring(bell) }
  func wait(until deadline: Instant) { test_process_bell_wait(bell, deadline.nanoseconds) }
}
