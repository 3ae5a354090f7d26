import Foundation
import FoundationNetworking
import GreenroomTesting
import GreenroomXCTest
import Testing
import UIKit
import XCTest

/// Tests that fail on purpose, for the tests of what a failure says. They only run when asked for.
enum Fixtures {
  static let variable = "GREENROOM_TESTING_FIXTURES"
  static var areWanted: Bool { ProcessInfo.processInfo.environment[variable] == "1" }
}

@Suite(.enabled(if: Fixtures.areWanted), .device(seed: 42)) struct FailingFixtures {
  @Test func expectsTheWrongState() async throws {
    let device = Device.current
    let app = try await device.launch(UploadApp.self, id: "com.example.upload")
    try await device.pressHome()
    try await device.advance(by: .seconds(5))
    #expect(app.state == .active)
  }

  @Test func sleepsInsteadOfAdvancing() async throws {
    _ = try await Device.current.launch(UploadApp.self)
    try await Task.sleep(for: .seconds(1))
  }

  @Test func blocksInsteadOfAdvancing() throws {
    Thread.sleep(forTimeInterval: 1)
  }

  @Test func crashes() async throws {
    let app = try await Device.current.launch(UploadApp.self, id: "com.example.upload")
    if app.state == .active { fatalError("an index was out of range") }
  }

  @Test func computesForEver() async throws {
    _ = try await Device.current.launch(UploadApp.self)
    var number: UInt64 = 1
    while number != 0 { number = number &* 3 | 1 }
  }

  @Test func usesTheNetwork() async throws {
    _ = try await URLSession.shared.data(from: URL(string: "https://example.com/")!)
  }

  @Test func computesUntilItIsLater() throws {
    let end = Date().addingTimeInterval(5)
    while Date() < end {}
  }

  @Test(.timeLimit(.minutes(1))) func limitsItsTime() async throws {
    _ = try await Device.current.launch(UploadApp.self)
    try await Device.current.advance(by: .seconds(61))
  }

  @Test func throwsAnError() async throws {
    _ = try await Device.current.launch(UploadApp.self, info: ["UIBackgroundModes": "fetch"])
  }

  @Test func hasAKnownIssue() async throws {
    withKnownIssue { Issue.record("known") }
  }

  @Test(.device(seeds: 0..<5)) func failsWithSomeSeeds() async throws {
    let seed = Device.current.seed
    #expect(seed < 3, "the order of threads is wrong")
  }

  @Test(.device(settings: ["backgroundTaskAlowance": "12"])) func misspellsASetting() async throws {
  }

  @Test(.device(settings: ["launchWatchdog": "1000000"]))
  func neverComesToRest() async throws {
    let app = try await Device.current.launch(UploadApp.self)
    await MainActor.run { app.delegate.startTicking() }
    try await Device.current.advanceUntilIdle(limit: .seconds(600))
  }

  @Test(.device(seeds: 0..<20)) func printsAnOrder() async throws {
    let device = Device.current
    _ = try await device.launch(UploadApp.self)
    let moments = Moments()
    for number in 0..<6 {
      Task {
        await Task.yield()
        moments.add("\(number)")
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { moments.add("q\(number)") }
    }
    try await device.advance(by: .seconds(1))
    #expect(moments.all.count == 12)
    print("order \(device.seed): \(moments.all.joined(separator: " "))")
  }

  @Test(.device(seeds: 0..<20)) func livesThroughADay() async throws {
    let device = Device.current
    let app = try await device.launch(UploadApp.self)
    for hour in 0..<24 {
      try await device.open(app)
      for number in 0..<8 {
        Task { try await Task.sleep(for: .seconds(number % 3)) }
        DispatchQueue.global().asyncAfter(deadline: .now() + Double(number % 4)) {
          NotificationCenter.default.post(name: Notification.Name("n\(number)"), object: nil)
        }
      }
      try await device.advance(by: .seconds(hour))
      try await device.pressHome()
      if hour % 6 == 5 { try await device.kill(app) }
      try await device.advance(by: .seconds(3_600 - hour))
    }
    print("order \(device.seed): \(device.trace) \(UUID()) \(Int.random(in: 0..<1_000_000))")
  }
}

final class FailingXCTestFixtures: DeviceTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(Fixtures.areWanted)
  }

  func testExpectsTheWrongState() throws {
    let app = try device.launch(UploadApp.self, id: "com.example.upload")
    try device.pressHome()
    XCTAssertEqual(app.state, .active)
  }
}
