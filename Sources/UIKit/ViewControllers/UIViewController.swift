import Foundation

/// An object that manages a view and what is in it.
///
/// Apple's page: `UIViewController`.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
  /// What a container may show as the title.
  open var title: String? {
    didSet { if title != oldValue { navigationItem.title = title } }
  }

  /// What the bar shows while this view controller is on top.
  open private(set) lazy var navigationItem = UINavigationItem(title: title ?? "")

  /// Room that this view controller keeps off its edges, with that of bars.
  open var additionalSafeAreaInsets = UIEdgeInsets.zero {
    didSet { viewIfLoaded?.setNeedsLayout() }
  }

  /// Whether the content is shown so that it can be edited.
  open var isEditing: Bool {
    get { isShownEditing }
    set { setEditing(newValue, animated: false) }
  }

  private var isShownEditing = false
  /// What the container's bars cover.
  var insetsOfContainer = UIEdgeInsets.zero

  /// How ``present(_:animated:completion:)`` shows this view controller.
  open var modalPresentationStyle = UIModalPresentationStyle.automatic

  /// The view controller that this one is in.
  open internal(set) weak var parent: UIViewController?

  /// The view controllers in this one.
  open internal(set) var children: [UIViewController] = []

  /// The view controller that this one presents.
  open internal(set) var presentedViewController: UIViewController?

  /// The view controller that presents this one.
  open internal(set) weak var presentingViewController: UIViewController?

  let appearance = Appearance()
  private var loadedView: UIView?

  /// A view controller. There are no nib files: both arguments are only kept by subclasses.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init()
    appearance.controller = self
  }

  /// A view controller whose view is made in code.
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  /// Nil: there are no archives of view controllers to read.
  public required init?(coder: NSCoder) { nil }

  open override var next: UIResponder? {
    if let superview = viewIfLoaded?.superview { return superview }
    return presentingViewController
  }

  // MARK: The view

  /// The view, loaded at the first use.
  open var view: UIView! {
    get {
      if loadedView == nil {
        loadView()
        viewDidLoad()
      }
      return loadedView
    }
    set {
      loadedView?.viewController = nil
      loadedView = newValue
      newValue?.viewController = self
    }
  }

  /// The view, if it has been loaded.
  open var viewIfLoaded: UIView? { loadedView }

  /// Whether the view has been loaded.
  open var isViewLoaded: Bool { loadedView != nil }

  /// Loads the view, if it has not been.
  open func loadViewIfNeeded() { _ = view }

  /// Makes the view: a plain one that fills the screen, unless overridden.
  open func loadView() { view = UIView(frame: UIScreen.main.bounds) }

  // MARK: Presentation

  /// Presents a view controller over this one.
  ///
  /// Without an animation, whatever `flag` says. One that presents already is left alone, with a
  /// line on standard error, as on iOS.
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard presentedViewController == nil else {
      ProcessEnd.report(
        "Attempt to present \(viewControllerToPresent) on \(self) which is already presenting "
          + "\(presentedViewController!).")
      return
    }
    guard let window = viewIfLoaded?.window else {
      ProcessEnd.report(
        "Attempt to present \(viewControllerToPresent) on \(self) whose view is not in the window "
          + "hierarchy.")
      return
    }
    let registry = UIApplication.shared.windowRegistry
    presentedViewController = viewControllerToPresent
    viewControllerToPresent.presentingViewController = self
    viewControllerToPresent.view.frame = window.bounds
    if viewControllerToPresent.modalPresentationStyle.coversPresenter {
      appearance.set(false, animated: flag, commit: registry)
    }
    window.addSubview(viewControllerToPresent.view)
    viewControllerToPresent.appearance.set(true, animated: flag, commit: registry)
    if let completion { registry.afterCommit(completion) }
  }

  /// Dismisses what this view controller presents; if it presents nothing, this view controller.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    guard let presented = presentedViewController else {
      if let presentingViewController {
        presentingViewController.dismiss(animated: flag, completion: completion)
      } else {
        completion?()
      }
      return
    }
    let registry = UIApplication.shared.windowRegistry
    if presented.presentedViewController != nil { presented.dismiss(animated: false) }
    presented.appearance.set(false, animated: flag, commit: registry)
    presented.viewIfLoaded?.removeFromSuperview()
    presented.presentingViewController = nil
    presentedViewController = nil
    if presented.modalPresentationStyle.coversPresenter {
      appearance.set(true, animated: flag, commit: registry)
    }
    if let completion { registry.afterCommit(completion) }
  }

  /// Whether this view controller is being presented for the first time on screen.
  open var isBeingPresented: Bool { presentingViewController != nil && appearance.isAppearing }

  // MARK: Children

  /// Puts a view controller into this one. Its view is the caller's to add.
  open func addChild(_ childController: UIViewController) {
    childController.removeFromParent()
    childController.willMove(toParent: self)
    children.append(childController)
    childController.parent = self
  }

  /// Takes this view controller out of its container.
  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }

  // MARK: What subclasses override

  /// The view has been loaded.
  open func viewDidLoad() {}
  /// The view is about to be on screen.
  open func viewWillAppear(_ animated: Bool) {}
  /// The view is on screen.
  open func viewDidAppear(_ animated: Bool) {}
  /// The view is about to go off screen.
  open func viewWillDisappear(_ animated: Bool) {}
  /// The view is off screen.
  open func viewDidDisappear(_ animated: Bool) {}
  /// Brings the view's constraints up to date.
  open func updateViewConstraints() {}
  /// The view is about to lay out its subviews.
  open func viewWillLayoutSubviews() {}
  /// The view has laid out its subviews.
  open func viewDidLayoutSubviews() {}

  /// Shows the content so that it can be edited, or no longer.
  open func setEditing(_ editing: Bool, animated: Bool) { isShownEditing = editing }

  /// Shows a view controller where the container does: pushed, or presented.
  open func show(_ vc: UIViewController, sender: Any?) {
    if let navigationController {
      navigationController.show(vc, sender: sender)
    } else {
      present(vc, animated: true)
    }
  }

  /// How the status bar looks over this view controller.
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  /// Whether the status bar is hidden.
  open var prefersStatusBarHidden: Bool { false }
  /// Asks for both anew: they are asked for with every picture.
  open func setNeedsStatusBarAppearanceUpdate() {}

  /// Memory is low (L80).
  open func didReceiveMemoryWarning() {}

  /// This view controller is about to move into, or out of, a container.
  open func willMove(toParent parent: UIViewController?) {}
  /// This view controller has moved into, or out of, a container.
  open func didMove(toParent parent: UIViewController?) {}

  /// Whether the interface may turn with the device. A Greenroom device does not turn it, and
  /// doesn't ask.
  open var shouldAutorotate: Bool { true }

  /// The orientations that the view controller supports.
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }

  /// The view controller that says how the status bar looks.
  var forStatusBar: UIViewController { presentedViewController?.forStatusBar ?? self }

  var allAdditionalSafeAreaInsets: UIEdgeInsets { additionalSafeAreaInsets + insetsOfContainer }

  /// This view controller, those in it and those that it presents.
  var withDescendants: [UIViewController] {
    [self] + children.flatMap(\.withDescendants)
      + (presentedViewController?.withDescendants ?? [])
  }
}
