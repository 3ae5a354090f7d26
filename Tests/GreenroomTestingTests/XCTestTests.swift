import AppLink
import GreenroomXCTest
import UIKit
import XCTest

final class XCTestTests: DeviceTestCase {
  func testAnUploadFinishesInTheBackground() throws {
    let app = try device.launch(UploadApp.self)
    try device.pressHome()
    try device.advance(by: .seconds(20))
    XCTAssertEqual(app.state, .suspended(because: .lastBackgroundTaskEnded("upload")))
    XCTAssertEqual(app.withDelegate { $0.finishedUploads }, 1)
  }

  func testLocationsComeToWhoMayKnowThem() throws {
    let app = try device.install(
      UploadApp.self, info: ["NSLocationWhenInUseUsageDescription": "Draws your way."])
    try device.grant(.location, to: app)
    try device.open(app)
    app.withDelegate { _ in
      let needs = LocationNeeds(desiredAccuracy: -1, distanceFilter: -1)
      ServiceLink.current?.tell(.update(manager: 1, needs))
    }
    try device.location.move(along: [(53.9, 27.5), (53.91, 27.5)], speed: 10)
    try device.advance(by: .seconds(5))
    XCTAssertEqual(device.location.duty, .on)
    XCTAssertEqual(device.locationAccount(of: app).fixes, 6)
    try device.revoke(.location, of: app)
    XCTAssertEqual(device.location.duty, .off)
    XCTAssertThrowsError(try device.answerLocationPrompt(.allowOnce))
    try device.resetPrivacy(of: app)
    try device.location.clear()
    try device.location.setService(isEnabled: false)
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
