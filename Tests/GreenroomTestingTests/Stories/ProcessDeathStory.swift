import Foundation
import GreenroomTesting
import Testing
import UIKit

@Suite("Story: the process dies and the app comes back") struct ProcessDeathStory {
  enum Before {
    final class AppDelegate: UIResponder, UIApplicationDelegate {
      var draft = ""

      func applicationWillTerminate(_ application: UIApplication) {
        UserDefaults.standard.set(draft, forKey: "draft")
      }

      func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        draft = UserDefaults.standard.string(forKey: "draft") ?? ""
        return true
      }
    }
  }

  @Test(.device())
  func aSuspendedAppLosesItsDraft() async throws {
    let device = Device.current
    let app = try await device.launch(Before.AppDelegate.self)
    await MainActor.run { app.delegate.draft = "Dear Ada" }
    try await device.pressHome()
    try await device.advanceUntilIdle()
    try await device.receiveMemoryWarning(critical: true)
    #expect(app.state.name == .notRunning)

    try await device.open(app)
    #expect(await app.delegate.draft == "")
    #expect(!app.messages.contains("willTerminate"))
  }

  enum After {
    final class AppDelegate: UIResponder, UIApplicationDelegate {
      var draft = ""

      func applicationDidEnterBackground(_ application: UIApplication) {
        UserDefaults.standard.set(draft, forKey: "draft")
      }

      func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        draft = UserDefaults.standard.string(forKey: "draft") ?? ""
        return true
      }
    }
  }

  @Test(.device())
  func theDraftIsThereAgain() async throws {
    let device = Device.current
    let app = try await device.launch(After.AppDelegate.self)
    await MainActor.run { app.delegate.draft = "Dear Ada" }
    try await device.pressHome()
    try await device.advanceUntilIdle()
    try await device.receiveMemoryWarning(critical: true)
    try await device.open(app)
    #expect(await app.delegate.draft == "Dear Ada")
  }
}
