import Foundation
import GreenroomTesting
import Testing
import UIKit

@Suite(.device()) struct ProcessDeathTests {
  let device: Device

  init() { device = Device.current }

  private func suspended() async throws -> AppUnderTest<UploadApp> {
    let app = try await device.launch(UploadApp.self)
    await MainActor.run { app.delegate.uploadTime = 0 }
    try await device.pressHome()
    try await device.advanceUntilIdle()
    #expect(app.state == .suspended(because: .noReasonToRun))
    return app
  }

  @Test(
    "T48: a suspended app is ended when memory is short, and the next launch makes a new delegate")
  func memoryKill() async throws {
    let app = try await suspended()
    let first = await ObjectIdentifier(app.delegate)
    try await device.receiveMemoryWarning(critical: true)
    #expect(
      app.state == .notRunning(because: .memory(.pageShortage(from: .suspended, bytes: nil))))
    try await device.open(app)
    #expect(app.state == .active)
    #expect(await ObjectIdentifier(app.delegate) != first)
    #expect(await app.delegate.events == ["didFinishLaunching", "active"])
    #expect(await UploadApp.launches == 2)
  }

  @Test("A killed app is gone at once, without a word")
  func kill() async throws {
    let app = try await device.launch(UploadApp.self)
    try await device.kill(app)
    #expect(app.state == .notRunning(because: .killedFromOutside(signal: 9)))
    #expect(app.messages.last != "willTerminate")
    await #expect(throws: DeviceError.self) { try await device.kill(app) }
  }

  @Test("T25: a background task of a process that died is not one of its successor")
  @MainActor func tasksOfTheDead() async throws {
    let app = try await device.launch(UploadApp.self)
    app.delegate.uploadTime = 0
    let old = UIApplication.shared.beginBackgroundTask(withName: "old")
    try await device.kill(app)
    try await device.open(app)
    app.delegate.uploadTime = 0
    let new = UIApplication.shared.beginBackgroundTask(withName: "new")
    #expect(old != new)
    UIApplication.shared.endBackgroundTask(old)
    try await device.pressHome()
    try await device.advance(by: .seconds(10))
    #expect(app.state == .background)
    UIApplication.shared.endBackgroundTask(new)
    try await device.advance(by: .seconds(10))
    #expect(app.state == .suspended(because: .lastBackgroundTaskEnded("new")))
  }

  @Test("L72: the person's end of a suspended app reaches it without a word")
  func forceQuit() async throws {
    let app = try await suspended()
    try await device.forceQuit(app)
    #expect(app.state == .notRunning(because: .forceQuit))
  }

  @Test("L71: an app that runs in the background hears willTerminate")
  @MainActor func terminate() async throws {
    let app = try await device.launch(UploadApp.self)
    try await device.pressHome()
    let delegate = app.delegate
    try await device.terminate(app)
    #expect(app.state == .notRunning(because: .terminatedByCommand))
    #expect(delegate.events.last == "terminate")
  }

  @Test("O3: an app that opts out of the background ends on Home", .device(profile: .classic))
  func optOut() async throws {
    let app = try await device.launch(
      UploadApp.self, info: ["UIApplicationExitsOnSuspend": true])
    try await device.pressHome()
    #expect(app.state == .notRunning(because: .exitsOnSuspend))
  }

  @Test(
    "T1: an app that launches too slowly is ended, and time has passed until its main thread is free"
  )
  func launchWatchdog() async throws {
    let app = try await device.launch(SlowApp.self)
    #expect(app.state == .background || app.state == .inactive)
    try await device.advance(by: .seconds(20))
    #expect(app.state == .notRunning(because: .watchdog(.launch, limit: .seconds(20))))
    #expect(device.elapsed == .seconds(25))
  }

}

final class SlowApp: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Thread.sleep(forTimeInterval: 25)
    return true
  }
}
