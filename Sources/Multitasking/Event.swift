/// What happens on a device: everything that the policy can react to.
public enum Event: Hashable, Sendable, Codable {
  // MARK: The person

  /// Chooses the app: icon, or card in the switcher. `scene` nil: the one used last.
  case opened(AppID, scene: SceneID? = nil)
  /// Opens a further window of an app (L8).
  case openedNewScene(AppID)
  case homePressed
  case switcherOpened
  /// Leaves the switcher towards the app it was opened over (L50).
  case switcherClosed
  /// Removes the app in the switcher (L72-L74), which is opened for it if it is closed.
  case forceQuit(AppID)
  /// Closes one window in the switcher (L76), which is opened for it if it is closed.
  case sceneClosed(AppID, SceneID)
  case alertShown
  case alertDismissed
  case callIncoming
  case callAnswered(covering: Screen.Call.Cover)
  case callDeclined
  case callEnded
  case locked
  case unlocked
  /// By a person, or by the app `source`.
  case urlOpened(String, source: AppID?)

  // MARK: Who operates the device

  /// `background` is what an earlier boot has kept.
  case installed(
    AppManifest, lastExit: ExitRecord?, isForceQuit: Bool, background: KeptBackground? = nil)
  case uninstalled(AppID)
  /// Ends an app as the system does when it needs to (L71).
  case terminated(AppID)
  /// Freezes an app that is in the background, at once.
  case suspended(AppID)
  /// Lets a suspended app run in the background for the wake budget.
  case resumed(AppID)
  case launchedInBackground(AppID, WakeCause)
  case shutDown

  // MARK: The machine

  case environment(EnvironmentChange)
  case memoryPressure(MemoryPressure)
  /// Bytes held by an app.
  case footprint(AppID, bytes: Int)
  case debugger(AppID, isAttached: Bool)
  /// The wall clock shows `ahead` more than the device's timeline; local time is `fromUTC` more.
  case clockSet(ahead: Duration, fromUTC: Duration)
  case sound(SoundEvent)
  case position(PositionEvent)

  // MARK: Apps

  case spawnFailed(AppID, SpawnFailure)
  case connected(AppID)
  /// The main thread has begun with a delivery.
  case started(AppID, delivery: UInt64)
  /// The delegate has returned. `tasks` comes with the answers that carry it.
  case handled(AppID, delivery: UInt64, tasks: OpenTasks?)
  case backgroundTasks(AppID, OpenTasks)
  case linkBroke(AppID, LinkViolation)
  case freezeFailed(AppID, String)
  case exited(AppID, ProcessExit)
  case work(AppID, WorkEvent)
  case audio(AppID, AudioEvent)
  case location(AppID, LocationEvent)

  /// Only time has passed: deadlines may be due.
  case deadline
}

extension Event {
  /// The app that the event is about, if it is about one.
  public var app: AppID? {
    switch self {
    case .opened(let app, _), .openedNewScene(let app), .forceQuit(let app),
      .sceneClosed(let app, _), .uninstalled(let app), .terminated(let app), .suspended(let app),
      .resumed(let app), .launchedInBackground(let app, _), .footprint(let app, _),
      .debugger(let app, _), .spawnFailed(let app, _), .connected(let app), .started(let app, _),
      .handled(let app, _, _), .backgroundTasks(let app, _), .linkBroke(let app, _),
      .freezeFailed(let app, _), .exited(let app, _), .work(let app, _), .audio(let app, _),
      .location(let app, _):
      app
    case .installed(let manifest, _, _, _): manifest.id
    case .homePressed, .switcherOpened, .switcherClosed, .alertShown, .alertDismissed,
      .callIncoming, .callAnswered, .callDeclined, .callEnded, .locked, .unlocked, .urlOpened,
      .shutDown, .environment, .memoryPressure, .clockSet, .sound, .position, .deadline:
      nil
    }
  }
}

/// How little memory is left.
public enum MemoryPressure: String, Hashable, Sendable, Codable { case warning, critical }

/// Background tasks that have begun and not ended.
public struct OpenTasks: Hashable, Sendable, Codable {
  public var count: Int
  public var names: [String]
  /// The task whose end brought about the report.
  public var lastEnded: String?

  public init(count: Int, names: [String] = [], lastEnded: String? = nil) {
    self.count = count
    self.names = names
    self.lastEnded = lastEnded
  }

  public init(_ names: String...) { self.init(count: names.count, names: names) }

  public static let none = OpenTasks(count: 0)
}

/// Why an app is to run without being opened.
public enum WakeCause: String, Hashable, Sendable, Codable, CaseIterable {
  /// Someone asked the device for it.
  case command
  /// F4.
  case fetch
  /// F50.
  case push
  /// F26.
  case refreshTask = "refresh task"
  /// F25.
  case processingTask = "processing task"
  /// F41.
  case continuedTask = "continued task"
  /// A15: an interruption has ended, and the sound may go on.
  case audio = "end of an interruption"
  case remoteCommand = "remote command"
  /// G3, G18.
  case location
  /// G11.
  case significantChange = "significant location change"
  /// G12.
  case region = "region crossing"
  /// G13.
  case visit

  /// Whether a launch for it has the key `location` (L20).
  public var isLocation: Bool {
    switch self {
    case .location, .significantChange, .region, .visit: true
    default: false
    }
  }
}

/// How a process ended, as the kernel reports it.
public enum ProcessExit: Hashable, Sendable, Codable {
  case exited(code: Int32)
  case signaled(Int32)
}

/// Why a process could not be started.
public struct SpawnFailure: Hashable, Sendable, Codable {
  public var operation: String
  public var message: String

  public init(operation: String, message: String) {
    self.operation = operation
    self.message = message
  }
}

/// What an app did to its link that no app does.
public enum LinkViolation: Hashable, Sendable, Codable {
  /// Bytes that are not a frame or not a message.
  case malformed(String)
  case frameTooLarge
  /// It does not read, and more waits for it than may.
  case queueOverflow
  /// It answered a message that was not sent.
  case unknownDelivery(UInt64)
  /// It speaks before `hello`, or says it twice.
  case outOfTurn
  case protocolVersion(Int)
  /// It closed the link and went on running.
  case closed
}
