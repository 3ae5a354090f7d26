import Foundation

extension UIView {
  /// Adds `view` in front of the other subviews.
  public func addSubview(_ view: UIView) {
    insert(view) { $0.endIndex }
  }

  /// Adds `view` at a place, counted from the back.
  public func insertSubview(_ view: UIView, at index: Int) {
    insert(view) { min(max(index, 0), $0.count) }
  }

  /// Adds `view` right behind one of the subviews.
  public func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    insert(view) { $0.firstIndex { $0 === siblingSubview } ?? $0.endIndex }
  }

  /// Adds `view` right in front of one of the subviews.
  public func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    insert(view) { $0.firstIndex { $0 === siblingSubview }.map { $0 + 1 } ?? $0.endIndex }
  }

  /// Takes this view out of its superview.
  public func removeFromSuperview() {
    guard superview != nil else { return }
    move(to: nil) { _ in 0 }
  }

  /// Moves a subview in front of the others.
  public func bringSubviewToFront(_ view: UIView) {
    guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.append(subviews.remove(at: index))
  }

  /// Moves a subview behind the others.
  public func sendSubviewToBack(_ view: UIView) {
    guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.insert(subviews.remove(at: index), at: 0)
  }

  /// Whether this view is `view` or inside it.
  public func isDescendant(of view: UIView) -> Bool {
    sequence(first: self, next: \.superview).contains { $0 === view }
  }

  /// This view, or the first one in it, that has the tag.
  public func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    return subviews.lazy.compactMap { $0.viewWithTag(tag) }.first
  }

  private func insert(_ view: UIView, at place: ([UIView]) -> Int) {
    precondition(!isDescendant(of: view), "Can't add self as subview")
    view.move(to: self, at: place)
  }

  /// The one place where the tree changes; tells everybody whom UIKit tells.
  private func move(to newSuperview: UIView?, at place: ([UIView]) -> Int) {
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
      newSuperview.setNeedsLayout()
    }
    didMoveToSuperview()
    guard oldWindow !== newWindow else { return }
    forEach {
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
