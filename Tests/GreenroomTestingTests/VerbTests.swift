import Foundation
import GreenroomTesting
import Testing
import UIKit

@Suite(.device(profile: .classic)) struct VerbTests {
  let device: Device

  init() { device = Device.current }

  /// An app that has nothing to do in the background.
  private func launched(info: [String: any Sendable] = [:]) async throws -> AppUnderTest<UploadApp>
  {
    let app = try await device.launch(UploadApp.self, id: "com.example.upload", info: info)
    await MainActor.run { app.delegate.uploadTime = 0 }
    return app
  }

  @Test("L10, L40, L60: launch, home, open")
  func launchHomeOpen() async throws {
    let app = try await launched()
    #expect(await app.delegate.events == ["didFinishLaunching", "active"])
    try await device.pressHome()
    #expect(app.state == .background)
    try await device.advance(by: .seconds(5))
    #expect(app.state == .suspended(because: .noReasonToRun))
    try await device.open(app)
    #expect(app.state == .active)
    let heard = await app.delegate.events
    #expect(heard.suffix(4) == ["inactive", "background", "foreground", "active"])
    #expect(
      app.messages == [
        "didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
        "willEnterForeground", "didBecomeActive",
      ])
  }

  @Test(
    "L54, L55: a call makes the app inactive, and behind the answered call it is in the background")
  func calls() async throws {
    let app = try await launched()
    try await device.receiveCall()
    #expect(app.state == .inactive)
    try await device.declineCall()
    #expect(app.state == .active)
    try await device.receiveCall()
    try await device.answerCall()
    #expect(app.state == .background)
    try await device.endCall()
    #expect(app.state == .active)
    try await device.receiveCall()
    try await device.answerCall(overApp: true)
    #expect(app.state == .inactive)
  }

  @Test("L50, L52, L56: switcher, alert and lock cover the app")
  func covers() async throws {
    let app = try await launched()
    try await device.openSwitcher()
    #expect(app.state == .inactive)
    try await device.closeSwitcher()
    #expect(app.state == .active)
    try await device.showAlert()
    #expect(app.state == .inactive)
    try await device.dismissAlert()
    try await device.lock()
    #expect(app.state == .background)
    try await device.unlock()
    #expect(app.state == .active)
  }

  @Test("L20: a URL reaches the app that declares its scheme")
  func urls() async throws {
    let app = try await launched(info: [
      "CFBundleURLTypes": [["CFBundleURLSchemes": ["upload"]]]
    ])
    try await device.openURL("upload://photo/1")
    #expect(await app.delegate.events.last == "url upload://photo/1")
    await #expect(throws: DeviceError.self) { try await device.openURL("other://x") }
  }

  @Test("L80, L90, L91: conditions")
  func conditions() async throws {
    let app = try await launched()
    try await device.receiveMemoryWarning()
    #expect(await app.delegate.events.last == "memory")
    try await device.changeTimeSignificantly()
    #expect(await app.delegate.events.last == "time change")
    try await device.setLowPowerMode(true)
    #expect(ProcessInfo.processInfo.isLowPowerModeEnabled)
    try await device.setBattery(percent: 40)
    try await device.setCharging(true)
    await MainActor.run {
      UIDevice.current.isBatteryMonitoringEnabled = true
      #expect(UIDevice.current.batteryLevel == 0.4)
      #expect(UIDevice.current.batteryState == .charging)
    }
    try await device.rotate(to: .landscapeLeft)
    try await device.setLocale("fr_FR")
    #expect(app.messages.suffix(2) == ["changed(orientation)", "changed(locale)"])
  }

  @Test("Another app that comes to the front displaces this one")
  func anotherApp() async throws {
    let app = try await launched()
    try await device.openOther()
    #expect(app.state == .background)
    try await device.advance(by: .seconds(5))
    #expect(app.state == .suspended(because: .noReasonToRun))
    try await device.open(app)
    #expect(app.state == .active)
  }

  @Test("suspend and resume do what the command line's do")
  func suspendAndResume() async throws {
    let app = try await launched()
    try await device.pressHome()
    try await device.suspend(app)
    #expect(app.state == .suspended(because: .suspendedByCommand))
    try await device.resume(app)
    #expect(app.state == .background)
    try await device.advanceUntilIdle()
    #expect(app.state == .suspended(because: .wakeBudgetUsed(.command)))
  }

  @Test("L30: a launch into the background leaves the app there")
  func launchInBackground() async throws {
    let app = try await device.launchInBackground(UploadApp.self)
    #expect(app.state == .background)
    #expect(await app.delegate.events.prefix(2) == ["didFinishLaunching", "background"])
    try await device.open(app)
    #expect(app.state == .active)
  }

  @Test("What can't be is refused with the reason")
  func refusals() async throws {
    let app = try await launched()
    try await device.lock()
    let error = await #expect(throws: DeviceError.self) { try await device.open(app) }
    #expect(error?.code == .refused)
    #expect(error?.message == "the device is locked")
  }
}
