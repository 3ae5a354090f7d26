import Foundation
import GreenroomTesting
import Testing
import UIKit

@Suite(.device()) struct SuspensionTests {
  @Test("L5: a suspended app's timers don't fire, and an overdue one fires at the thaw")
  @MainActor func timers() async throws {
    let device = Device.current
    let app = try await device.launch(UploadApp.self)
    app.delegate.uploadTime = 0
    app.delegate.startTicking()
    try await device.advance(by: .milliseconds(10_500))
    #expect(app.delegate.ticks == 10)
    try await device.pressHome()
    try await device.advance(by: .seconds(5))
    #expect(app.state == .suspended(because: .noReasonToRun))
    let ticks = app.delegate.ticks
    #expect(ticks == 15)
    try await device.advance(by: .seconds(3_600))
    #expect(app.delegate.ticks == ticks)
    try await device.open(app)
    #expect(app.delegate.ticks == ticks + 1)
    try await device.advance(by: .seconds(10))
    #expect(app.delegate.ticks == ticks + 11)
  }

  @Test("L5: nothing of the app runs while it is suspended, be it a queue, a task or a thread")
  func everythingStands() async throws {
    let device = Device.current
    let app = try await device.launch(UploadApp.self)
    await MainActor.run { app.delegate.uploadTime = 0 }
    let moments = Moments()
    DispatchQueue.global().asyncAfter(deadline: .now() + 60) { moments.add("queue") }
    Task {
      try await Task.sleep(for: .seconds(70))
      moments.add("task")
    }
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 80)
      moments.add("thread")
    }
    try await device.pressHome()
    try await device.advance(by: .seconds(1_000))
    #expect(moments.all.isEmpty)
    try await device.open(app)
    #expect(Set(moments.all) == ["queue", "task", "thread"])
  }

  @Test("The app's clocks show the device's time after a thaw")
  func clocks() async throws {
    let device = Device.current
    let app = try await device.launch(UploadApp.self)
    await MainActor.run { app.delegate.uploadTime = 0 }
    let before = Date()
    try await device.pressHome()
    try await device.advance(by: .seconds(86_400))
    try await device.open(app)
    #expect(abs(Date().timeIntervalSince(before) - 86_400) < 0.001)
    #expect(device.now == Date())
    #expect(device.elapsed == .seconds(86_400))
  }

  @Test("T19: the time that remains counts down in the device's time")
  @MainActor func remainingTime() async throws {
    let device = Device.current
    let app = try await device.launch(UploadApp.self)
    app.delegate.uploadTime = 25
    try await device.pressHome()
    let first = UIApplication.shared.backgroundTimeRemaining
    try await device.advance(by: .seconds(10))
    #expect(abs(first - 30) < 0.001)
    #expect(abs(UIApplication.shared.backgroundTimeRemaining - 20) < 0.001)
  }
}
