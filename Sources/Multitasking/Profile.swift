import RefreshLearning

/// Every number and every choice in which one iOS differs from another.
///
/// ```swift
/// var profile = Profile.classic
/// try profile.set("backgroundTaskAllowance", to: "12")
/// ```
/// No number of the policy stands anywhere else. Times are durations; ids name facts of the
/// specification.
public struct Profile: Hashable, Sendable, Codable {
  public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
    /// The app-delegate life cycle of iOS 7.
    case classic
    /// The scene life cycle of iOS 18 and 26.
    case modern
  }

  /// What an app with `UIApplicationExitsOnSuspend` hears when it would leave the foreground (C7).
  public enum OptOut: String, Hashable, Sendable, Codable, CaseIterable {
    /// `didEnterBackground`, `willTerminate` (O3).
    case book
    /// `willResignActive`, `willTerminate`: it never enters the background.
    case apple
    /// `willResignActive`, `didEnterBackground`, `willTerminate` (O4).
    case superset
    /// The key has no effect (O6).
    case ignored
  }

  /// How an incoming call shows itself (L54, L55).
  public enum CallPresentation: String, Hashable, Sendable, Codable, CaseIterable {
    /// It covers the app, which becomes inactive.
    case fullScreen
    /// A banner: the app stays active until the call is answered.
    case banner
  }

  public var name: Name
  /// What `UIDevice.systemVersion` says.
  public var systemVersion: String

  // MARK: Watchdogs

  /// T1, T3: from the start of the process to the end of `didFinishLaunching`.
  public var launchWatchdog: Duration
  /// T2, T3: for one change of the scene in the foreground.
  public var sceneUpdateWatchdog: Duration
  /// T4, C1: for `didEnterBackground`.
  public var enterBackgroundBudget: Duration
  /// T5: for `willTerminate`.
  public var terminateBudget: Duration
  /// C19, T7: whether time counts that a message waits for a blocked main thread. If not, only
  /// time inside the delegate counts, and an app that blocks its main thread just does not hear.
  public var watchdogsCountUndelivered: Bool
  /// How long an app may outlive its link before it is ended.
  public var closedLinkGrace: Duration

  // MARK: Background time

  /// T15: for all background tasks together, from entering the background.
  public var backgroundTaskAllowance: Duration
  /// T16: the part of the allowance that Low Power Mode leaves (the amount is a choice).
  public var lowPowerAllowancePercent: Int
  /// T21, C4: how long before the end the expiration handlers are called.
  public var expirationLead: Duration
  /// T22: for all expiration handlers together.
  public var expirationHandlerBudget: Duration
  /// T23: with which code an app dies that leaves a task open.
  public var taskTimeoutCode: TerminationCode
  /// T27: open tasks at one time.
  public var backgroundTasksMax: Int
  /// T26: the age at which an open task is warned of; nil: never.
  public var backgroundTaskWarningAge: Duration?
  /// T32: from the end of `didEnterBackground` to suspension when nothing holds the app.
  public var suspensionGrace: Duration
  /// T24: from the end of the last reason to run to suspension.
  public var releaseGrace: Duration
  /// G21: for a wake that has no budget of its own.
  public var wakeBudget: Duration

  // MARK: Fetches, tasks, pushes

  /// F6, F26, F50: for a fetch, a refresh task or a silent push.
  public var fetchBudget: Duration
  /// F6: with which code an app dies that does not answer in time.
  public var fetchTimeoutCode: TerminationCode
  /// F14: the least time between two refreshes of an app, whatever the app asks for.
  public var refreshIntervalMin: Duration
  /// Wakes of all apps together in a day, about (a choice).
  public var wakesPerDay: Int
  /// When a device that was locked counts as asleep (a choice).
  public var asleepAfter: Duration
  /// The part of the price that a wake costs while the device is charged, locked, on Wi-Fi (a choice).
  public var chargingPricePercent: Int
  /// The price of a wake on a network that costs money, as part of that on Wi-Fi (a choice).
  public var cellularPricePercent: Int
  /// The numbers of the model that learns when a refresh is worth a wake (F8, F9).
  ///
  /// The price has a higher floor than the model's own: with few apps a budget is a limit and no
  /// aim, and what is worth next to nothing does not begin (a choice).
  public var learning = Profile.learningOfDevices
  /// Apps that work at the same time because the system woke them (a choice).
  public var concurrentWakesMax: Int
  /// F32.
  public var lowBatteryPercent: Int
  /// F51: silent pushes within ``pushLimitInterval``.
  public var pushLimit: Int
  /// F51.
  public var pushLimitInterval: Duration
  /// Whether there is `BGTaskScheduler` (iOS 13).
  public var hasTaskScheduler: Bool
  /// F13.
  public var permittedIdentifiersDisableFetch: Bool
  /// F22: requests of each kind that may wait.
  public var refreshRequestsMax: Int
  public var processingRequestsMax: Int
  /// F27: how long before its end a task's expiration handler is called, and how long it has then.
  public var taskExpirationLead: Duration
  /// F25: for a processing task (the amount is a choice).
  public var processingBudget: Duration
  /// F25: how long nobody must have used the device (a choice).
  public var idleAfter: Duration
  /// F42: how long a continued task may report no progress (a choice).
  public var continuedTaskStall: Duration
  /// F41: continued tasks that run at the same time (a choice).
  public var continuedTasksMax: Int
  /// Decisions that are kept for each app.
  public var workHistoryMax: Int

  /// C6: how long an app is suspended before its network connections are taken; nil: never (N1, N3; the
  /// amount is a choice).
  public var socketReclaimDelay: Duration?

  // MARK: Sound

  /// A8: what ducking leaves of other sound, in percent (the amount is a choice).
  public var duckedVolumePercent: Int
  /// A14 (iOS 10).
  public var suspensionDeactivatesSessions: Bool
  /// A15: whether a suspended app is woken when its sound may go on. If not, it hears of it when it
  /// runs again.
  public var endedInterruptionsWake: Bool

  // MARK: Location

  /// G1-G21.
  public var location: LocationRules

  // MARK: Messages

  /// Whether apps with a scene manifest use the scene life cycle (L13, C20).
  public var usesScenes: Bool
  /// C7.
  public var optOut: OptOut
  /// L30, C13: `didEnterBackground` after a launch into the background.
  public var sendsDidEnterBackgroundOnBackgroundLaunch: Bool
  /// L31, C13: `didEnterBackground` again at every wake.
  public var sendsDidEnterBackgroundOnWake: Bool
  /// L42, C14: `willEnterForegroundNotification` before its delegate method.
  public var postsWillEnterForegroundFirst: Bool
  /// L54, L55.
  public var callPresentation: CallPresentation

  // MARK: Memory

  /// L81: how long warned apps have to free memory before running apps are ended (a choice).
  public var memoryWarningResponse: Duration
  /// An app is not warned again within this time (a choice).
  public var memoryWarningInterval: Duration
  /// T50: bytes that one app may hold; nil: no limit of its own.
  public var memoryLimit: Int?
  /// The part of `memoryLimit` at which an app is warned (a choice).
  public var memoryWarningPercent: Int
}

