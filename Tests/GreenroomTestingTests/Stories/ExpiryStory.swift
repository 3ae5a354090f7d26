import Foundation
import GreenroomTesting
import Testing
import UIKit

@Suite("Story: a background task expires") struct ExpiryStory {
  enum Before {
    final class AppDelegate: UIResponder, UIApplicationDelegate {
      var task = UIBackgroundTaskIdentifier.invalid
      var sentChunks = 0

      func applicationDidEnterBackground(_ application: UIApplication) {
        task = application.beginBackgroundTask(withName: "upload") {
          print("The upload is out of time.")
        }
        Task {
          while sentChunks < 60 {
            try await Task.sleep(for: .seconds(1))
            sentChunks += 1
          }
          application.endBackgroundTask(task)
        }
      }
    }
  }

  @Test(.device())
  func anUploadOfAMinuteCostsTheAppItsLife() async throws {
    let device = Device.current
    let app = try await device.launch(Before.AppDelegate.self)
    try await device.pressHome()
    try await device.advance(by: .seconds(60))
    #expect(app.state == .notRunning(because: .backgroundTaskLeftOpen(["upload"])))
  }

  enum After {
    final class AppDelegate: UIResponder, UIApplicationDelegate {
      var task = UIBackgroundTaskIdentifier.invalid
      var upload: Task<Void, any Error>?
      var sentChunks = 0

      func applicationDidEnterBackground(_ application: UIApplication) {
        task = application.beginBackgroundTask(withName: "upload") { [self] in
          upload?.cancel()
          application.endBackgroundTask(task)
        }
        upload = Task {
          while sentChunks < 60 {
            try await Task.sleep(for: .seconds(1))
            sentChunks += 1
          }
          application.endBackgroundTask(task)
        }
      }
    }
  }

  @Test(.device(seeds: 0..<20))
  func theRestIsSentTheNextTimes() async throws {
    let device = Device.current
    let app = try await device.launch(After.AppDelegate.self)
    try await device.pressHome()
    try await device.advanceUntilIdle()
    #expect(app.state == .suspended(because: .lastBackgroundTaskEnded("upload")))
    #expect(await app.delegate.sentChunks == 25)

    for _ in 1...2 {
      try await device.open(app)
      try await device.pressHome()
      try await device.advanceUntilIdle()
    }
    #expect(await app.delegate.sentChunks == 60)
  }
}
