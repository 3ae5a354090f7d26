import Foundation

extension UIScreen {
  /// What the status bar and the edge for the Home gesture take of the screen.
  var safeAreaInsets: UIEdgeInsets {
    // Phones with a display that is as tall as this have no Home button.
    bounds.height >= 812
      ? UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
      : UIEdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
  }
}