extension Profile {
  private static let learningOfDevices: Parameters = {
    var parameters = Parameters()
    parameters.priceBounds = 0.008...parameters.priceBounds.upperBound
    return parameters
  }()

  public static let classic = Profile(
    name: .classic, systemVersion: "7.1.2",
    launchWatchdog: .seconds(20), sceneUpdateWatchdog: .seconds(10),
    enterBackgroundBudget: .seconds(10), terminateBudget: .seconds(5),
    watchdogsCountUndelivered: false, closedLinkGrace: .seconds(1),
    backgroundTaskAllowance: .seconds(180), lowPowerAllowancePercent: 50,
    expirationLead: .seconds(5), expirationHandlerBudget: .seconds(4),
    taskTimeoutCode: .watchdog, backgroundTasksMax: .max, backgroundTaskWarningAge: nil,
    suspensionGrace: .seconds(5), releaseGrace: .seconds(1), wakeBudget: .seconds(10),
    fetchBudget: .seconds(30), fetchTimeoutCode: .watchdog, refreshIntervalMin: .seconds(900),
    wakesPerDay: 60, asleepAfter: .seconds(600), chargingPricePercent: 50,
    cellularPricePercent: 150, concurrentWakesMax: 3,
    lowBatteryPercent: 20, pushLimit: 3,
    pushLimitInterval: .seconds(3_600), hasTaskScheduler: false,
    permittedIdentifiersDisableFetch: false, refreshRequestsMax: 1, processingRequestsMax: 10,
    taskExpirationLead: .seconds(5), processingBudget: .seconds(300), idleAfter: .seconds(120),
    continuedTaskStall: .seconds(30), continuedTasksMax: 1, workHistoryMax: 32,
    socketReclaimDelay: nil,
    duckedVolumePercent: 20, suspensionDeactivatesSessions: false, endedInterruptionsWake: true,
    location: .classic,
    usesScenes: false, optOut: .book,
    sendsDidEnterBackgroundOnBackgroundLaunch: true, sendsDidEnterBackgroundOnWake: false,
    postsWillEnterForegroundFirst: true, callPresentation: .fullScreen,
    memoryWarningResponse: .seconds(3), memoryWarningInterval: .seconds(60), memoryLimit: nil,
    memoryWarningPercent: 80)

