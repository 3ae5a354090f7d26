/// What the policy has an app told, in the order in which it must be told.
public enum Message: Hashable, Sendable, Codable {
  /// Start the app's own code: `willFinishLaunching`, `didFinishLaunching` (L10, L13, L30).
  case launch(LaunchMessage)
  case connectScene(SceneID, isRestored: Bool, url: OpenURL?)
  case disconnectScene(SceneID, isDiscarded: Bool)
  case willEnterForeground(SceneID)
  case didBecomeActive(SceneID)
  case willResignActive(SceneID)
  /// `grant` is nil while other scenes of the app stay in the foreground, and for an app that
  /// is about to be ended.
  case didEnterBackground(SceneID, grant: BackgroundGrant?)
  /// The app runs in the background without having entered it now: a launch or a wake.
  case runInBackground(BackgroundGrant)
  case expireBackgroundTasks
  case openURL(SceneID, OpenURL)
  case memoryWarning
  case environmentChanged([EnvironmentKind])
  /// What `canOpenURL(_:)` answers has changed: an app came or went.
  case urlSchemesChanged
  case willTerminate
  /// F4.
  case performFetch(work: UInt64)
  /// F50, F53.
  case remoteNotification(work: UInt64, Push)
  case launchTask(work: UInt64, TaskRequest)
  /// F27.
  case expireTask(work: UInt64)
  case audio(AudioMessage)
  case location(LocationMessage)
}

extension Message {
  /// Whether it gives the app a fetch, a push or a task.
  public var beginsWork: Bool {
    switch self {
    case .performFetch, .remoteNotification, .launchTask: true
    default: false
    }
  }
}

/// The content of ``Message/launch(_:)``.
public struct LaunchMessage: Hashable, Sendable, Codable {
  public enum LifeCycle: String, Hashable, Sendable, Codable { case application, scenes }

  public var lifeCycle: LifeCycle
  /// False: the app finds itself in the background (L14, L30).
  public var startsInactive: Bool
  public var url: OpenURL?
  public var lastExit: ExitRecord?
  /// Launched for its location: `launchOptions` say so (L20).
  public var isLocationLaunch = false
}

/// A URL, and who wants it opened.
public struct OpenURL: Hashable, Sendable, Codable {
  public var url: String
  /// Nil: a person.
  public var source: AppID?
  /// Whether it is the reason of the launch (L19).
  public var causedLaunch: Bool

  public init(_ url: String, source: AppID? = nil, causedLaunch: Bool = false) {
    self.url = url
    self.source = source
    self.causedLaunch = causedLaunch
  }

  /// The scheme, lower-cased; nil when there is none (RFC 3986, 3.1).
  public var scheme: String? {
    guard let colon = url.firstIndex(of: ":"), colon != url.startIndex else { return nil }
    let scheme = url[..<colon].lowercased()
    guard scheme.first?.isLetter == true,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return scheme
  }
}

/// The time background tasks may use, all together (T14).
public struct BackgroundGrant: Hashable, Sendable, Codable {
  /// Nil while something holds the app without a limit (T20).
  public var endsAt: Instant?
}

/// A message and the number under which the app answers it.
public struct Delivery: Hashable, Sendable, Codable {
  public var id: UInt64
  public var message: Message
}
