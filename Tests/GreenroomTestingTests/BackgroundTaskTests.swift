import Foundation
import GreenroomTesting
import Testing
import UIKit

@Suite(.device()) struct BackgroundTaskTests {
  @Test("T24: the app is suspended when its last background task has ended")
  func lastTaskEnds() async throws {
    let device = Device.current
    let app = try await device.launch(UploadApp.self, info: ["UIBackgroundModes": ["fetch"]])
    #expect(app.state == .active)
    try await device.pressHome()
    #expect(app.state == .background)
    try await device.advance(by: .seconds(20))
    #expect(app.state == .suspended(because: .lastBackgroundTaskEnded("upload")))
    #expect(await app.delegate.finishedUploads == 1)
  }

  @Test("T21: an upload that takes too long expires, and the app lives on")
  func expiry() async throws {
    let device = Device.current
    let app = try await device.launch(UploadApp.self)
    await MainActor.run { app.delegate.uploadTime = 100 }
    try await device.pressHome()
    // The handlers are called when 4.5 of the 30 s are left.
    try await device.advance(by: .milliseconds(25_499))
    #expect(await app.delegate.expirations == 0)
    try await device.advance(by: .milliseconds(1))
    #expect(await app.delegate.expirations == 1)
    try await device.advanceUntilIdle()
    #expect(app.state == .suspended(because: .lastBackgroundTaskEnded("upload")))
    #expect(await app.delegate.finishedUploads == 0)
  }

  @Test("T23: an app that forgets a task is ended when its time is over")
  func forgottenTask() async throws {
    let device = Device.current
    let app = try await device.launch(ForgetfulApp.self)
    try await device.pressHome()
    try await device.advance(by: .seconds(30))
    #expect(app.state == .notRunning(because: .backgroundTaskLeftOpen(["save"])))
    #expect(app.lastExit?.code?.description == "0x2182bad2")
    #expect(await app.delegateIfRunning == nil)
  }

  @Test(
    "T15: another profile, another allowance",
    .device(profile: .classic, settings: ["backgroundTaskAllowance": "12"]))
  func allowance() async throws {
    let device = Device.current
    let app = try await device.launch(ForgetfulApp.self)
    try await device.pressHome()
    try await device.advance(by: .milliseconds(11_999))
    #expect(app.state == .background)
    try await device.advance(by: .milliseconds(1))
    #expect(app.state == .notRunning(because: .backgroundTaskLeftOpen(["save"])))
  }
}

/// Begins a task and never ends it.
final class ForgetfulApp: UIResponder, UIApplicationDelegate {
  func applicationDidEnterBackground(_ application: UIApplication) {
    _ = application.beginBackgroundTask(withName: "save")
  }
}
