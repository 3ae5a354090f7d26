import Foundation

extension UIView {
  /// How a view's content lies in its rectangle.
  public enum ContentMode: Int, Sendable {
    case scaleToFill = 0
    case scaleAspectFit = 1
    case scaleAspectFill = 2
    case redraw = 3
    case center = 4
    case top = 5
    case bottom = 6
    case left = 7
    case right = 8
    case topLeft = 9
    case topRight = 10
    case bottomLeft = 11
    case bottomRight = 12
  }

  /// What of a view's frame follows its superview's size.
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let flexibleLeftMargin = Self(rawValue: 1)
    public static let flexibleWidth = Self(rawValue: 2)
    public static let flexibleRightMargin = Self(rawValue: 4)
    public static let flexibleTopMargin = Self(rawValue: 8)
    public static let flexibleHeight = Self(rawValue: 16)
    public static let flexibleBottomMargin = Self(rawValue: 32)
  }

  /// Moves and stretches this view as its mask says, for a superview that has changed its size.
  func autoresize(from old: CGSize, to new: CGSize) {
    guard !autoresizingMask.isEmpty else { return }
    var frame = frame
    let mask = autoresizingMask
    (frame.origin.x, frame.size.width) = Self.autoresized(
      (frame.minX, frame.width), by: new.width - old.width, whole: old.width,
      before: mask.contains(.flexibleLeftMargin), length: mask.contains(.flexibleWidth),
      after: mask.contains(.flexibleRightMargin))
    (frame.origin.y, frame.size.height) = Self.autoresized(
      (frame.minY, frame.height), by: new.height - old.height, whole: old.height,
      before: mask.contains(.flexibleTopMargin), length: mask.contains(.flexibleHeight),
      after: mask.contains(.flexibleBottomMargin))
    self.frame = frame
  }

  /// What is flexible shares the change in proportion to its size; if all of it is nothing, evenly.
  private static func autoresized(
    _ extent: (start: CGFloat, length: CGFloat), by change: CGFloat, whole: CGFloat, before: Bool,
    length: Bool, after: Bool
  ) -> (CGFloat, CGFloat) {
    let parts = [
      before ? max(0, extent.start) : 0, length ? max(0, extent.length) : 0,
      after ? max(0, whole - extent.start - extent.length) : 0,
    ]
    let total = parts.reduce(0, +)
    let count = [before, length, after].count { $0 }
    guard count > 0 else { return extent }
    func share(_ index: Int, _ isFlexible: Bool) -> CGFloat {
      guard isFlexible else { return 0 }
      return total > 0 ? change * parts[index] / total : change / CGFloat(count)
    }
    return (extent.start + share(0, before), max(0, extent.length + share(1, length)))
  }

  // MARK: Coordinates

  /// A rectangle of this view's coordinates in those of another one; nil: of its window.
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    let origin = originInWindow
    let other = view?.originInWindow ?? .zero
    return rect.offsetBy(dx: origin.x - other.x, dy: origin.y - other.y)
  }

  /// A rectangle of another view's coordinates, or of the window's, in those of this one.
  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    let origin = originInWindow
    let other = view?.originInWindow ?? .zero
    return rect.offsetBy(dx: other.x - origin.x, dy: other.y - origin.y)
  }

  /// Where the zero of this view's coordinates lies in those of its root.
  private var originInWindow: CGPoint {
    sequence(first: self, next: \.superview).reduce(.zero) { point, view in
      let frame = view.superview == nil ? .zero : view.frame.origin
      return CGPoint(
        x: point.x + frame.x - view.bounds.minX, y: point.y + frame.y - view.bounds.minY)
    }
  }

  // MARK: Safe area

  /// How far bars, the status bar and the screen's lower edge cover this view.
  public var safeAreaInsets: UIEdgeInsets {
    let own = viewController?.allAdditionalSafeAreaInsets ?? .zero
    guard let superview else {
      return (self as? UIWindow)?.screen.safeAreaInsets ?? own
    }
    let outer = superview.safeAreaInsets
    let frame = frame.offsetBy(dx: -superview.bounds.minX, dy: -superview.bounds.minY)
    // What scrolls does not carry the edge with it.
    if superview is UIScrollView { return own }
    return UIEdgeInsets(
      top: max(0, outer.top - frame.minY), left: max(0, outer.left - frame.minX),
      bottom: max(0, outer.bottom - (superview.bounds.height - frame.maxY)),
      right: max(0, outer.right - (superview.bounds.width - frame.maxX))) + own
  }

  // MARK: Animation

  /// Makes the changes. Nothing moves here: they are there at once, and `completion` is called when
  /// they are on screen.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval = 0,
    options: AnimationOptions = [], animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animations()
    guard let completion else { return }
    UIApplication.shared.windowRegistry.afterCommit { completion(true) }
  }

  /// Makes the changes without the animations that there are none of.
  public class func performWithoutAnimation(_ actions: () -> Void) { actions() }

  /// How an animation runs. Kept by nobody.
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let layoutSubviews = Self(rawValue: 1)
    public static let allowUserInteraction = Self(rawValue: 2)
    public static let beginFromCurrentState = Self(rawValue: 4)
    public static let curveEaseInOut: Self = []
    public static let curveEaseIn = Self(rawValue: 1 << 16)
    public static let curveEaseOut = Self(rawValue: 2 << 16)
    public static let curveLinear = Self(rawValue: 3 << 16)
  }
}
