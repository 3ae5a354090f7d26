/// A message from the device, with the number under which the app answers it.
public struct Delivery: Hashable, Sendable, Codable {
  /// The number of messages outside the life cycle: nobody waits for their answers.
  public static let unawaited: UInt64 = 0

  public var id: UInt64
  public var message: DeviceMessage

  public init(id: UInt64, message: DeviceMessage) {
    self.id = id
    self.message = message
  }
}

/// What a device tells an app.
///
/// Life-cycle messages are delivered on the app's main thread, in the order in which they were
/// sent, and answered by ``AppMessage/started(id:)`` and ``AppMessage/handled(_:)``.
/// `scene` names the scene concerned; apps without scenes ignore it.
public enum DeviceMessage: Hashable, Sendable, Codable {
  /// Begin: create the delegate, `willFinishLaunching`, `didFinishLaunching` (L10, L13, L30).
  case launch(Launch)
  /// `scene(_:willConnectTo:options:)` (L13).
  case connectScene(SceneConnection)
  /// `sceneDidDisconnect`, and `didDiscardSceneSessions` when the user closed it (L76).
  case disconnectScene(scene: String, isDiscarded: Bool)
  case willEnterForeground(scene: String)
  case didBecomeActive(scene: String)
  case willResignActive(scene: String)
  /// `grant` is there when the whole app entered the background.
  case didEnterBackground(scene: String, grant: BackgroundGrant?)
  /// The app runs in the background without having entered it just now: a launch or a wake.
  case runInBackground(grant: BackgroundGrant)
  /// Call every open task's expiration handler; begin no more tasks (T21).
  case expireBackgroundTasks
  case openURL(scene: String, url: OpenURL)
  case memoryWarning
  /// Device conditions that changed since the app last ran, once each (L90).
  case environmentChanged(Environment, kinds: [EnvironmentKind])
  case willTerminate
  /// URL schemes that some installed app opens, for `canOpenURL(_:)`.
  case installedSchemes([String])
  /// The answer to ``AppMessage/openURL(request:url:)``.
  case urlOpened(request: UInt64, success: Bool)
  /// Asks for ``AppMessage/viewTree(request:tree:)``.
  case describeViews(request: UInt64)

  // MARK: Background fetch, scheduled tasks, silent pushes

