import AppLink
import ControlAPI
import Foundation
import Multitasking
import Synchronization
import UIKit

/// A device in the process of a test: the policy of a real Greenroom device, with the app under test
/// in this process and in virtual time.
///
/// ```swift
/// @Test(.device(profile: .modern, seed: 7))
/// func uploadFinishesInTheBackground() async throws {
///   let device = Device.current
///   let app = try await device.launch(AppDelegate.self)
///   try await device.pressHome()
///   try await device.advance(by: .seconds(20))
///   #expect(app.state == .suspended(because: .lastBackgroundTaskEnded("upload")))
/// }
/// ```
/// Its clock stands still unless the test lets time pass: ``advance(by:)``,
/// ``advanceUntilIdle()``. Every verb returns when everything has happened that happens without time
/// passing.
public final class Device: Sendable {
  package let driver: Driver
  private let start: Instant

  init(_ configuration: DeviceConfiguration) {
    driver = Driver(configuration)
    start = driver.board.now
  }

  private static let running = Mutex<Device?>(nil)

  /// The device of the test that runs.
  ///
  /// Traps in a test without the trait `.device`.
  public static var current: Device {
    guard let device = running.withLock({ $0 }) else {
      fatalError("Device.current: this test has no device; write @Test(.device())")
    }
    return device
  }

  static func setCurrent(_ device: Device?) { running.withLock { $0 = device } }

  // MARK: What can be asked

  /// The time on the device.
  public var now: Date {
    Date(timeIntervalSince1970: driver.board.now.nanoseconds.inSecondsSince1970)
  }

  /// How long the test has been going on, in the device's time.
  public var elapsed: Duration { start.duration(to: driver.board.now) }

  /// The seed of this run.
  public var seed: UInt64 { World.seed }

  /// A hash over every switch from one thread to another so far: two runs have the same if and only
  /// if they did the same at the same instants.
  public var trace: UInt64 { World.trace }

  /// What happened on the device, one line each: time, app, what, why.
  public var log: [String] { driver.board.entries.flatMap { Timeline().lines($0) } }

  /// Why an app is in the state it is in, and what comes next.
  public func explain(_ app: AppUnderTest<some UIApplicationDelegate>) -> Explanation? {
    driver.board.explain(app.id)
  }

  // MARK: Requests

  /// Has the driver do something, and returns when it has settled.
  func ask<Result: Sendable>(
    _ body: @escaping @Sendable (Driver) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      driver.inbox.put { driver in
        let result = Swift.Result { try body(driver) }
        TestReport.current?.update(driver)
        continuation.resume(with: result)
      }
    }
  }

  func act(_ event: Event, app: AppID? = nil) async throws {
    try await ask { try $0.act(event, app: app) }
  }
}

extension Int64 {
  fileprivate var inSecondsSince1970: TimeInterval { TimeInterval(self) / 1_000_000_000 }
}

extension Driver {
  /// One event and what follows from it at once.
  package func act(_ event: Event, app: AppID? = nil) throws {
    if let refusal = handle(event) { throw DeviceError.refused(refusal, app ?? event.app) }
    try settle()
  }
}
