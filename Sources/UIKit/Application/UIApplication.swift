import AppLink
import CUIKit
import Foundation

/// The centralized point of control and coordination for apps running on a device.
///
/// There is one, made by ``UIApplicationMain(_:_:_:_:)``. Apple's page: `UIApplication`.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
  private static var instance: UIApplication?

  /// The application object, where there is one.
  static var current: UIApplication? { instance }

  /// The app's one application object.
  ///
  /// Traps before ``UIApplicationMain(_:_:_:_:)``: on iOS it is nil there, and its first use traps.
  open class var shared: UIApplication {
    guard let instance else {
      fatalError("UIApplication.shared is nil before UIApplicationMain")
    }
    return instance
  }

  /// The object that the life-cycle methods are called on.
  open var delegate: (any UIApplicationDelegate)?

  /// The app's run-time state: the most active of its scenes' states (L8).
  open var applicationState: UIApplication.State { lifeCycle?.applicationState ?? .inactive }

  /// Whether the device stays awake while the app is in front.
  ///
  /// Kept for the app to read; a Greenroom device does not sleep by itself.
  open var isIdleTimerDisabled = false

  /// The number on the app's icon.
  open var applicationIconBadgeNumber = 0

  /// Whether the network activity indicator is on.
  open var isNetworkActivityIndicatorVisible = false

  /// The quick actions of the app's icon.
  ///
  /// Kept for as long as the process lives; a Greenroom device shows no icons to press.
  open var shortcutItems: [UIApplicationShortcutItem]?

  nonisolated let backgroundTasks: BackgroundTaskLedger
  nonisolated let send: @Sendable (AppMessage) -> Void
  var lifeCycle: LifeCycle?
  let windowRegistry = WindowRegistry()
  var scenes: [UIScene] = []
  var sessions: [UISceneSession] = []
  let urlRequests = URLRequests()
  nonisolated let taskScheduling: TaskScheduling
  nonisolated let services: ServiceLink

  /// Whether the app has asked for remote notifications, in this process.
  open internal(set) var isRegisteredForRemoteNotifications = false

  /// Called by `UIApplicationMain`, on the principal class; a second object traps, as on iOS.
  public override init() {
    guard UIApplication.instance == nil else {
      fatalError("There can only be one UIApplication instance.")
    }
    let sendWithDescriptor = UIApplication.startingSend
    let send: @Sendable (AppMessage) -> Void = { sendWithDescriptor($0, nil) }
    self.send = send
    services = ServiceLink(send: sendWithDescriptor)
    backgroundTasks = BackgroundTaskLedger(lastID: UIApplication.lastTaskOfOthers) {
      send(.backgroundTasks($0))
    }
    taskScheduling = TaskScheduling(
      permitted: InfoPlist.main.permittedTaskIdentifiers, send: send)
    super.init()
    UIApplication.instance = self
    taskScheduling.becomeCurrent()
    services.becomeCurrent()
  }

  /// Lets another object take the place of this one, for an app that lives in a test's process.
  func giveUp() {
    guard UIApplication.instance === self else { return }
    UIApplication.instance = nil
    taskScheduling.giveUp()
    services.giveUp()
    UIApplication.lastTaskOfOthers = backgroundTasks.lastID
  }

  /// The last token of an app that was in this process before.
  private static var lastTaskOfOthers = UIBackgroundTaskIdentifier.invalid.rawValue

  /// Where the object that is about to be made sends its messages. `init()` can't take it as an
  /// argument: principal classes override `init()`.
  static var startingSend: @Sendable (AppMessage, CInt?) -> Void = { _, _ in }

  open override var next: UIResponder? { delegate as? UIResponder }

  // MARK: Scenes and windows

  /// The scenes that are connected.
  ///
  /// An app without scenes has one all the same: the one that its windows are in.
  open var connectedScenes: Set<UIScene> {
    if let implicit = lifeCycle?.implicitScene { [implicit] } else { Set(scenes) }
  }

  /// The sessions whose scenes are in the switcher, connected or not.
  open var openSessions: Set<UISceneSession> {
    if let implicit = lifeCycle?.implicitScene { [implicit.session] } else { Set(sessions) }
  }

  /// The app's windows, hidden ones too, back to front.
  open var windows: [UIWindow] { windowRegistry.windows }

  /// The window that was made key last.
  open var keyWindow: UIWindow? { windowRegistry.keyWindow }

  // MARK: URLs

  /// Asks the device to open `url` in the app that declares its scheme.
  ///
  /// `completion` is called on the main thread, later, with the device's answer. A URL of more
  /// than `LinkLimits.urlLengthMax` characters is refused.
  @preconcurrency open func open(
    _ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    let completion = completion ?? { _ in }
    let isUniversalLinkOnly = (options[.universalLinksOnly] as? Bool) ?? false
    let text = url.absoluteString
    guard !isUniversalLinkOnly, text.count <= LinkLimits.urlLengthMax else {
      MainRunLoop.perform { completion(false) }
      return
    }
    let request = urlRequests.add(completion)
    send(.openURL(request: request, url: text))
  }

  // MARK: Background tasks

  /// Seconds that the app may still run in the background.
  ///
  /// `.greatestFiniteMagnitude` in the foreground, and in the background while nothing counts
  /// down (T19, T20). Callable from any thread.
  open nonisolated var backgroundTimeRemaining: TimeInterval {
    backgroundTasks.timeRemaining
  }

  /// Whether some installed app opens URLs of this scheme.
  open func canOpenURL(_ url: URL) -> Bool {
    guard let scheme = url.scheme?.lowercased() else { return false }
    return urlRequests.installedSchemes.contains(scheme)
  }

  /// Asks for time to finish a task if the app enters the background.
  ///
  /// Every task needs one ``endBackgroundTask(_:)``. When the time is nearly over, `handler` is
  /// called on the main thread (T21); an app that then still holds a task is ended (T23).
  /// Callable from any thread (T30).
  ///
  /// - Returns: the task's token; `.invalid` where background execution is not possible (T11).
  @inline(never)
  @preconcurrency open nonisolated func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    backgroundTasks.begin(name: .caller(cuikit_return_address()), handler: handler)
  }

  /// Asks for time, as ``beginBackgroundTask(expirationHandler:)`` does, under a name that
  /// people see when they ask why the app runs.
  ///
  /// Without a name one is made from the caller (T29).
  @inline(never)
  @preconcurrency open nonisolated func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    let name = taskName.map(BackgroundTaskName.given) ?? .caller(cuikit_return_address())
    return backgroundTasks.begin(name: name, handler: handler)
  }

  /// Ends a task.
  ///
  /// An unknown token, or one that was ended before, only causes a line on standard error (T25).
  open nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    backgroundTasks.end(identifier)
  }
}
