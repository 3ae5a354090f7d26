import AppLink
import Multitasking

/// One answer to a request.
public struct ControlResponse: Hashable, Sendable, Codable {
  public var id: Int
  /// False: more answers to this request follow.
  public var isLast: Bool
  public var result: ControlResult?
  public var error: ControlError?

  public init(id: Int, result: ControlResult, isLast: Bool = true) {
    self.id = id
    self.isLast = isLast
    self.result = result
  }

  public init(id: Int, error: ControlError) {
    self.id = id
    self.isLast = true
    self.error = error
  }
}

/// What a command brings.
public enum ControlResult: Hashable, Sendable, Codable {
  /// Done; nothing to tell.
  case done
  case device(DeviceInfo)
  case profile([ProfileLine])
  case apps([AppInfo])
  case app(AppInfo)
  case launched(app: AppID, pid: Int32)
  case explanation(Explanation)
  case views(AppMessage.ViewDescription)
  case screen(ScreenPicture)
  case entries([JournalEntry])
  /// What an app printed.
  case output(String)
  /// The app whose console was streamed has ended.
  case exited(ExitRecord)
  case time(TimeInfo)
  /// What apps wait for and have done in the background.
  case work([AppWork])
  /// Nothing is begun now, for these reasons.
  case held([WakeHold])
  case sound(SoundInfo)
  case location(LocationInfo)
  case energy([AppEnergy])
  /// A step of a story is done.
  case storyStep(StoryStepReport)
  /// A story is over.
  case story(StoryReport)

  // The names of values that have none in Swift, for JSON.
  enum DeviceCodingKeys: String, CodingKey { case _0 = "info" }
  enum ProfileCodingKeys: String, CodingKey { case _0 = "settings" }
  enum AppsCodingKeys: String, CodingKey { case _0 = "list" }
  enum AppCodingKeys: String, CodingKey { case _0 = "info" }
  enum ExplanationCodingKeys: String, CodingKey { case _0 = "explanation" }
  enum ViewsCodingKeys: String, CodingKey { case _0 = "tree" }
  enum ScreenCodingKeys: String, CodingKey { case _0 = "picture" }
  enum EntriesCodingKeys: String, CodingKey { case _0 = "list" }
  enum OutputCodingKeys: String, CodingKey { case _0 = "line" }
  enum ExitedCodingKeys: String, CodingKey { case _0 = "record" }
  enum WorkCodingKeys: String, CodingKey { case _0 = "list" }
  enum HeldCodingKeys: String, CodingKey { case _0 = "holds" }
  enum SoundCodingKeys: String, CodingKey { case _0 = "info" }
  enum LocationCodingKeys: String, CodingKey { case _0 = "info" }
  enum EnergyCodingKeys: String, CodingKey { case _0 = "list" }
  enum TimeCodingKeys: String, CodingKey { case _0 = "info" }
  enum StoryStepCodingKeys: String, CodingKey { case _0 = "report" }
  enum StoryCodingKeys: String, CodingKey { case _0 = "report" }
}

/// Why a command could not be done.
public struct ControlError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
    /// The request is not one that this device knows.
    case badRequest
    /// The client speaks another version of this interface.
    case version
    /// The policy refuses: wrong moment, wrong state.
    case refused
    /// No such app, scene, container.
    case notFound
    /// The bundle can't be installed.
    case badBundle
    /// The app could not be started.
    case launchFailed
    /// The machine did not do what the device asked of it.
    case system
    /// The app did not answer in time.
    case timedOut
  }

  public var code: Code
  public var message: String
  /// What the error is about: a bundle identifier, a path.
  public var object: String?
  public var nextStep: String?

  public init(_ code: Code, _ message: String, object: String? = nil, nextStep: String? = nil) {
    self.code = code
    self.message = message
    self.object = object
    self.nextStep = nextStep
  }

  public init(_ refusal: Refusal) {
    let code: Code =
      switch refusal {
      case .unknownApp, .unknownScene, .noAppForScheme, .noTaskRequest, .noTaskRunning: .notFound
      default: .refused
      }
    self.init(code, refusal.description, nextStep: refusal.nextStep)
  }

  public var description: String { nextStep.map { "\(message); \($0)" } ?? message }
}

public struct DeviceInfo: Hashable, Sendable, Codable {
  public var name: String
  public var profile: Profile.Name
  public var isMultitaskingSupported: Bool
  public var folder: String
  /// The daemon's process; in virtual time its number within its world, as for all processes.
  public var pid: Int32
  public var bootedAt: Instant
  /// How apps are frozen, and why so.
  public var freezer: String
  public var screen: Screen
  public var environment: Environment
  public var apps: Int
  public var running: Int
  public var suspended: Int

  public init(
    name: String, profile: Profile.Name, isMultitaskingSupported: Bool, folder: String,
    pid: Int32, bootedAt: Instant, freezer: String, screen: Screen, environment: Environment,
    apps: Int, running: Int, suspended: Int
  ) {
    self.name = name
    self.profile = profile
    self.isMultitaskingSupported = isMultitaskingSupported
    self.folder = folder
    self.pid = pid
    self.bootedAt = bootedAt
    self.freezer = freezer
    self.screen = screen
    self.environment = environment
    self.apps = apps
    self.running = running
    self.suspended = suspended
  }
}

public struct ProfileLine: Hashable, Sendable, Codable {
  public var key: String
  public var value: String
  public var unit: String

  public init(key: String, value: String, unit: String) {
    self.key = key
    self.value = value
    self.unit = unit
  }
}

public struct AppInfo: Hashable, Sendable, Codable {
  public var manifest: AppManifest
  public var version: String?
  public var bundle: String
  public var container: String
  public var state: AppState.Name
  /// Why it is in this state.
  public var why: String
  public var isForceQuit: Bool
  public var lastExit: ExitRecord?
  public var scenes: [Int]
  /// Nil while it does not run.
  public var process: ProcessInfo?

  public struct ProcessInfo: Hashable, Sendable, Codable {
    public var pid: Int32
    public var footprintBytes: Int?
    public var cpuNanoseconds: UInt64?
    /// By the kernel's count; nil where it does not count.
    public var frozenNanoseconds: UInt64?

    public init(
      pid: Int32, footprintBytes: Int?, cpuNanoseconds: UInt64?, frozenNanoseconds: UInt64?
    ) {
      self.pid = pid
      self.footprintBytes = footprintBytes
      self.cpuNanoseconds = cpuNanoseconds
      self.frozenNanoseconds = frozenNanoseconds
    }
  }

  public init(
    manifest: AppManifest, version: String?, bundle: String, container: String,
    state: AppState.Name, why: String, isForceQuit: Bool, lastExit: ExitRecord?, scenes: [Int],
    process: ProcessInfo?
  ) {
    self.manifest = manifest
    self.version = version
    self.bundle = bundle
    self.container = container
    self.state = state
    self.why = why
    self.isForceQuit = isForceQuit
    self.lastExit = lastExit
    self.scenes = scenes
    self.process = process
  }
}
