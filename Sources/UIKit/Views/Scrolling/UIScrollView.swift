import Foundation

/// What a scroll view tells. All methods are optional.
///
/// Apple's page: `UIScrollViewDelegate`.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: NSObjectProtocol {
  /// The content has moved.
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  /// Nobody drags here: never called.
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  /// Nobody drags here: never called.
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  /// Nobody drags here: never called.
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  /// A movement that was asked for with an animation is over.
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  {}
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
}

/// Gives scroll views their `delegate`.
///
/// In a protocol, and not in the class: in Swift a property can't be overridden by one of a narrower
/// type, which `UITableView.delegate` is.
@preconcurrency @MainActor
public protocol HasScrollDelegate: UIScrollView {}

extension HasScrollDelegate {
  public var delegate: (any UIScrollViewDelegate)? {
    get { scrollDelegate }
    set { scrollDelegate = newValue }
  }
}

/// A view whose content is larger than itself.
///
/// Its bounds move over the content; code moves them, as there are no touches. Apple's page:
/// `UIScrollView`.
@preconcurrency @MainActor
open class UIScrollView: UIView, HasScrollDelegate {
  /// Whether bars count as insets.
  public enum ContentInsetAdjustmentBehavior: Int, Sendable {
    case automatic = 0
    case scrollableAxes = 1
    case never = 2
    case always = 3
  }

  /// Whether a keyboard goes when the content is dragged. There is none.
  public enum KeyboardDismissMode: Int, Sendable { case none, onDrag, interactive }

  /// Who hears of movements: `delegate`, which a table view has as one of its own kind.
  weak var scrollDelegate: (any UIScrollViewDelegate)?

  /// The point of the content at the upper left corner.
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set {
      guard newValue != bounds.origin else { return }
      hasBeenScrolled = true
      moveContent(to: newValue)
    }
  }

  open var contentSize = CGSize.zero
  /// Room around the content.
  open var contentInset = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic {
    didSet { setNeedsLayout() }
  }
  /// Room around the content, with that under bars.
  open var adjustedContentInset: UIEdgeInsets {
    contentInsetAdjustmentBehavior == .never ? contentInset : contentInset + safeAreaInsets
  }

  // Kept for the app to read: nobody drags, and nothing is drawn of it.
  open var isScrollEnabled = true
  open var isPagingEnabled = false
  open var bounces = true
  open var alwaysBounceVertical = false
  open var showsVerticalScrollIndicator = true
  open var showsHorizontalScrollIndicator = true
  open var scrollIndicatorInsets = UIEdgeInsets.zero
  open var keyboardDismissMode = KeyboardDismissMode.none
  open var scrollsToTop = true
  open var isDragging: Bool { false }
  open var isTracking: Bool { false }
  open var isDecelerating: Bool { false }

  /// Shows that content is being fetched.
  open var refreshControl: UIRefreshControl? {
    didSet {
      guard refreshControl !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let refreshControl { insertSubview(refreshControl, at: 0) }
    }
  }

  /// Whether somebody has chosen a place; before, the content begins below the bars.
  private(set) var hasBeenScrolled = false
  private var insetAtLastLayout: CGFloat = 0

  public override init(frame: CGRect) {
    super.init(frame: frame)
    clipsToBounds = true
  }

  public required init?(coder: NSCoder) { nil }

  /// Moves the content, at once also with an animation.
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    self.contentOffset = contentOffset
    if animated {
      UIApplication.shared.windowRegistry.afterCommit {
        self.scrollDelegate?.scrollViewDidEndScrollingAnimation(self)
      }
    }
  }

  /// Moves the content as little as it takes to show a part of it.
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    let visible = bounds.inset(by: adjustedContentInset)
    var offset = contentOffset
    if rect.minY < visible.minY {
      offset.y += rect.minY - visible.minY
    } else if rect.maxY > visible.maxY {
      offset.y += min(rect.maxY - visible.maxY, rect.minY - visible.minY)
    }
    setContentOffset(offset, animated: animated)
  }

  /// Blinks the indicators, of which there are none.
  open func flashScrollIndicators() {}

  open override func layoutSubviews() {
    let insets = adjustedContentInset
    var origin = CGPoint(x: -insets.left, y: -insets.top)
    // What was below the bars stays there when they grow.
    if hasBeenScrolled {
      origin = CGPoint(x: bounds.minX, y: bounds.minY - (insets.top - insetAtLastLayout))
    }
    insetAtLastLayout = insets.top
    if bounds.origin != origin { moveContent(to: origin) }
    refreshControl?.place(in: self)
    super.layoutSubviews()
  }

  private func moveContent(to origin: CGPoint) {
    bounds.origin = origin
    if !isInLayout { setNeedsLayout() }
    scrollDelegate?.scrollViewDidScroll(self)
  }

  /// The offset nearest to one that shows no more emptiness than there must be.
  func allowedOffset(_ offset: CGPoint) -> CGPoint {
    let insets = adjustedContentInset
    let lowest = max(-insets.top, contentSize.height + insets.bottom - bounds.height)
    return CGPoint(x: offset.x, y: min(max(offset.y, -insets.top), lowest))
  }
}
