import AppLink
import Foundation
import Testing

@testable import UIKit

/// Background fetch, as the device sees it over the link.
@Suite(.serialized)
struct FetchTests {
  /// An app in the background that has just been launched there.
  private func background(
    _ arguments: [String], bundle: String = "Fetching", _ launch: DeviceMessage? = nil
  ) throws -> FakeDevice {
    let device = try FakeDevice.probe(arguments, bundle: bundle)
    try device.send(launch ?? .launch(background: true))
    return device
  }

  @Test(
    "The interval goes to the device: Minimum is 0, Never is none (F2, F3, C10)",
    arguments: [("minimum", 0), ("never", nil), ("3600", 3600), ("-5", 0), ("nan", nil)]
      as [(String, Double?)])
  func interval(text: String, seconds: Double?) throws {
    let device = try background(["--fetch-interval", text])
    #expect(try device.nextOther() == .fetchInterval(seconds: seconds))
  }

  @Test("Without the mode fetch the interval has no effect, and standard error says why (F1)")
  func withoutMode() throws {
    let device = try background(["--fetch-interval", "minimum"], bundle: "Application")
    #expect(device.otherMessages.isEmpty)
    #expect(
      try device.nextErrorOutput().contains("UIBackgroundModes in Info.plist lacks \"fetch\""))
  }

  @Test("With permitted task identifiers the interval has no effect, since iOS 13 (F13)")
  func withPermittedIdentifiers() throws {
    let device = try background(["--fetch-interval", "minimum"], bundle: "Tasks")
    #expect(device.otherMessages.isEmpty)
    #expect(try device.nextErrorOutput().contains("Submit a BGAppRefreshTaskRequest instead"))
    let older = try background(
      ["--fetch-interval", "minimum"], bundle: "Tasks",
      .launch(background: true, ignoresPermittedIdentifiers: true))
    #expect(try older.nextOther() == .fetchInterval(seconds: 0))
  }

  @Test(
    "A fetch is heard on the main thread in the background; its result is told (F4, F5, F8, L30)",
    arguments: [("newData", .newData), ("noData", .noData), ("failed", .failed)]
      as [(String, FetchResult)])
  func results(text: String, result: FetchResult) throws {
    let device = try background(["--answer", text])
    #expect(
      try device.send(.performFetch(work: 7)) == [
        "performFetch state=background main=true", "answer \(text)",
      ])
    #expect(try device.nextOther() == .workAnswered(work: 7, result))
    #expect(device.otherMessages.isEmpty)
  }

  @Test("The answer may come later, and from another thread (F7)")
  func later() throws {
    let device = try background(["--answer", "newData", "--answer-after", "0.05"])
    try device.send(.performFetch(work: 1))
    #expect(device.otherMessages.isEmpty)
    #expect(try device.nextOther() == .workAnswered(work: 1, .newData))
  }

  @Test("A completion handler that is let go of is warned of; nothing is answered (F6)")
  func never() throws {
    let device = try background(["--answer", "never"])
    try device.send(.performFetch(work: 1))
    #expect(
      try device.nextErrorOutput().contains(
        "Warning: Application delegate received call to "
          + "-application:performFetchWithCompletionHandler: but the completion handler was never "
          + "called."))
    #expect(device.otherMessages.isEmpty)
  }

  @Test("A second answer traps, with the words of iOS", arguments: [nil, "0.01"])
  func twice(after: String?) throws {
    let device = try background(
      ["--answer", "twice"] + (after.map { ["--answer-after", $0] } ?? []))
    try device.post(.performFetch(work: 1))
    #expect(try device.exitCode() < 0)
    #expect(
      device.errorOutput().contains(
        "this request has been neutered - you can't call -sendResponse: twice"))
  }

  @Test("Each piece of work has its own answer, also while another one waits")
  func several() throws {
    let device = try background(["--answer", "newData", "--answer-after", "0.05"])
    try device.send(.performFetch(work: 1))
    try device.send(.remoteNotification(work: 2, payload: "{}"))
    let answers = [try device.nextOther(), try device.nextOther()]
    #expect(answers.contains(.workAnswered(work: 1, .newData)))
    #expect(answers.contains(.workAnswered(work: 2, .newData)))
  }

  @Test("The refresh status is the device's; its change is notified without userInfo (F10)")
  func status() throws {
    let device = try FakeDevice.activeProbe([], bundle: "Fetching")
    var environment = DeviceMessage.Environment.steady
    environment.backgroundRefresh = .denied
    #expect(
      try device.send(.environmentChanged(environment, kinds: [.backgroundRefresh])) == [
        "notification UIApplicationBackgroundRefreshStatusDidChangeNotification userInfo=0"
      ])
  }
}
