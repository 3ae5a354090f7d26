import GreenroomTesting
import Testing

@testable import Notes

@Suite(.device(seeds: 0..<10)) struct SendingTests {
  @Test @MainActor func notesAreSentWhenTheAppLeavesTheScreen() async throws {
    let device = Device.current
    let app = try await device.launch(AppDelegate.self)
    app.delegate.notes = ["Buy milk", "Call Ada"]
    try await device.pressHome()
    try await device.advanceUntilIdle()
    #expect(app.delegate.sent == ["Buy milk", "Call Ada"])
    #expect(app.state == .suspended(because: .lastBackgroundTaskEnded("send notes")))
  }

  @Test @MainActor func moreThanFitsIsSentTheNextTime() async throws {
    let device = Device.current
    let app = try await device.launch(AppDelegate.self)
    app.delegate.notes = (1...10).map { "Note \($0)" }
    try await device.pressHome()
    try await device.advanceUntilIdle()
    #expect(app.delegate.sent.count == 6)
    try await device.open(app)
    try await device.pressHome()
    try await device.advanceUntilIdle()
    #expect(app.delegate.sent.count == 10)
  }

  @Test @MainActor func notesOutliveTheProcess() async throws {
    let device = Device.current
    let app = try await device.launch(AppDelegate.self)
    app.delegate.notes = ["Buy milk"]
    try await device.pressHome()
    try await device.advanceUntilIdle()
    try await device.receiveMemoryWarning(critical: true)
    try await device.open(app)
    #expect(app.delegate.notes == ["Buy milk"])
  }
}
