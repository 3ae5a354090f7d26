import Foundation

/// Whether a view controller's view is on screen, and the calls that say so.
///
/// `viewWillAppear` comes at once; `viewDidAppear` when the change is on screen. A change of mind
/// in between is taken up from where things are.
@MainActor
final class Appearance {
  private enum State { case disappeared, appearing, appeared, disappearing }

  weak var controller: UIViewController?
  private var state = State.disappeared

  var isVisible: Bool { state == .appearing || state == .appeared }

  var isAppearing: Bool { state == .appearing }

  /// Lets the view appear or disappear, and with it the children's views.
  func set(_ isVisible: Bool, animated: Bool = false, commit registry: WindowRegistry) {
    guard isVisible != self.isVisible, let controller else { return }
    if isVisible {
      state = .appearing
      controller.viewWillAppear(animated)
    } else {
      state = .disappearing
      controller.viewWillDisappear(animated)
    }
    for child in controller.children where child.isViewLoaded {
      child.appearance.set(isVisible, animated: animated, commit: registry)
    }
    // Holds the view controller: one that is being replaced hears of its end.
    registry.afterCommit { self.finish(controller, isVisible: isVisible, animated: animated) }
  }

  private func finish(_ controller: UIViewController, isVisible: Bool, animated: Bool) {
    guard isVisible == self.isVisible else { return }
    switch state {
    case .appearing:
      state = .appeared
      controller.viewDidAppear(animated)
    case .disappearing:
      state = .disappeared
      controller.viewDidDisappear(animated)
    case .appeared, .disappeared: break
    }
  }
}
