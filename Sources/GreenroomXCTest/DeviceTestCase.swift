import Foundation
@_exported import GreenroomTesting
import XCTest

/// A test case whose tests each run on a device, in virtual time and in a process of their own.
///
/// ```swift
/// final class UploadTests: DeviceTestCase {
///   func testUploadFinishesInTheBackground() throws {
///     let app = try device.launch(AppDelegate.self)
///     try device.pressHome()
///     try device.advance(by: .seconds(20))
///     XCTAssertEqual(app.state, .suspended(because: .lastBackgroundTaskEnded("upload")))
///   }
/// }
/// ```
/// Write tests that don't wait (`func testX() throws`): the verbs run the app on the main thread, and
/// time passes at full speed. Those of an `async` test work too, but XCTest looks ten times a second
/// of virtual time whether such a test has ended.
open class DeviceTestCase: XCTestCase {
  /// The device of the tests in this class; by default a modern one, and one run.
  open class var deviceConfiguration: DeviceConfiguration { DeviceConfiguration() }

  /// The device of the running test.
  public var device: Device { Device.current }

  open override func invokeTest() {
    guard ChildEnvironment.current != nil else { return runInChildren() }
    do {
      let device = try Session.begin(Self.deviceConfiguration)
      super.invokeTest()
      _ = Session.end(device)
    } catch {
      recordFailure(withDescription: "\(error)", inFile: #filePath, atLine: #line, expected: false)
    }
  }

  open override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    if ChildEnvironment.current != nil {
      TestReport.current?.append(
        TestReport.Failure(message: description, file: filePath, line: lineNumber))
    }
    super.recordFailure(
      withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
  }

  private func runInChildren() {
    let method = name.split(separator: ".").last.map(String.init) ?? name
    let selection = "\(String(reflecting: type(of: self)))/\(method)"
    let child = Child(
      arguments: { _ in ["--testing-library", "xctest", selection] }, testCase: "",
      configuration: Self.deviceConfiguration, filter: selection)
    let outcomes = SeedRuns.runBlocking(
      child, seeds: RunnerOptions.seeds(Self.deviceConfiguration.seeds))
    for problem in SeedRuns.problems(of: outcomes) {
      recordFailure(
        withDescription: problem.message, inFile: problem.location?.filePath ?? selection,
        atLine: problem.location?.line ?? 0, expected: true)
    }
  }
}
