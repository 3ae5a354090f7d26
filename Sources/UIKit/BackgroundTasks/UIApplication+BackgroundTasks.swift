import CUIKit
import Foundation

extension UIApplication {
  /// Seconds that the app may still run in the background.
  ///
  /// `.greatestFiniteMagnitude` in the foreground, and in the background while nothing counts
  /// down (T19, T20). Callable from any thread.
  public nonisolated var backgroundTimeRemaining: TimeInterval {
    backgroundTasks.timeRemaining
  }

  /// Asks for time to finish a task if the app enters the background.
  ///
  /// Every task needs one ``endBackgroundTask(_:)``. When the time is nearly over, `handler` is
  /// called on the main thread (T21); an app that then still holds a task is ended (T23).
  /// Callable from any thread (T30).
  ///
  /// - Returns: the task's token; `.invalid` where background execution is not possible (T11).
  @inline(never)
  @preconcurrency public nonisolated func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    backgroundTasks.begin(name: .caller(cuikit_return_address()), handler: handler)
  }

  /// Asks for time, as ``beginBackgroundTask(expirationHandler:)`` does, under a name that
  /// people see when they ask why the app runs.
  ///
  /// Without a name one is made from the caller (T29).
  @inline(never)
  @preconcurrency public nonisolated func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    let name = taskName.map(BackgroundTaskName.given) ?? .caller(cuikit_return_address())
    return backgroundTasks.begin(name: name, handler: handler)
  }

  /// Ends a task.
  ///
  /// An unknown token, or one that was ended before, only causes a line on standard error (T25).
  public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    backgroundTasks.end(identifier)
  }
}
