import Foundation
import GreenroomTesting
import Testing
import UIKit

@Suite("Story: a background task is forgotten") struct ForgottenTaskStory {
  enum Before {
    final class AppDelegate: UIResponder, UIApplicationDelegate {
      var unsavedNotes: [String] = []

      func applicationDidEnterBackground(_ application: UIApplication) {
        let task = application.beginBackgroundTask(withName: "save notes")
        if unsavedNotes.isEmpty { return }
        UserDefaults.standard.set(unsavedNotes, forKey: "notes")
        unsavedNotes = []
        application.endBackgroundTask(task)
      }
    }
  }

  @Test(.device())
  func withNothingToSaveTheAppIsEnded() async throws {
    let device = Device.current
    let app = try await device.launch(Before.AppDelegate.self)
    try await device.pressHome()
    try await device.advance(by: .seconds(30))
    #expect(app.state == .notRunning(because: .backgroundTaskLeftOpen(["save notes"])))
  }

  enum After {
    final class AppDelegate: UIResponder, UIApplicationDelegate {
      var unsavedNotes: [String] = []

      func applicationDidEnterBackground(_ application: UIApplication) {
        let task = application.beginBackgroundTask(withName: "save notes")
        defer { application.endBackgroundTask(task) }
        if unsavedNotes.isEmpty { return }
        UserDefaults.standard.set(unsavedNotes, forKey: "notes")
        unsavedNotes = []
      }
    }
  }

  @Test(.device(), arguments: [[], ["Buy milk"]])
  func theAppIsSuspendedEitherWay(notes: [String]) async throws {
    let device = Device.current
    let app = try await device.launch(After.AppDelegate.self)
    await MainActor.run { app.delegate.unsavedNotes = notes }
    try await device.pressHome()
    try await device.advanceUntilIdle()
    #expect(app.state.name == .suspended)
    #expect(app.explanation.contains("will run again on: open"))
  }
}
