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
  /// A view controller in a container appears with its view, as far as the container has.
  ///
  /// Roots and presented view controllers are told by their window and their presenter.
  func didMove(toWindow window: UIWindow?) {
    guard let parent else { return }
    let isVisible = window != nil && parent.appearance.isVisible
    appearance.set(isVisible, commit: UIApplication.shared.windowRegistry)
  }
}
