import Foundation

/// What a navigation controller tells. All methods are optional.
@preconcurrency @MainActor
public protocol UINavigationControllerDelegate: NSObjectProtocol {
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool)
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool)
}

extension UINavigationControllerDelegate {
  public func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool
  ) {}
  public func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool
  ) {}
}

/// A stack of view controllers, of which the last one is to be seen, below a bar.
///
/// Apple's page: `UINavigationController`.
@preconcurrency @MainActor
open class UINavigationController: UIViewController {
  open weak var delegate: (any UINavigationControllerDelegate)?

  /// The bar.
  public let navigationBar = UINavigationBar()

  /// The stack, the root first.
  open var viewControllers: [UIViewController] {
    get { stack }
    set { setViewControllers(newValue, animated: false) }
  }

  /// The last one.
  open var topViewController: UIViewController? { stack.last }

  /// What is to be seen: the last one, or what it presents.
  open var visibleViewController: UIViewController? {
    presentedViewController ?? topViewController?.presentedViewController ?? topViewController
  }

  open var isNavigationBarHidden: Bool {
    get { navigationBar.isHidden }
    set { setNavigationBarHidden(newValue, animated: false) }
  }

  private var stack: [UIViewController] = []

  /// A controller with one view controller in it.
  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    push(rootViewController)
  }

  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  public required init?(coder: NSCoder) { nil }

  // MARK: The stack

  /// Shows a view controller on top of the others.
  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    guard !stack.contains(where: { $0 === viewController }) else {
      fatalError(
        "Pushing the same view controller instance more than once is not supported "
          + "(\(viewController))")
    }
    push(viewController)
    show(animated)
  }

  /// Takes the last view controller away; never the root.
  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard stack.count > 1 else { return nil }
    let last = stack[stack.count - 1]
    drop(to: stack.count - 1, animated)
    return last
  }

  /// Takes all away but the root.
  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    drop(to: 1, animated)
  }

  /// Takes all away above a view controller.
  @discardableResult
  open func popToViewController(
    _ viewController: UIViewController, animated: Bool
  ) -> [UIViewController]? {
    guard let place = stack.firstIndex(where: { $0 === viewController }) else {
      fatalError("Tried to pop to a view controller that doesn't exist.")
    }
    return drop(to: place + 1, animated)
  }

  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    for old in stack where !viewControllers.contains(where: { $0 === old }) { remove(old) }
    let known = stack
    stack = []
    for controller in viewControllers {
      if known.contains(where: { $0 === controller }) {
        stack.append(controller)
      } else {
        push(controller)
      }
    }
    show(animated)
  }

  open override func show(_ vc: UIViewController, sender: Any?) {
    pushViewController(vc, animated: true)
  }

  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    navigationBar.isHidden = hidden
    viewIfLoaded?.setNeedsLayout()
  }

  private func push(_ controller: UIViewController) {
    addChild(controller)
    stack.append(controller)
    controller.didMove(toParent: self)
  }

  @discardableResult
  private func drop(to count: Int, _ animated: Bool) -> [UIViewController]? {
    guard stack.count > count else { return [] }
    let gone = Array(stack[count...])
    stack.removeLast(stack.count - count)
    show(animated)
    for controller in gone.reversed() { remove(controller) }
    return gone
  }

  private func remove(_ controller: UIViewController) {
    controller.willMove(toParent: nil)
    controller.viewIfLoaded?.removeFromSuperview()
    controller.removeFromParent()
  }

  // MARK: Views

  open override func loadView() {
    let container = NavigationView(frame: UIScreen.main.bounds)
    container.layOut = { [weak self] in self?.layOut() }
    container.addSubview(navigationBar)
    view = container
    show(false)
  }

  /// Has the last view controller's view be there, and no other.
  private func show(_ animated: Bool) {
    navigationBar.items = stack.map(\.navigationItem)
    for item in navigationBar.items ?? [] { item.bar = navigationBar }
    guard let container = viewIfLoaded, let top = stack.last else { return }
    guard top.view.superview !== container else { return container.setNeedsLayout() }
    delegate?.navigationController(self, willShow: top, animated: animated)
    for other in stack.dropLast() { other.viewIfLoaded?.removeFromSuperview() }
    for view in container.subviews where view !== navigationBar { view.removeFromSuperview() }
    top.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    top.view.frame = container.bounds
    top.insetsOfContainer = insets
    container.insertSubview(top.view, at: 0)
    container.setNeedsLayout()
    UIApplication.shared.windowRegistry.afterCommit { [weak self, weak top] in
      guard let self, let top, top === self.topViewController else { return }
      self.delegate?.navigationController(self, didShow: top, animated: animated)
    }
  }

  private var insets: UIEdgeInsets {
    guard !navigationBar.isHidden else { return .zero }
    let large = navigationBar.showsLargeTitle ? UINavigationBar.largeTitleHeight : 0
    return UIEdgeInsets(top: UINavigationBar.height + large, left: 0, bottom: 0, right: 0)
  }

  private func layOut() {
    guard let container = viewIfLoaded else { return }
    let insets = insets
    if let top = stack.last, top.insetsOfContainer != insets {
      top.insetsOfContainer = insets
      top.viewIfLoaded?.safeAreaInsetsDidChange()
      top.viewIfLoaded?.setNeedsLayout()
    }
    navigationBar.frame = CGRect(
      x: 0, y: 0, width: container.bounds.width,
      height: container.safeAreaInsets.top + insets.top)
    navigationBar.contentColor = stack.last?.viewIfLoaded?.backgroundColor
    navigationBar.setNeedsLayout()
  }

  override var forStatusBar: UIViewController {
    presentedViewController?.forStatusBar ?? topViewController?.forStatusBar ?? self
  }
}

/// Holds the bar and what is below.
private final class NavigationView: UIView {
  var layOut: () -> Void = {}
  override func layoutSubviews() {
    super.layoutSubviews()
    layOut()
  }
}

extension UIViewController {
  /// The navigation controller that this view controller is in, at any depth.
  public var navigationController: UINavigationController? {
    sequence(first: self, next: \.parent).dropFirst()
      .lazy.compactMap { $0 as? UINavigationController }.first
  }
}
