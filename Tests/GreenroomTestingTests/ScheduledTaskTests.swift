import BackgroundTasks
import GreenroomTesting
import Testing
import UIKit

@Suite(.device()) struct ScheduledTaskTests {
  private static let info: [String: any Sendable] = [
    "UIBackgroundModes": ["fetch"], "BGTaskSchedulerPermittedIdentifiers": ["refresh"],
  ]

  @Test("F22, F28: an app submits on its main thread; its task runs, and it is suspended after it")
  func runs() async throws {
    let device = Device.current
    let app = try await device.launch(RefreshingApp.self, info: Self.info)
    #expect(await app.delegate.submission == "taken")
    try await device.pressHome()
    try await device.advance(by: .seconds(10))
    try await device.launchTask("refresh", of: app)
    try await device.advance(by: .seconds(5))
    #expect(await app.delegate.runs == 1)
    #expect(app.state != .background)
  }

  @Test("F27: a task that takes too long is told to end, once")
  func expires() async throws {
    let device = Device.current
    let app = try await device.launch(RefreshingApp.self, info: Self.info)
    await MainActor.run { app.delegate.isSlow = true }
    try await device.pressHome()
    try await device.advance(by: .seconds(10))
    try await device.launchTask("refresh", of: app)
    try await device.advance(by: .seconds(5))
    #expect(app.state == .background)
    try await device.expireTask("refresh", of: app)
    try await device.advance(by: .seconds(5))
    #expect(await app.delegate.expirations == 1)
    #expect(app.state != .background)
  }

  @Test("F22: what Info.plist does not permit is refused")
  func notPermitted() async throws {
    let device = Device.current
    let app = try await device.launch(RefreshingApp.self)
    #expect(await app.delegate.submission == "not permitted")
  }
}

private final class RefreshingApp: UIResponder, UIApplicationDelegate {
  var submission = ""
  var runs = 0
  var expirations = 0
  var isSlow = false

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "refresh", using: .main) { task in
      MainActor.assumeIsolated { self.run(task) }
    }
    do {
      try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "refresh"))
      submission = "taken"
    } catch BGTaskScheduler.Error.notPermitted {
      submission = "not permitted"
    } catch {
      submission = "\(error)"
    }
    return true
  }

  private func run(_ task: BGTask) {
    runs += 1
    guard isSlow else { return task.setTaskCompleted(success: true) }
    task.expirationHandler = {
      MainActor.assumeIsolated { self.expirations += 1 }
      task.setTaskCompleted(success: false)
    }
  }
}
