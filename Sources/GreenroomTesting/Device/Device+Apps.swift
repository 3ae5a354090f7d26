import Multitasking
import UIKit

// Installing, launching, ending. The verbs are those of the command line.
extension Device {
  /// Installs an app and opens it, as a tap on its icon does.
  ///
  /// - Parameters:
  ///   - delegate: the class of the app's delegate.
  ///   - principalClass: ``UIApplication`` or a subclass.
  ///   - id: the bundle identifier; nil: that of `info`, or one made from the delegate's name.
  ///   - info: keys of the app's Info.plist. `CFBundleExecutable` is not needed.
  ///   - infoPlist: the path of an Info.plist whose keys come before those of `info`.
  /// - Throws: ``DeviceError`` with code `badInfoPlist`, `anotherApp`, `alreadyRunning`, `refused`.
  public func launch<Delegate: UIApplicationDelegate>(
    _ delegate: Delegate.Type, principalClass: UIApplication.Type = UIApplication.self,
    id: String? = nil, info: [String: any Sendable] = [:], infoPlist: String? = nil
  ) async throws -> AppUnderTest<Delegate> {
    let app = try await install(
      delegate, principalClass: principalClass, id: id, info: info, infoPlist: infoPlist)
    try await open(app)
    return app
  }

  /// Installs an app and launches it in the background, as for a background event (L30).
  ///
  /// Parameters and errors as for ``launch(_:principalClass:id:info:infoPlist:)``.
  public func launchInBackground<Delegate: UIApplicationDelegate>(
    _ delegate: Delegate.Type, principalClass: UIApplication.Type = UIApplication.self,
    id: String? = nil, info: [String: any Sendable] = [:], infoPlist: String? = nil
  ) async throws -> AppUnderTest<Delegate> {
    let app = try await install(
      delegate, principalClass: principalClass, id: id, info: info, infoPlist: infoPlist)
    try await launchInBackground(app)
    return app
  }

  /// Installs an app without starting it.
  ///
  /// Parameters and errors as for ``launch(_:principalClass:id:info:infoPlist:)``.
  public func install<Delegate: UIApplicationDelegate>(
    _ delegate: Delegate.Type, principalClass: UIApplication.Type = UIApplication.self,
    id: String? = nil, info: [String: any Sendable] = [:], infoPlist: String? = nil
  ) async throws -> AppUnderTest<Delegate> {
    let installation = try Installation(
      delegate, principalClass: principalClass, id: id, info: info, infoPlist: infoPlist,
      profile: driver.configuration.profile)
    let stage = try await ask { try $0.install(installation) }
    return AppUnderTest(id: installation.manifest.id, board: driver.board, stage: stage)
  }

  /// The same for tests that can't wait asynchronously.
  package func installBlocking<Delegate: UIApplicationDelegate>(
    _ delegate: Delegate.Type, principalClass: UIApplication.Type, id: String?,
    info: [String: any Sendable], infoPlist: String?
  ) throws -> AppUnderTest<Delegate> {
    let installation = try Installation(
      delegate, principalClass: principalClass, id: id, info: info, infoPlist: infoPlist,
      profile: driver.configuration.profile)
    let stage = try askBlocking { try $0.install(installation) }
    return AppUnderTest(id: installation.manifest.id, board: driver.board, stage: stage)
  }

  /// Starts an app that does not run, in the background (L30).
  public func launchInBackground(_ app: AppUnderTest<some UIApplicationDelegate>) async throws {
    try await act(.launchedInBackground(app.id, .command))
  }

  /// Taps the app: its icon, or its card in the switcher. Starts it if it does not run.
  public func open(_ app: AppUnderTest<some UIApplicationDelegate>, scene: Int? = nil) async throws
  {
    try await act(.opened(app.id, scene: scene.map { SceneID($0) }))
  }

  /// Opens another window of an app with `UIApplicationSupportsMultipleScenes` (L8).
  public func openNewScene(_ app: AppUnderTest<some UIApplicationDelegate>) async throws {
    try await act(.openedNewScene(app.id))
  }

  /// Brings an app to the front that is not under test: one without code, which answers everything
  /// at once.
  public func openOther(_ id: String = "com.example.other") async throws {
    try await ask { try $0.openOther(AppID(id)) }
  }

  /// Ends an app as the system does when it needs to: with `willTerminate` if it runs (L71).
  public func terminate(_ app: AppUnderTest<some UIApplicationDelegate>) async throws {
    try await act(.terminated(app.id))
  }

  /// Removes an app in the switcher, as a person does (L72-L74).
  public func forceQuit(_ app: AppUnderTest<some UIApplicationDelegate>) async throws {
    try await act(.forceQuit(app.id))
  }

  /// Ends the app's process without a word, as a crash does.
  ///
  /// The application object and the delegate are given up; the next launch makes new ones. Global
  /// and static variables live on, as do timers and tasks that nothing cancels: a process of its own
  /// is only there for each test.
  public func kill(_ app: AppUnderTest<some UIApplicationDelegate>) async throws {
    let id = app.id
    try await ask { try $0.kill(id) }
  }

  /// Suspends an app that is in the background, at once.
  public func suspend(_ app: AppUnderTest<some UIApplicationDelegate>) async throws {
    try await act(.suspended(app.id))
  }

  /// Lets a suspended app run in the background for a wake's time.
  public func resume(_ app: AppUnderTest<some UIApplicationDelegate>) async throws {
    try await act(.resumed(app.id))
  }
}

extension Driver {
  func install(_ installation: Installation) throws -> AppProcess.Stage {
    let stage = app?.stage ?? AppProcess.Stage()
    let id = installation.manifest.id
    let process = AppProcess(
      id: id, classes: installation.classes, bundlePath: installation.bundlePath, stage: stage)
    try install(process, installation.manifest)
    try settle()
    return stage
  }

  package func kill(_ app: AppID) throws {
    guard policy.state(of: app)?.name != .notRunning else {
      throw DeviceError.refused(.notRunning(app), app)
    }
    killFromOutside()
    try settle()
  }

  package func openOther(_ id: AppID) throws {
    if policy.state(of: id) == nil {
      handle(.installed(AppManifest(id: id), lastExit: nil, isForceQuit: false))
    }
    try act(.opened(id))
  }
}
