import GreenroomXCTest
import XCTest

final class XCTestTests: DeviceTestCase {
  func testAnUploadFinishesInTheBackground() throws {
    let app = try device.launch(UploadApp.self)
    try device.pressHome()
    try device.advance(by: .seconds(20))
    XCTAssertEqual(app.state, .suspended(because: .lastBackgroundTaskEnded("upload")))
    XCTAssertEqual(app.withDelegate { $0.finishedUploads }, 1)
  }

  func testVerbsOfAsyncTestsWorkToo() async throws {
    let app = try await device.launch(UploadApp.self)
    try await device.pressHome()
    try await device.advance(by: .seconds(20))
    XCTAssertEqual(app.state, .suspended(because: .lastBackgroundTaskEnded("upload")))
    let launches = await UploadApp.launches
    XCTAssertEqual(launches, 1)
  }
}
