import Foundation
import GreenroomTesting
import Testing
import UIKit

@Suite("Apps with scenes", .device()) struct SceneTests {
  private static let info: [String: any Sendable] = [
    "UIApplicationSceneManifest": [
      "UIApplicationSupportsMultipleScenes": true,
      "UISceneConfigurations": [
        "UIWindowSceneSessionRoleApplication": [
          [
            "UISceneConfigurationName": "Default",
            "UISceneDelegateClassName": "GreenroomTestingTests.SceneDelegate",
          ]
        ]
      ],
    ] as [String: any Sendable]
  ]

  @Test("L13, L15: the scene's delegate hears what happens, not the app's")
  @MainActor func lifeCycle() async throws {
    let device = Device.current
    let app = try await device.launch(SceneApp.self, info: Self.info)
    #expect(app.state == .active)
    let scene = try #require(UIApplication.shared.connectedScenes.first?.delegate as? SceneDelegate)
    #expect(scene.events == ["connect", "foreground", "active"])
    #expect(app.delegate.events == ["launch"])
    try await device.pressHome()
    #expect(scene.events.suffix(2) == ["inactive", "background"])
    try await device.advanceUntilIdle()
    #expect(app.state == .suspended(because: .noReasonToRun))
  }

  @Test("L8: a second window, and back to the first")
  @MainActor func secondScene() async throws {
    let device = Device.current
    let app = try await device.launch(SceneApp.self, info: Self.info)
    try await device.openNewScene(app)
    #expect(UIApplication.shared.connectedScenes.count == 2)
    try await device.open(app, scene: 1)
    #expect(app.state == .active)
  }

  @Test("R6: a scene is connected again, as a restored one, after the process died")
  @MainActor func restoration() async throws {
    let device = Device.current
    let app = try await device.launch(SceneApp.self, info: Self.info)
    try await device.pressHome()
    try await device.advanceUntilIdle()
    try await device.receiveMemoryWarning(critical: true)
    #expect(app.state.name == .notRunning)
    try await device.open(app)
    #expect(app.messages.filter { $0 == "willConnect" }.count == 2)
    #expect(UIApplication.shared.connectedScenes.count == 1)
  }
}

final class SceneApp: UIResponder, UIApplicationDelegate {
  private(set) var events: [String] = []

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    events.append("launch")
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { events.append("active") }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  private(set) var events: [String] = []

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) { events.append("connect") }

  func sceneWillEnterForeground(_ scene: UIScene) { events.append("foreground") }
  func sceneDidBecomeActive(_ scene: UIScene) { events.append("active") }
  func sceneWillResignActive(_ scene: UIScene) { events.append("inactive") }
  func sceneDidEnterBackground(_ scene: UIScene) { events.append("background") }
}
