import GreenroomTesting
import Multitasking

// Letting time pass. For tests that don't wait.
extension Device {
  /// Lets time pass; what is due exactly at the end has happened when this returns.
  public func advance(by duration: Duration) throws {
    try askBlocking { try $0.advance(by: duration) }
  }

  /// Lets time pass until nothing waits for its time any more.
  ///
  /// - Parameter limit: the longest time to pass.
  public func advanceUntilIdle(limit: Duration = .seconds(24 * 3_600)) throws {
    try askBlocking { try $0.advanceUntilIdle(limit: limit) }
  }

  /// Lets everything happen that happens without time passing.
  public func runCurrent() throws { try askBlocking { try $0.settle() } }
}
