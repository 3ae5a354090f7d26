import GreenroomTesting
import Multitasking
import UIKit

// The verbs of GreenroomTesting for tests that don't wait: they do the same, under the same names.
extension Device {
  /// Installs an app and opens it, as a tap on its icon does.
  public func launch<Delegate: UIApplicationDelegate>(
    _ delegate: Delegate.Type, principalClass: UIApplication.Type = UIApplication.self,
    id: String? = nil, info: [String: any Sendable] = [:], infoPlist: String? = nil
  ) throws -> AppUnderTest<Delegate> {
    let app = try install(
      delegate, principalClass: principalClass, id: id, info: info, infoPlist: infoPlist)
    try open(app)
    return app
  }

  /// Installs an app and launches it in the background (L30).
  public func launchInBackground<Delegate: UIApplicationDelegate>(
    _ delegate: Delegate.Type, principalClass: UIApplication.Type = UIApplication.self,
    id: String? = nil, info: [String: any Sendable] = [:], infoPlist: String? = nil
  ) throws -> AppUnderTest<Delegate> {
    let app = try install(
      delegate, principalClass: principalClass, id: id, info: info, infoPlist: infoPlist)
    try launchInBackground(app)
    return app
  }

  /// Installs an app without starting it.
  public func install<Delegate: UIApplicationDelegate>(
    _ delegate: Delegate.Type, principalClass: UIApplication.Type = UIApplication.self,
    id: String? = nil, info: [String: any Sendable] = [:], infoPlist: String? = nil
  ) throws -> AppUnderTest<Delegate> {
    try installBlocking(
      delegate, principalClass: principalClass, id: id, info: info, infoPlist: infoPlist)
  }

  /// Starts an app that does not run, in the background (L30).
  public func launchInBackground(_ app: AppUnderTest<some UIApplicationDelegate>) throws {
    try actBlocking(.launchedInBackground(app.id, .command))
  }

  /// Taps the app: its icon, or its card in the switcher.
  public func open(_ app: AppUnderTest<some UIApplicationDelegate>, scene: Int? = nil) throws {
    try actBlocking(.opened(app.id, scene: scene.map { SceneID($0) }))
  }

  /// Opens another window of an app (L8).
  public func openNewScene(_ app: AppUnderTest<some UIApplicationDelegate>) throws {
    try actBlocking(.openedNewScene(app.id))
  }

  /// Brings an app without code to the front.
  public func openOther(_ id: String = "com.example.other") throws {
    try askBlocking { try $0.openOther(AppID(id)) }
  }

  /// Ends an app as the system does when it needs to (L71).
  public func terminate(_ app: AppUnderTest<some UIApplicationDelegate>) throws {
    try actBlocking(.terminated(app.id))
  }

  /// Removes an app in the switcher, as a person does (L72-L74).
  public func forceQuit(_ app: AppUnderTest<some UIApplicationDelegate>) throws {
    try actBlocking(.forceQuit(app.id))
  }

  /// Ends the app's process without a word, as a crash does.
  public func kill(_ app: AppUnderTest<some UIApplicationDelegate>) throws {
    let id = app.id
    try askBlocking { try $0.kill(id) }
  }

  /// Suspends an app that is in the background, at once.
  public func suspend(_ app: AppUnderTest<some UIApplicationDelegate>) throws {
    try actBlocking(.suspended(app.id))
  }

  /// Lets a suspended app run in the background for a wake's time.
  public func resume(_ app: AppUnderTest<some UIApplicationDelegate>) throws {
    try actBlocking(.resumed(app.id))
  }
}