  /// `application(_:performFetchWithCompletionHandler:)` (F4). The delivery is answered when the
  /// method has returned, the work when the completion handler is called.
  case performFetch(work: UInt64)
  /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)` (F50). `payload` is JSON.
  case remoteNotification(work: UInt64, payload: String)
  case launchTask(TaskLaunch)
  /// Call the task's expiration handler (F27).
  case expireTask(work: UInt64)
  /// The answer to ``AppMessage/submitTask(request:_:)``; nil: taken.
  case taskSubmitted(request: UInt64, refusal: TaskRefusal?)
  /// The answer to ``AppMessage/pendingTasks(request:)``.
  case pendingTasks(request: UInt64, requests: [TaskRequest])
  /// Asks for ``AppMessage/screen(request:content:)`` of a scene.
  case describeScreen(request: UInt64, scene: String)

  // MARK: Services

  /// The answer to ``AppMessage/audio(request:_:)``.
  case audioAnswer(request: UInt64, AudioAnswer)
  case audio(AudioNotice)
  case location(LocationNotice)
  case transfer(TransferNotice)
}

extension DeviceMessage {
  /// How an app takes part in the life cycle.
  public enum LifeCycle: String, Sendable, Codable {
    /// `UIApplicationDelegate` alone.
    case application
    /// `UISceneDelegate` (L13-L16).
    case scenes
  }

  /// The state in which an app finds itself at launch.
  public enum InitialState: String, Sendable, Codable { case inactive, background }

  /// The first message to an app.
  public struct Launch: Hashable, Sendable, Codable {
    public var lifeCycle: LifeCycle
    /// L12: inactive without scenes in the foreground; L14, L30: background otherwise.
    public var initialState: InitialState
    /// The URL that caused the launch, for the launch options (L20).
    public var url: OpenURL?
    public var device: DeviceDescription
    public var environment: Environment
    public var installedSchemes: [String]
    /// False: every `beginBackgroundTask` answers `.invalid` (T11).
    public var isMultitaskingSupported: Bool
    /// Open background tasks beyond this number are reported at once (T27).
    public var backgroundTasksMax: Int
    /// Seconds after which an open background task is warned of; nil: never (T26).
    public var backgroundTaskWarningAge: Double?
    /// Whether `willEnterForegroundNotification` precedes its delegate method (C14).
    public var postsWillEnterForegroundFirst: Bool
    /// Why the previous process of this app ended, in a sentence.
    public var lastExit: String?
    /// Whether old methods of background fetch work although `BGTaskSchedulerPermittedIdentifiers`
    /// is there (F13).
    public var ignoresPermittedIdentifiers: Bool
    /// Whether its location is the reason of the launch, for the launch options (L20).
    public var isLocationLaunch: Bool?
    /// What the app may know of the location, and what it monitors; nil: nothing that differs from
    /// an app's first launch.
    public var location: LocationAtLaunch?

    public init(
      lifeCycle: LifeCycle, initialState: InitialState, url: OpenURL?, device: DeviceDescription,
      environment: Environment, installedSchemes: [String], isMultitaskingSupported: Bool,
      backgroundTasksMax: Int, backgroundTaskWarningAge: Double?,
      postsWillEnterForegroundFirst: Bool, lastExit: String?,
      ignoresPermittedIdentifiers: Bool = false, isLocationLaunch: Bool? = nil,
      location: LocationAtLaunch? = nil
    ) {
      self.lifeCycle = lifeCycle
      self.initialState = initialState
      self.url = url
      self.device = device
      self.environment = environment
      self.installedSchemes = installedSchemes
      self.isMultitaskingSupported = isMultitaskingSupported
      self.backgroundTasksMax = backgroundTasksMax
      self.backgroundTaskWarningAge = backgroundTaskWarningAge
      self.postsWillEnterForegroundFirst = postsWillEnterForegroundFirst
      self.lastExit = lastExit
      self.ignoresPermittedIdentifiers = ignoresPermittedIdentifiers
      self.isLocationLaunch = isLocationLaunch
      self.location = location
    }
  }

  /// A scene that is to be created.
  public struct SceneConnection: Hashable, Sendable, Codable {
    public var scene: String
    /// Whether the session was known before: `openSessions` of an earlier launch.
    public var isRestored: Bool
    public var url: OpenURL?

    public init(scene: String, isRestored: Bool, url: OpenURL?) {
      self.scene = scene
      self.isRestored = isRestored
      self.url = url
    }
  }

  /// A URL to open, and who asked.
  public struct OpenURL: Hashable, Sendable, Codable {
    public var url: String
    /// The bundle identifier of the app that asked; nil when a person did.
    public var sourceApplication: String?
    /// Whether this URL is the reason of the launch: a delegate that returned false does not
    /// get it (L19).
    public var causedLaunch: Bool

    public init(url: String, sourceApplication: String?, causedLaunch: Bool) {
      self.url = url
      self.sourceApplication = sourceApplication
      self.causedLaunch = causedLaunch
    }
  }

  /// The time that background tasks may use, until it is withdrawn or the app is back in front.
  public struct BackgroundGrant: Hashable, Sendable, Codable {
    /// When the allowance ends, in nanoseconds of `CLOCK_MONOTONIC` (app and device share it).
    /// Nil: nothing counts down (T20).
    public var endsAt: Int64?

    public init(endsAt: Int64?) { self.endsAt = endsAt }
  }

  /// What `UIDevice` and `UIScreen` report; fixed while a device is booted.
  public struct DeviceDescription: Hashable, Sendable, Codable {
    public var name: String
    public var model: String
    public var systemName: String
    public var systemVersion: String
    /// A UUID string, the same for all launches of an app on this device.
    public var identifierForVendor: String
    /// Points.
    public var screenWidth: Double
    public var screenHeight: Double
    public var screenScale: Double

    public init(
      name: String, model: String, systemName: String, systemVersion: String,
      identifierForVendor: String, screenWidth: Double, screenHeight: Double, screenScale: Double
    ) {
      self.name = name
      self.model = model
      self.systemName = systemName
      self.systemVersion = systemVersion
      self.identifierForVendor = identifierForVendor
      self.screenWidth = screenWidth
      self.screenHeight = screenHeight
      self.screenScale = screenScale
    }
  }

  /// Conditions around the app that change while it runs.
  public struct Environment: Hashable, Sendable, Codable {
    /// 0...1; nil: unknown.
    public var batteryLevel: Double?
    /// `unknown`, `unplugged`, `charging`, `full`.
    public var batteryState: String
    public var isLowPowerModeEnabled: Bool
    /// `portrait`, `portraitUpsideDown`, `landscapeLeft`, `landscapeRight`, `faceUp`, `faceDown`.
    public var orientation: String
    /// A locale identifier such as `en_US`.
    public var locale: String
    /// Whether this app may be woken to refresh its content (F10).
    public var backgroundRefresh: BackgroundRefresh

    public init(
      batteryLevel: Double?, batteryState: String, isLowPowerModeEnabled: Bool,
      orientation: String, locale: String, backgroundRefresh: BackgroundRefresh = .available
    ) {
      self.batteryLevel = batteryLevel
      self.batteryState = batteryState
      self.isLowPowerModeEnabled = isLowPowerModeEnabled
      self.orientation = orientation
      self.locale = locale
      self.backgroundRefresh = backgroundRefresh
    }
  }

  /// F10.
  public enum BackgroundRefresh: String, Hashable, Sendable, Codable {
    case restricted, denied, available
  }

  /// The notifications that L90 lists, as far as a device can cause them.
  public enum EnvironmentKind: String, Hashable, Sendable, Codable {
    case userDefaults, locale, orientation, batteryLevel, batteryState, powerState
    case significantTimeChange, backgroundRefresh
  }
}
