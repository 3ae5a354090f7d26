import AppBundles
import ControlAPI
import LocationDesk
import Multitasking

/// Why a device did not do what a test asked.
///
/// ```swift
/// try await device.lock()
/// await #expect(throws: DeviceError.self) { try await device.open(app) }
/// ```
public struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Hashable, Sendable {
    /// The device can't do that now: a locked device opens no app.
    case refused
    /// The app's Info.plist is wrong.
    case badInfoPlist
    /// What is pushed is no payload of a remote notification.
    case badPayload
    /// The device has an app of the test's process already.
    case anotherApp
    /// The app runs, and can't be installed again.
    case alreadyRunning
    /// Something goes on for ever: time can't be advanced until nothing waits.
    case neverIdle
    /// The app is to end, and its main thread waits for what does not come.
    case mainThreadBlocked
    /// The process is not in virtual time.
    case notVirtual
    /// A length of time below zero.
    case badDuration
    /// The device could not write into its folder.
    case system
  }

  public let code: Code
  /// What is wrong, as a sentence.
  public let message: String
  /// The app concerned.
  public let app: AppID?
  /// What to do about it.
  public let nextStep: String?

  init(_ code: Code, _ message: String, app: AppID? = nil, nextStep: String? = nil) {
    self.code = code
    self.message = message
    self.app = app
    self.nextStep = nextStep
  }

  public var description: String {
    "\(code.rawValue): \(message)" + (nextStep.map { "; \($0)" } ?? "")
  }
}

extension DeviceError {
  static func refused(_ refusal: Refusal, _ app: AppID?) -> DeviceError {
    DeviceError(.refused, refusal.description, app: app)
  }

  static func badInfoPlist(_ error: BundleError) -> DeviceError {
    DeviceError(
      .badInfoPlist, "Info.plist: \(error.key.map { "\($0): " } ?? "")\(error.message)",
      nextStep: error.nextStep)
  }

  static func badPayload(_ error: ControlError) -> DeviceError {
    DeviceError(.badPayload, error.message, nextStep: error.nextStep)
  }

  static func anotherApp(_ app: AppID, beside other: AppID) -> DeviceError {
    DeviceError(
      .anotherApp, "\(app) can't run beside \(other): a process holds one UIApplication", app: app,
      nextStep: "test one app a test; `openOther(_:)` brings an app without code to the front")
  }

  static func alreadyRunning(_ app: AppID) -> DeviceError {
    DeviceError(
      .alreadyRunning, "\(app) is running already", app: app,
      nextStep: "`open(_:)` brings it to the front")
  }

  static func mainThreadBlocked(_ app: AppID?) -> DeviceError {
    DeviceError(
      .mainThreadBlocked,
      "the app is to end, and its main thread waits for something that does not come", app: app,
      nextStep: "what each thread waits for:\n\(World.waits)")
  }

  static let noPrompt = DeviceError(
    .refused, "nobody asks the user about a location",
    nextStep: "an app asks in front, once, and with a usage description; `log` says what came of it"
  )

  static func wrongAnswer(_ app: AppID, asksForAccuracy: Bool) -> DeviceError {
    DeviceError(
      .refused,
      asksForAccuracy
        ? "\(app) asks for precise location" : "\(app) asks for the location, not how precise",
      app: app,
      nextStep: asksForAccuracy
        ? "answer with `.allowPrecise` or `.dontAllowPrecise`"
        : "answer with `.allowOnce`, `.allowWhileUsing`, `.allowAlways` or `.dontAllow`")
  }

  static func badRoute(_ problem: Route.Problem) -> DeviceError {
    let message =
      switch problem {
      case .tooFewPlaces: "a route has two places or more"
      case .notAPlace(let place): "\(place.latitude), \(place.longitude) is no place on the earth"
      case .badSpeed(let speed): "\(speed) m/s is no speed for this route"
      case .badStep: "fixes can't be that close together or far apart"
      }
    return DeviceError(.refused, message)
  }

  static func neverIdle(after duration: Duration) -> DeviceError {
    DeviceError(
      .neverIdle,
      "something still waits for its time after \(duration.spoken), such as a repeating timer",
      nextStep: "use `advance(by:)` with the time that the test is about")
  }
}