  public static let modern = Profile(
    name: .modern, systemVersion: "26.1",
    launchWatchdog: .seconds(20), sceneUpdateWatchdog: .seconds(10),
    enterBackgroundBudget: .seconds(5), terminateBudget: .seconds(5),
    watchdogsCountUndelivered: true, closedLinkGrace: .seconds(1),
    backgroundTaskAllowance: .seconds(30), lowPowerAllowancePercent: 50,
    expirationLead: .milliseconds(4_500), expirationHandlerBudget: .seconds(3),
    taskTimeoutCode: .taskTimeout, backgroundTasksMax: 1_000,
    backgroundTaskWarningAge: .seconds(30),
    suspensionGrace: .seconds(5), releaseGrace: .seconds(1), wakeBudget: .seconds(10),
    fetchBudget: .seconds(30), fetchTimeoutCode: .fetchTimeout, refreshIntervalMin: .seconds(900),
    wakesPerDay: 60, asleepAfter: .seconds(600), chargingPricePercent: 50,
    cellularPricePercent: 150, concurrentWakesMax: 3,
    lowBatteryPercent: 20, pushLimit: 3,
    pushLimitInterval: .seconds(3_600), hasTaskScheduler: true,
    permittedIdentifiersDisableFetch: true, refreshRequestsMax: 1, processingRequestsMax: 10,
    taskExpirationLead: .milliseconds(4_500), processingBudget: .seconds(300),
    idleAfter: .seconds(120), continuedTaskStall: .seconds(30), continuedTasksMax: 1,
    workHistoryMax: 32, socketReclaimDelay: .seconds(10),
    duckedVolumePercent: 20, suspensionDeactivatesSessions: true, endedInterruptionsWake: false,
    location: .modern,
    usesScenes: true, optOut: .ignored,
    sendsDidEnterBackgroundOnBackgroundLaunch: true, sendsDidEnterBackgroundOnWake: false,
    postsWillEnterForegroundFirst: true, callPresentation: .banner,
    memoryWarningResponse: .seconds(3), memoryWarningInterval: .seconds(60), memoryLimit: nil,
    memoryWarningPercent: 80)

  public static func named(_ name: Name) -> Profile {
    switch name {
    case .classic: .classic
    case .modern: .modern
    }
  }
}
