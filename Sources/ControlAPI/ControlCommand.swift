import Multitasking

/// What can be asked of a device.
///
/// One request is one frame of JSON on the device's control socket, for example
/// `{"id":1,"version":1,"command":{"open":{"app":"com.example.game"}}}`; the answer is one frame
/// or, for commands that go on (``log(count:app:follow:)``, ``launch(_:)`` with a console,
/// ``runStory(_:)``), several, the last of which says so. `Documentation/control-api.md` lists all of them.
public enum ControlCommand: Hashable, Sendable, Codable {
  // MARK: The device
  case status
  case shutdown
  case profile

  // MARK: Apps
  case install(path: String)
  case uninstall(app: AppID)
  case listApps
  case appInfo(app: AppID)
  /// Starts an app, or brings it to the front.
  case launch(Launch)
  case terminate(app: AppID)
  case suspend(app: AppID)
  case resume(app: AppID)
  case explain(app: AppID)
  case describeViews(app: AppID)
  /// What the screen shows, or one app, for a renderer; with `snapshot` the app as it was left.
  case screenshot(app: AppID?, snapshot: Bool)

  // MARK: The person
  case open(app: AppID, scene: Int?, newScene: Bool)
  case openURL(url: String)
  case home
  case switcher(SwitcherAction)
  case alert(show: Bool)
  case call(CallAction)
  case lock
  case unlock

  // MARK: Conditions
  case memoryWarning(critical: Bool)
  case environment([EnvironmentChange])
  /// Ends an app's processes from outside of the device, as the kernel or a crash does.
  case kill(app: AppID)

  // MARK: Background work
  case work(WorkCommand)

  // MARK: Sound
  case sound(SoundCommand)

  // MARK: Location
  case location(LocationOrder)
  /// A person decides about an app's location: answers the question that is shown, or settles it
  /// beforehand (G5, G7).
  case privacy(app: AppID, LocationDecision)
  /// What apps have cost; nil: all apps.
  case energy(app: AppID?)

  // MARK: Time
  /// What time it is on the device, and who keeps it.
  case time
  /// Lets time pass; answered when it has. Refused on a device that lives in real time, like all
  /// that follow but ``runStory(_:)``.
  case advance(nanoseconds: Int64)
  case advanceTo(instant: Instant)
  /// Lets time pass until no code can run any more before `limitNanoseconds` have passed: every app
  /// is suspended or not running, or waits for something other than time.
  case runUntilIdle(limitNanoseconds: Int64)
  /// Lets time pass until an app is in a state.
  case runUntil(app: AppID, state: AppState.Name, limitNanoseconds: Int64)
  /// Plays a story, on a real device in real time. Each step is answered when it is done, and at
  /// last the whole.
  case runStory(Story)

  // MARK: What happened
  /// The last `count` entries, and then what comes if `follow`.
  case log(count: Int, app: AppID?, follow: Bool)

  // The names of values that have none in Swift, for JSON.
  enum LaunchCodingKeys: String, CodingKey { case _0 = "options" }
  enum SwitcherCodingKeys: String, CodingKey { case _0 = "action" }
  enum CallCodingKeys: String, CodingKey { case _0 = "action" }
  enum EnvironmentCodingKeys: String, CodingKey { case _0 = "changes" }
  enum WorkCodingKeys: String, CodingKey { case _0 = "command" }
  enum SoundCodingKeys: String, CodingKey { case _0 = "command" }
  enum LocationCodingKeys: String, CodingKey { case _0 = "command" }
  enum PrivacyCodingKeys: String, CodingKey { case app, _1 = "decision" }
  enum RunStoryCodingKeys: String, CodingKey { case _0 = "story" }

  public struct Launch: Hashable, Sendable, Codable {
    public var app: AppID
    public var arguments: [String]
    /// Added to the environment of the app.
    public var environment: [String: String]
    /// Send what the app prints, until it ends.
    public var streamsConsole: Bool
    /// As for a background event: it does not come to the front.
    public var inBackground: Bool
    /// End a running process first.
    public var terminatesRunning: Bool
    /// Launched in the background for this; nil: for nothing in particular.
    public var purpose: LaunchPurpose?

    public init(
      app: AppID, arguments: [String] = [], environment: [String: String] = [:],
      streamsConsole: Bool = false, inBackground: Bool = false, terminatesRunning: Bool = false,
      purpose: LaunchPurpose? = nil
    ) {
      self.app = app
      self.arguments = arguments
      self.environment = environment
      self.streamsConsole = streamsConsole
      self.inBackground = inBackground
      self.terminatesRunning = terminatesRunning
      self.purpose = purpose
    }
  }

  public enum SwitcherAction: Hashable, Sendable, Codable {
    case open, close
    /// Removes the app, opening the switcher for it if it is closed.
    case quit(app: AppID)
    case closeScene(app: AppID, scene: Int)
  }

  public enum CallAction: Hashable, Sendable, Codable {
    case incoming
    case answer(covering: Screen.Call.Cover)
    case decline
    case end
  }
}

/// A command with the number that its answers carry.
public struct ControlRequest: Hashable, Sendable, Codable {
  /// The version of this interface. A device answers others with an error that names its own.
  public static let version = 1

  public var id: Int
  public var version: Int
  public var command: ControlCommand

  public init(id: Int, command: ControlCommand) {
    self.id = id
    self.version = ControlRequest.version
    self.command = command
  }
}
