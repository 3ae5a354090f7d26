import Foundation

/// The view that everything else on a screen is in.
///
/// Apple's page: `UIWindow`.
@preconcurrency @MainActor
open class UIWindow: UIView {
  /// Where windows stand: the higher, the further in front.
  public struct Level: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat

    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

    public static let normal = Self(rawValue: 0)
    public static let statusBar = Self(rawValue: 1000)
    public static let alert = Self(rawValue: 2000)
  }

  /// The scene that shows the window.
  ///
  /// Windows of an app without scenes are in its implicit one; those of an app with scenes are not
  /// shown until they have one.
  open weak var windowScene: UIWindowScene? {
    didSet { if windowScene !== oldValue { updateAppearance() } }
  }

  /// Where the window stands among the others.
  open var windowLevel = Level.normal

  /// The view controller whose view fills the window.
  open var rootViewController: UIViewController? {
    didSet { if rootViewController !== oldValue { replaceRoot(oldValue) } }
  }

  /// Whether the window gets key events.
  open var isKeyWindow: Bool { UIApplication.shared.windowRegistry.isKey(self) }

  /// The screen that shows the window.
  open var screen: UIScreen { .main }

  /// Windows are hidden until they are shown.
  open override var isHidden: Bool {
    didSet { if isHidden != oldValue { updateAppearance() } }
  }

  open override var window: UIWindow? { self }

  open override var next: UIResponder? { windowScene ?? UIApplication.shared }

  /// Whether the root view controller's view has appeared.
  private var isShowing = false

  /// A window with a frame; without extent: one that fills the screen.
  public override init(frame: CGRect) {
    super.init(frame: frame == .zero ? UIScreen.main.bounds : frame)
    join(UIApplication.shared.lifeCycle?.implicitScene)
  }

  /// A window that fills the scene's screen.
  public init(windowScene: UIWindowScene) {
    super.init(frame: windowScene.screen.bounds)
    join(windowScene)
  }

  private func join(_ scene: UIWindowScene?) {
    isHidden = true
    windowScene = scene
    UIApplication.shared.windowRegistry.add(self)
  }

  public required init?(coder: NSCoder) { nil }

  /// Makes the window the one that gets key events.
  open func makeKey() { UIApplication.shared.windowRegistry.makeKey(self) }

  /// Shows the window in front of the others of its level, and makes it key.
  open func makeKeyAndVisible() {
    UIApplication.shared.windowRegistry.bringToFront(self)
    makeKey()
    isHidden = false
    updateAppearance()
  }

  /// The window has become key.
  open func becomeKey() {}
  /// The window is no longer key.
  open func resignKey() {}

  // MARK: Appearance of the root

  /// Visible, and in a scene, or an app, that has been in the foreground (L33).
  private var isOnScreen: Bool {
    guard !isHidden else { return false }
    return windowScene?.hasBeenInForeground ?? false
  }

  /// Lets the root view controller appear or disappear, as the window does.
  func updateAppearance() {
    guard !isHidden || isShowing else { return }
    // The view is there as soon as the window is to be visible, also where nobody sees it (L33).
    installRootView()
    guard isOnScreen != isShowing else { return }
    isShowing = isOnScreen
    rootViewController?.appearance.set(isShowing, commit: UIApplication.shared.windowRegistry)
  }

  private func replaceRoot(_ old: UIViewController?) {
    let registry = UIApplication.shared.windowRegistry
    if isShowing { old?.appearance.set(false, commit: registry) }
    old?.viewIfLoaded?.removeFromSuperview()
    guard !isHidden else { return }
    installRootView()
    if isShowing { rootViewController?.appearance.set(true, commit: registry) }
  }

  private func installRootView() {
    guard let view = rootViewController?.view, view.superview !== self else { return }
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.frame = bounds
    insertSubview(view, at: 0)
  }
}
