import Foundation

// What is drawn is fixed once per commit (L43): a text that changes later is not seen before the next
// commit. Frames, colours and visibility need no drawing and are seen at once.
extension UIView {
  /// Fixes what this view and those in it draw, where needed.
  func displayIfNeeded() {
    if needsDisplay {
      needsDisplay = false
      display()
    }
    isNew = false
    for subview in subviews { subview.displayIfNeeded() }
  }

  /// A view that has just come into the window has no drawing that could be too old: it is laid out
  /// and drawn with the next picture, whenever that is taken.
  func prepareForPicture() {
    guard isNew else {
      for subview in subviews { subview.prepareForPicture() }
      return
    }
    layoutIfNeeded()
    displayIfNeeded()
  }

  /// A view that looks as this one does, for the time being.
  ///
  /// - Parameter afterUpdates: Whether what has changed is laid out and drawn first, on the whole
  ///   screen. In `didEnterBackground` that is how a change gets into the app's snapshot (L43).
  public func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    if afterUpdates { UIApplication.shared.windowRegistry.layOutAndDisplay() }
    let picture = UIView(frame: bounds)
    picture.frozenPicture = DisplayListBuilder.items(of: self)
    return picture
  }
}
