import Foundation

/// How a view controller is presented.
public enum UIModalPresentationStyle: Int, Sendable {
  case automatic = -2
  case none = -1
  case fullScreen = 0
  case pageSheet = 1
  case formSheet = 2
  case currentContext = 3
  case custom = 4
  case overFullScreen = 5
  case overCurrentContext = 6
  case popover = 7

  /// Whether what is behind goes off screen.
  var coversPresenter: Bool { self == .fullScreen || self == .currentContext }
}

extension UIViewController {
  /// Presents a view controller over this one.
  ///
  /// Without an animation, whatever `flag` says. One that presents already is left alone, with a
  /// line on standard error, as on iOS.
  public func present(
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
  public func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
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
  public var isBeingPresented: Bool { presentingViewController != nil && appearance.isAppearing }

  // MARK: Children

  /// Puts a view controller into this one. Its view is the caller's to add.
  public func addChild(_ childController: UIViewController) {
    childController.removeFromParent()
    childController.willMove(toParent: self)
    children.append(childController)
    childController.parent = self
  }

  /// A view controller in a container appears with its view, as far as the container has.
  ///
  /// Roots and presented view controllers are told by their window and their presenter.
  func didMove(toWindow window: UIWindow?) {
    guard let parent else { return }
    let isVisible = window != nil && parent.appearance.isVisible
    appearance.set(isVisible, commit: UIApplication.shared.windowRegistry)
  }

  /// Takes this view controller out of its container.
  public func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }
}
