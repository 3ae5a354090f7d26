import CUIKit
import Foundation
import Synchronization

/// The places where this module ends the process or writes to standard error.
enum ProcessEnd {
  private static let hasBegun = Atomic(false)

  /// Whether the process is on its way out, so that the end of its link is no surprise.
  static var isUnderWay: Bool { hasBegun.load(ordering: .acquiring) }

  /// The next message is the last one.
  static func begin() { hasBegun.store(true, ordering: .releasing) }

  /// Ends the process because of its link.
  ///
  /// Called from any thread, also while the main thread is stuck: exit handlers don't run, because
  /// they would race with the app's own threads.
  static func fail(_ failure: LinkFailure) -> Never {
    report(failure.description)
    cuikit_flush_output()
    _exit(failure.code.rawValue)
  }

  /// Ends the process as `applicationWillTerminate` announced (L71).
  static func terminate() -> Never {
    fflush(nil)
    exit(EXIT_SUCCESS)
  }

  /// One line on standard error.
  static func report(_ line: String) {
    cuikit_write_error_line(line)
  }
}
