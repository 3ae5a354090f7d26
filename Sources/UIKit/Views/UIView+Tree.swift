import Foundation

// How the tree changes; what apps call, and override, stands in the class.
extension UIView {
  func insert(_ view: UIView, at place: ([UIView]) -> Int) {
    precondition(!isDescendant(of: view), "Can't add self as subview")
    view.move(to: self, at: place)
  }

  /// The one place where the tree changes; tells everybody whom UIKit tells.
  func move(to newSuperview: UIView?, at place: ([UIView]) -> Int) {
    let oldSuperview = superview
    let oldWindow = window
    let newWindow = newSuperview?.window
    if oldWindow !== newWindow { forEach { $0.willMove(toWindow: newWindow) } }
    willMove(toSuperview: newSuperview)
    oldSuperview?.willRemoveSubview(self)
    oldSuperview?.subviews.removeAll { $0 === self }
    superview = newSuperview
    if let newSuperview {
      newSuperview.subviews.insert(self, at: place(newSuperview.subviews))
      newSuperview.didAddSubview(self)
      if !newSuperview.isInLayout { newSuperview.setNeedsLayout() }
    }
    didMoveToSuperview()
    guard oldWindow !== newWindow else { return }
    forEach {
      $0.isNew = true
      $0.needsDisplay = true
      $0.didMoveToWindow()
      $0.viewController?.didMove(toWindow: newWindow)
    }
  }

  /// This view first, then those in it.
  private func forEach(_ body: (UIView) -> Void) {
    body(self)
    for subview in subviews { subview.forEach(body) }
  }
}
