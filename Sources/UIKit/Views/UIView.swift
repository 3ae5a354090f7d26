import AppLink
import Foundation

/// A rectangle that holds other rectangles.
///
/// A tree with geometry, visibility and layout. The app draws nothing: the device asks for what is to
/// be seen, and draws that. Apple's page: `UIView`.
@preconcurrency @MainActor
open class UIView: UIResponder {
  // MARK: Geometry

  /// The rectangle in the view's own coordinates.
  open var bounds: CGRect {
    didSet {
      guard bounds.size != oldValue.size else { return }
      if autoresizesSubviews {
        for subview in subviews { subview.autoresize(from: oldValue.size, to: bounds.size) }
      }
      setNeedsLayout()
    }
  }

  /// The middle, in the superview's coordinates.
  open var center: CGPoint

  /// The rectangle in the superview's coordinates.
  open var frame: CGRect {
    get {
      CGRect(
        x: center.x - bounds.width / 2, y: center.y - bounds.height / 2, width: bounds.width,
        height: bounds.height)
    }
    set {
      bounds = CGRect(origin: bounds.origin, size: newValue.size)
      center = CGPoint(x: newValue.midX, y: newValue.midY)
    }
  }

  /// What of the frame follows the superview's size.
  open var autoresizingMask: AutoresizingMask = []
  /// Whether subviews follow this view's size, as their masks say.
  open var autoresizesSubviews = true
  /// Whether the view keeps its own frame; else constraints place it.
  open var translatesAutoresizingMaskIntoConstraints = true {
    didSet { if translatesAutoresizingMaskIntoConstraints != oldValue { setConstraintsChanged() } }
  }
  /// What layout margins keep off the edges.
  open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8) {
    didSet { setNeedsLayout() }
  }
  /// What bars, the status bar and the screen's lower edge leave of the view.
  open private(set) lazy var safeAreaLayoutGuide = UILayoutGuide(of: self) { $0.safeAreaInsets }
  /// What margins leave of it.
  open private(set) lazy var layoutMarginsGuide = UILayoutGuide(of: self) {
    $0.layoutMargins + $0.safeAreaInsets
  }
  open private(set) lazy var readableContentGuide = layoutMarginsGuide
  open internal(set) var layoutGuides: [UILayoutGuide] = []
  var ownConstraints: [NSLayoutConstraint] = []
  var hugging = AxisPriorities(horizontal: .defaultLow, vertical: .defaultLow)
  var resistance = AxisPriorities(horizontal: .defaultHigh, vertical: .defaultHigh)

  // MARK: Appearance

  /// Corners and border.
  open private(set) lazy var layer = CALayer(of: self)
  /// How the content lies in the rectangle.
  open var contentMode = ContentMode.scaleToFill
  /// The colour of what can be touched; that of the superview unless set.
  open var tintColor: UIColor! {
    get { ownTintColor ?? superview?.tintColor ?? .systemBlue }
    set { ownTintColor = newValue }
  }
  /// The colour behind the content; nil: none.
  open var backgroundColor: UIColor?
  /// Whether the view, with everything in it, is left out.
  open var isHidden = false {
    didSet {
      if isHidden != oldValue { (superview as? UIStackView)?.setNeedsUpdateConstraints() }
    }
  }
  /// How far the view covers what is behind it, 0 to 1.
  open var alpha: CGFloat = 1
  /// Whether the view promises to fill its rectangle.
  open var isOpaque = true
  /// Whether subviews end at this view's edge.
  open var clipsToBounds = false
  /// Whether the view takes part in touches, which this device does not have yet.
  open var isUserInteractionEnabled = true

  /// A number by which ``viewWithTag(_:)`` finds the view.
  open var tag = 0

  /// What UI tests find the view by.
  open var accessibilityIdentifier: String?

  // MARK: The tree

  /// The view that holds this one.
  open internal(set) weak var superview: UIView?

  /// The views that this one holds, back to front.
  open internal(set) var subviews: [UIView] = []

  /// The window that this view is in.
  open var window: UIWindow? { superview?.window }

  /// The view controller whose root this view is.
  weak var viewController: UIViewController?

  private var needsLayout = true
  private var needsConstraints = true
  /// Whether ``layoutSubviews()`` is running: what it adds and moves belongs to this layout, and asks
  /// for no other one. Else a view that makes its subviews there would be laid out for ever.
  private(set) var isInLayout = false
  private var ownTintColor: UIColor?
  /// Whether what is drawn has changed since it was fixed.
  var needsDisplay = true
  /// Whether the view was not yet on screen since it came into its window.
  var isNew = true
  /// What ``snapshotView(afterScreenUpdates:)`` made this view of.
  var frozenPicture: [DisplayList.Item]?

  /// A view with a frame.
  public init(frame: CGRect) {
    bounds = CGRect(origin: .zero, size: frame.size)
    center = CGPoint(x: frame.midX, y: frame.midY)
    super.init()
  }

  /// A view without extent.
  public convenience override init() { self.init(frame: .zero) }

  /// Nil: there are no archives of views to read.
  public required init?(coder: NSCoder) { nil }

  open override var next: UIResponder? { viewController ?? superview }

  // MARK: Changing the tree

  /// Adds `view` in front of the other subviews.
  open func addSubview(_ view: UIView) {
    insert(view) { $0.endIndex }
  }

  /// Adds `view` at a place, counted from the back.
  open func insertSubview(_ view: UIView, at index: Int) {
    insert(view) { min(max(index, 0), $0.count) }
  }

  /// Adds `view` right behind one of the subviews.
  open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    insert(view) { $0.firstIndex { $0 === siblingSubview } ?? $0.endIndex }
  }

  /// Adds `view` right in front of one of the subviews.
  open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    insert(view) { $0.firstIndex { $0 === siblingSubview }.map { $0 + 1 } ?? $0.endIndex }
  }

  /// Takes this view out of its superview.
  open func removeFromSuperview() {
    guard superview != nil else { return }
    move(to: nil) { _ in 0 }
  }

  /// Moves a subview in front of the others.
  open func bringSubviewToFront(_ view: UIView) {
    guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.append(subviews.remove(at: index))
  }

  /// Moves a subview behind the others.
  open func sendSubviewToBack(_ view: UIView) {
    guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.insert(subviews.remove(at: index), at: 0)
  }

  /// Whether this view is `view` or inside it.
  open func isDescendant(of view: UIView) -> Bool {
    sequence(first: self, next: \.superview).contains { $0 === view }
  }

  /// This view, or the first one in it, that has the tag.
  open func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    return subviews.lazy.compactMap { $0.viewWithTag(tag) }.first
  }

  // MARK: What subclasses override

  /// A subview was added.
  open func didAddSubview(_ subview: UIView) {}
  /// A subview is about to go.
  open func willRemoveSubview(_ subview: UIView) {}
  /// The superview is about to change.
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// The superview has changed.
  open func didMoveToSuperview() {}
  /// The window is about to change.
  open func willMove(toWindow newWindow: UIWindow?) {}
  /// The window has changed.
  open func didMoveToWindow() {}

  // MARK: Layout

  /// Lays out the subviews, as far as constraints place them. Called by `layoutIfNeeded()`.
  open func layoutSubviews() {
    if ConstraintLayout.isNeeded(in: self) { ConstraintLayout.layOut(self) }
  }

  /// Brings the constraints up to date, before the first layout and when they are said to be old.
  open func updateConstraints() {}
  open func setNeedsUpdateConstraints() {
    needsConstraints = true
    setNeedsLayout()
  }
  open func updateConstraintsIfNeeded() {
    for subview in subviews { subview.updateConstraintsIfNeeded() }
    guard needsConstraints else { return }
    needsConstraints = false
    viewController?.updateViewConstraints()
    updateConstraints()
  }
  /// The least size that constraints leave the view.
  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    updateConstraintsIfNeeded()
    return ConstraintLayout.fittingSize(
      of: self, width: targetSize.width > 0 ? targetSize.width : nil)
  }

  /// Has the subviews laid out before they are shown next.
  open func setNeedsLayout() {
    needsLayout = true
    UIApplication.requestCommit()
  }

  /// Lays out this view and those in it, where needed.
  open func layoutIfNeeded() {
    if needsLayout {
      needsLayout = false
      viewController?.viewWillLayoutSubviews()
      updateConstraintsIfNeeded()
      isInLayout = true
      layoutSubviews()
      isInLayout = false
      viewController?.viewDidLayoutSubviews()
    }
    for subview in subviews { subview.layoutIfNeeded() }
  }

  /// Has the content drawn anew before it is shown next, not at once (L43).
  open func setNeedsDisplay() {
    needsDisplay = true
    UIApplication.requestCommit()
  }

  /// Fixes what is drawn. Subclasses that draw override it.
  func display() {}

  /// What the view shows beside its background, into the item that stands for it.
  func describeContent(_ item: inout DisplayList.Item) {}

  /// The safe area has changed.
  open func safeAreaInsetsDidChange() {}

  /// The size that the content has by itself; `noIntrinsicMetric` where it has none.
  open var intrinsicContentSize: CGSize {
    CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
  }

  /// Stands for a length that content does not have.
  public static let noIntrinsicMetric: CGFloat = -1

  /// The size that fits the content: the present one, for a plain view.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Takes the size that fits the content.
  open func sizeToFit() {
    bounds.size = sizeThatFits(bounds.size)
  }
}
