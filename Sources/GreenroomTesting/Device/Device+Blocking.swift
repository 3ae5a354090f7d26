import Foundation
import Multitasking
import Synchronization
@_spi(InProcessDevice) import UIKit

// For tests that can't wait asynchronously.
extension Device {
  /// Has the driver do something; meanwhile the main thread, which the test runs on, runs the app.
  package func askBlocking<Result: Sendable>(
    _ body: @escaping @Sendable (Driver) throws -> Result
  ) throws -> Result {
    precondition(
      Thread.isMainThread,
      "a test that waits for its device without `await` runs on the main thread"
    )
    let answer = Answer<Result>()
    driver.inbox.put { driver in
      answer.set(Swift.Result { try body(driver) })
      TestReport.current?.update(driver)
      // Wakes the run loop below.
      MainRunLoop.perform {}
    }
    while true {
      if let result = answer.get() { return try result.get() }
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }

  package func actBlocking(_ event: Event) throws {
    try askBlocking { try $0.act(event) }
  }

  private final class Answer<Result: Sendable>: Sendable {
    private let result = Mutex<Swift.Result<Result, any Error>?>(nil)

    func set(_ value: Swift.Result<Result, any Error>) { result.withLock { $0 = value } }
    func get() -> Swift.Result<Result, any Error>? { result.withLock { $0 } }
  }
}

extension AppUnderTest {
  /// The delegate, for a test that runs on the main thread without being isolated to it.
  ///
  /// ```swift
  /// XCTAssertEqual(app.withDelegate { $0.uploads }, 1)
  /// ```
  /// Traps while the app does not run, and on other threads than the main one.
  public func withDelegate<Result: Sendable>(
    _ body: @MainActor (Delegate) throws -> Result
  ) rethrows -> Result {
    try MainActor.assumeIsolated { try body(delegate) }
  }
}
