import AppLink
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

  /// Called by `UIApplicationMain`, on the principal class; a second object traps, as on iOS.
  public override init() {
    guard UIApplication.instance == nil else {
      fatalError("There can only be one UIApplication instance.")
    }
    let send = UIApplication.startingSend
    self.send = send
    backgroundTasks = BackgroundTaskLedger { send(.backgroundTasks($0)) }
    super.init()
    UIApplication.instance = self
  }

  /// Where the object that is about to be made sends its messages. `init()` can't take it as an
  /// argument: principal classes override `init()`.
  static var startingSend: @Sendable (AppMessage) -> Void = { _ in }

  open override var next: UIResponder? { delegate as? UIResponder }
}
