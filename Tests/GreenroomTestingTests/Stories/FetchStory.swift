import Foundation
import GreenroomTesting
import Testing
import UIKit

@Suite("Story: a fetch at the right time") struct FetchStory {
  enum Before {
    final class AppDelegate: UIResponder, UIApplicationDelegate {
      var headlines = ["Yesterday"]

      func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
          @escaping (UIBackgroundFetchResult) -> Void
      ) {
        headlines.append("Today")
        completionHandler(.newData)
      }
    }
  }

  @Test(.device(profile: .classic))
  func nobodyWakesAnAppThatDoesNotAskForIt() async throws {
    let device = Device.current
    let app = try await device.launch(
      Before.AppDelegate.self, info: ["UIBackgroundModes": ["fetch"]])
    try await device.liveADay(with: app)
    try await device.liveADay(with: app)
    #expect(await app.delegate.headlines == ["Yesterday"])
    #expect(!app.messages.contains("performFetch"))
  }

  enum After {
    final class AppDelegate: UIResponder, UIApplicationDelegate {
      var headlines = ["Yesterday"]

      func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        application.setMinimumBackgroundFetchInterval(
          UIApplication.backgroundFetchIntervalMinimum)
        return true
      }

      func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
          @escaping (UIBackgroundFetchResult) -> Void
      ) {
        headlines.append("Today")
        completionHandler(.newData)
      }
    }
  }

  @Test(.device(profile: .classic))
  func newsAreThereBeforeAnybodyLooks() async throws {
    let device = Device.current
    let app = try await device.launch(
      After.AppDelegate.self, info: ["UIBackgroundModes": ["fetch"]])
    for _ in 0..<7 { try await device.liveADay(with: app) }
    #expect(await app.delegate.headlines.contains("Today"))
    let fetches = app.log.filter { $0.contains("performFetch") }
    #expect(fetches.count > 7)
    #expect(fetches.allSatisfy { $0.contains("price") })
  }

  @Test(.device(profile: .classic))
  func andNobodyIsWokenInLowPowerMode() async throws {
    let device = Device.current
    let app = try await device.launch(
      After.AppDelegate.self, info: ["UIBackgroundModes": ["fetch"]])
    try await device.setLowPowerMode(true)
    for _ in 0..<3 { try await device.liveADay(with: app) }
    #expect(!app.messages.contains("performFetch"))
  }
}

extension Device {
  /// The app is opened at eight, at one and at six; else the device is locked.
  fileprivate func liveADay(with app: AppUnderTest<some UIApplicationDelegate>) async throws {
    for hours in [8, 5, 5] {
      try await pressHome()
      try await lock()
      try await advance(by: .seconds(hours * 3_600))
      try await unlock()
      try await open(app)
    }
    try await advance(by: .seconds(6 * 3_600))
  }
}
