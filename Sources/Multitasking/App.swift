/// One installed app, as the policy knows it.
struct App: Hashable, Sendable {
  var manifest: AppManifest
  var phase = Phase.notRunning
  var lastExit: ExitRecord?
  /// L74: no background launch until the person opens it.
  var isForceQuit = false
  /// When it was last in front; orders kills (T48).
  var lastUsed: Instant?
  /// Scenes that exist, connected or not; they outlive the process.
  var sessions: [SceneID] = []
  /// Those of them that no process has been connected to: nothing to restore (R6).
  var freshScenes: [SceneID] = []
  var isToBeForgotten = false
  /// What is kept of its background work.
  var background = BackgroundRecord()
  /// Whether the learner takes it for one that wants to be refreshed: at first it does.
  var isEnrolled = true
  /// What is kept of its location.
  var location = LocationRecord()
  /// What its location has cost since the boot.
  var locationAccount = LocationAccount()

  enum Phase: Hashable, Sendable {
    case notRunning
    case alive(Process)
    /// The kill is on its way, the exit has not been seen.
    case dying(Death)
  }

  var id: AppID { manifest.id }

  var process: Process? {
    guard case .alive(let process) = phase else { return nil }
    return process
  }

  /// Changes the process in place; nil when there is none.
  mutating func withProcess<Result>(_ body: (inout Process) -> Result) -> Result? {
    guard case .alive(var process) = phase else { return nil }
    // Hands the storage over, so that arrays are changed and not copied.
    phase = .notRunning
    defer { phase = .alive(process) }
    return body(&process)
  }

  var state: AppState {
    guard case .alive(let process) = phase else { return .notRunning(because: lastExit?.reason) }
    switch process.stage {
    case .launching(let launch): return launch.startsInactive ? .inactive : .background
    case .foreground:
      return process.scenes.contains { $0.activation == .active } ? .active : .inactive
    case .background, .terminating: return .background
    case .suspended(let suspension): return .suspended(because: suspension.reason)
    }
  }
}

/// A process of an app, from its start to its end.
struct Process: Hashable, Sendable {
  var launchedAt: Instant
  var stage: Stage
  /// Connected scenes, by number.
  var scenes: [Scene] = []
  /// Deliveries that have not been answered, oldest first.
  var awaited: [Awaited] = []
  var nextDelivery: UInt64 = 1
  var isConnected = false
  var isDebugged = false
  /// Set when the link is gone: the exit must follow soon.
  var linkClosedAt: Instant?
  /// What the app has been told of ``Environment``.
  var environmentSeen: Environment
  /// URLs for the scene in front, to be opened once that is in the foreground.
  var pendingURLs: [OpenURL] = []
  var footprint: Int?
  var warnedAt: Instant?
  /// What it was given to do, in the order in which it was begun.
  var work: [Work] = []
  var audio = AudioSession()
  /// Identifiers of its launch handlers (F20).
  var taskHandlers: [String] = []
  var location = LocationUser()

  enum Stage: Hashable, Sendable {
    /// From the start of the process to the end of `didFinishLaunching`.
    case launching(Launching)
    case foreground
    case background(Background)
    case suspended(Suspension)
    /// `willTerminate` is on its way.
    case terminating(Termination)
  }

  /// In the order of L8: the most active scene speaks for the app.
  enum Activation: Int, Hashable, Sendable, Codable {
    case unattached, background, inactive, active

    var isInForeground: Bool { self == .inactive || self == .active }
  }

  struct Scene: Hashable, Sendable {
    var id: SceneID
    var activation: Activation
  }
}

extension Process.Stage {
  /// Whether the app's code runs.
  var runs: Bool { if case .suspended = self { false } else { true } }
}

struct Launching: Hashable, Sendable {
  /// Nil: to the foreground.
  var wake: WakeCause?
  var url: OpenURL?
  var lifeCycle: LaunchMessage.LifeCycle
  /// L12, L14.
  var startsInactive: Bool { wake == nil && lifeCycle == .application }
}

struct Termination: Hashable, Sendable {
  var reason: ExitReason
  /// What is waited for: `didEnterBackground`, then `willTerminate` (T4, T5).
  var watchdog: Watchdog
  var limit: Duration
  var deadline: Instant
  var from: AppState.Name
  var relaunch: Relaunch?
}

struct Death: Hashable, Sendable {
  var reason: ExitReason
  var since: Instant
  var relaunch: Relaunch?
}

/// The person opened an app whose previous process has not ended yet.
struct Relaunch: Hashable, Sendable {
  var url: OpenURL?
}

struct Suspension: Hashable, Sendable {
  var since: Instant
  var reason: Reason
  /// What the freeze left of the background allowance (T18).
  var allowanceLeft: Duration
}

/// A delivery without an answer.
struct Awaited: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case launch, sceneUpdate, didEnterBackground, expiration, willTerminate
    /// Has no limit: whoever does not take it does not hear (T2).
    case notice
  }

  var delivery: UInt64
  var kind: Kind
  var sentAt: Instant
  var startedAt: Instant?
}
