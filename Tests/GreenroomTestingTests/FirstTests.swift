import GreenroomTesting
import Testing

@Suite struct FirstTests {
  @Test(.device(profile: .modern, seed: 7))
  func uploadFinishesInTheBackground() async throws {
    let device = Device.current
    let app = try await device.launch(UploadApp.self, info: ["UIBackgroundModes": ["fetch"]])
    #expect(app.state == .active)
    try await device.pressHome()
    #expect(app.state == .background)
    try await device.advance(by: .seconds(20))
    #expect(app.state == .suspended(because: .lastBackgroundTaskEnded("upload")))
    #expect(await app.delegate.finishedUploads == 1)
  }
}
