import GreenroomXCTest
import XCTest

@testable import Notes

final class SendingXCTests: DeviceTestCase {
  func testNotesAreSentWhenTheAppLeavesTheScreen() throws {
    let app = try device.launch(AppDelegate.self)
    app.withDelegate { $0.notes = ["Buy milk"] }
    try device.pressHome()
    try device.advanceUntilIdle()
    XCTAssertEqual(app.withDelegate { $0.sent }, ["Buy milk"])
  }
}
