import Foundation
import GreenroomTesting
import Synchronization
import Testing
import UIKit

@Suite("Time", .device()) struct TimeTests {
  let device: Device

  init() { device = Device.current }

  @Test("The clock stands still between verbs")
  func standsStill() async throws {
    let app = try await device.launch(UploadApp.self)
    await MainActor.run { app.delegate.startTicking() }
    try await device.runCurrent()
    for _ in 0..<100 { await Task.yield() }
    #expect(await app.delegate.ticks == 0)
    try await device.advance(by: .zero)
    #expect(device.elapsed == .zero)
  }

  @Test("What is due at the end of an advance has happened, and nothing later", arguments: [0, 1])
  func exactEnd(nanosecondsMissing: Int64) async throws {
    _ = try await device.launch(UploadApp.self)
    let moments = Moments()
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(10)) { moments.add("due") }
    try await device.advance(by: .seconds(10) - .nanoseconds(nanosecondsMissing))
    #expect(moments.all.count == (nanosecondsMissing == 0 ? 1 : 0))
  }

  @Test("Each timer fires at its instant")
  func instants() async throws {
    _ = try await device.launch(UploadApp.self)
    let began = Date()
    let moments = Moments()
    for seconds in [3, 1, 2] {
      Task {
        try await Task.sleep(for: .seconds(seconds))
        moments.add("\(seconds): \(Date().timeIntervalSince(began))")
      }
    }
    // The tasks must have begun to sleep before time passes.
    try await device.runCurrent()
    try await device.advance(by: .seconds(60))
    #expect(moments.all == ["1: 1.0", "2: 2.0", "3: 3.0"])
  }

  @Test("Time does not run backwards")
  func negative() async throws {
    let error = await #expect(throws: DeviceError.self) {
      try await device.advance(by: .seconds(-1))
    }
    #expect(error?.code == .badDuration)
  }

  @Test("advanceUntilIdle ends at the last thing that happens")
  func untilIdle() async throws {
    let app = try await device.launch(UploadApp.self)
    try await device.pressHome()
    try await device.advanceUntilIdle()
    // 12 s of the upload, and the grace of 1 s after it.
    #expect(device.elapsed == .seconds(13))
    #expect(app.state == .suspended(because: .lastBackgroundTaskEnded("upload")))
    try await device.advanceUntilIdle()
    #expect(device.elapsed == .seconds(13))
  }

  @Test("T2, T7: a main thread that is blocked hears nothing, and is ended for it")
  func blockedMainThread() async throws {
    let app = try await device.launch(UploadApp.self)
    DispatchQueue.main.async { Thread.sleep(forTimeInterval: 60) }
    try await device.pressHome()
    try await device.advance(by: .seconds(20))
    // Its thread could only be taken from it when it was free again.
    #expect(device.elapsed == .seconds(60))
    #expect(app.state == .notRunning(because: .watchdog(.sceneUpdate, limit: .seconds(10))))
  }

  @Test("An app whose main thread waits for ever can't be ended, and the test is told so")
  func deadlock() async throws {
    let app = try await device.launch(UploadApp.self)
    let never = DispatchSemaphore(value: 0)
    DispatchQueue.main.async { never.wait() }
    let error = await #expect(throws: DeviceError.self) { try await device.kill(app) }
    #expect(error?.code == .mainThreadBlocked)
  }

  @Test("Verbs asked for at the same time happen one after the other")
  func atTheSameTime() async throws {
    let app = try await device.launch(UploadApp.self)
    async let first: Void = device.advance(by: .seconds(5))
    async let second: Void = device.advance(by: .seconds(5))
    _ = try await (first, second)
    #expect(device.elapsed == .seconds(10))
    #expect(app.state == .active)
  }
}
