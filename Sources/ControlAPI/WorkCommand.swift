import Multitasking

/// What can be asked about background fetches, scheduled tasks and remote notifications.
public enum WorkCommand: Hashable, Sendable, Codable {
  /// F12: the app is woken or launched for a fetch now, whatever the conditions.
  case fetch(app: AppID)
  /// A remote notification arrives; `payload` is JSON (F50).
  case push(app: AppID, payload: String)
  /// What apps wait for and what they have done; nil: all apps.
  case list(app: AppID?)
  /// F30: launches a task whose request waits. `app` may be nil where one app has such a request.
  case launchTask(identifier: String, app: AppID?)
  /// F30: expires a task that runs.
  case expireTask(identifier: String, app: AppID?)
  /// The person's switch for one app (F10). That of the device is a condition.
  case setRefresh(app: AppID, isOn: Bool)
}

/// Why an app is launched that nobody opens.
public enum LaunchPurpose: Hashable, Sendable, Codable {
  case fetch
  case task(identifier: String)
  case push(payload: String)
}

/// What one app waits for and has done in the background.
public struct AppWork: Hashable, Sendable, Codable {
  public var app: AppID
  public var state: AppState.Name
  /// What `backgroundRefreshStatus` says (F10).
  public var refreshStatus: Environment.BackgroundRefresh
  /// Seconds; nil: never (F2).
  public var minimumFetchInterval: Double?
  public var isForceQuit: Bool
  /// What runs, and what waits with all that holds it back.
  public var outlook: [WorkOutlook]
  /// Past decisions, oldest first.
  public var history: [WorkRecord]

  public init(
    app: AppID, state: AppState.Name, refreshStatus: Environment.BackgroundRefresh,
    minimumFetchInterval: Double?, isForceQuit: Bool, outlook: [WorkOutlook],
    history: [WorkRecord]
  ) {
    self.app = app
    self.state = state
    self.refreshStatus = refreshStatus
    self.minimumFetchInterval = minimumFetchInterval
    self.isForceQuit = isForceQuit
    self.outlook = outlook
    self.history = history
  }
}
