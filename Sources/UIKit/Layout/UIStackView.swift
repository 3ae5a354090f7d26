import Foundation

/// Views in a row or a column.
///
/// Made of constraints, which it keeps up to date. Apple's page: `UIStackView`.
@preconcurrency @MainActor
open class UIStackView: UIView {
  /// How the views share the length.
  public enum Distribution: Int, Sendable {
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
  }

  /// How the views lie across.
  public enum Alignment: Int, Sendable {
    case fill = 0
    case leading = 1
    case firstBaseline = 2
    case center = 3
    case trailing = 4
    case lastBaseline = 5

    public static let top = Alignment.leading
    public static let bottom = Alignment.trailing
  }

  open var axis = NSLayoutConstraint.Axis.horizontal { didSet { setNeedsUpdateConstraints() } }
  open var distribution = Distribution.fill { didSet { setNeedsUpdateConstraints() } }
  open var alignment = Alignment.fill { didSet { setNeedsUpdateConstraints() } }
  /// Between two views, in points.
  open var spacing: CGFloat = 0 { didSet { setNeedsUpdateConstraints() } }
  /// Whether the views keep off the edges as layout margins say.
  open var isLayoutMarginsRelativeArrangement = false { didSet { setNeedsUpdateConstraints() } }

  /// The views in their order, hidden ones too.
  open private(set) var arrangedSubviews: [UIView] = []

  private var ownSpacings: [ObjectIdentifier: CGFloat] = [:]
  private var made: [NSLayoutConstraint] = []
  private var gaps: [UILayoutGuide] = []

  /// A stack of views.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  public override init(frame: CGRect) { super.init(frame: frame) }

  public required init?(coder: NSCoder) { nil }

  open func addArrangedSubview(_ view: UIView) {
    insertArrangedSubview(view, at: arrangedSubviews.count)
  }

  open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    arrangedSubviews.removeAll { $0 === view }
    arrangedSubviews.insert(view, at: min(max(stackIndex, 0), arrangedSubviews.count))
    view.translatesAutoresizingMaskIntoConstraints = false
    if view.superview !== self { addSubview(view) }
    setNeedsUpdateConstraints()
  }

  /// Takes a view out of the row; it stays a subview.
  open func removeArrangedSubview(_ view: UIView) {
    arrangedSubviews.removeAll { $0 === view }
    setNeedsUpdateConstraints()
  }

  open override func willRemoveSubview(_ subview: UIView) {
    super.willRemoveSubview(subview)
    removeArrangedSubview(subview)
  }

  /// Another distance after one of the views.
  open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    ownSpacings[ObjectIdentifier(arrangedSubview)] = spacing
    setNeedsUpdateConstraints()
  }

  open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
    ownSpacings[ObjectIdentifier(arrangedSubview)] ?? spacing
  }

  open override func setNeedsUpdateConstraints() {
    super.setNeedsUpdateConstraints()
    setConstraintsChanged()
  }

  // MARK: Constraints

  open override func updateConstraints() {
    super.updateConstraints()
    NSLayoutConstraint.deactivate(made)
    for gap in gaps { removeLayoutGuide(gap) }
    gaps = []
    let views = arrangedSubviews.filter { !$0.isHidden }
    made = along(views) + views.flatMap(across)
    NSLayoutConstraint.activate(made)
  }

  private var isHorizontal: Bool { axis == .horizontal }
  private var start: NSLayoutConstraint.Attribute { isHorizontal ? .leading : .top }
  private var end: NSLayoutConstraint.Attribute { isHorizontal ? .trailing : .bottom }
  private var length: NSLayoutConstraint.Attribute { isHorizontal ? .width : .height }
  private var margins: UIEdgeInsets { isLayoutMarginsRelativeArrangement ? layoutMargins : .zero }

  /// One after the other, from edge to edge.
  private func along(_ views: [UIView]) -> [NSLayoutConstraint] {
    guard let first = views.first, let last = views.last else { return [] }
    let margins = margins
    var result = [
      tie(first, start, .equal, self, start, isHorizontal ? margins.left : margins.top),
      tie(last, end, .equal, self, end, isHorizontal ? -margins.right : -margins.bottom),
    ]
    for (view, next) in zip(views, views.dropFirst()) {
      let distance = customSpacing(after: view)
      switch distribution {
      case .fill, .fillEqually, .fillProportionally:
        result.append(tie(next, start, .equal, view, end, distance))
      case .equalSpacing, .equalCentering:
        result += gap(between: view, next, atLeast: distance)
      }
      if distribution == .fillEqually {
        result.append(tie(next, length, .equal, view, length, 0))
      }
    }
    return result
  }

  /// A distance that is as large as the others.
  private func gap(
    between view: UIView, _ next: UIView, atLeast distance: CGFloat
  ) -> [NSLayoutConstraint] {
    let guide = UILayoutGuide()
    addLayoutGuide(guide)
    let isMiddle = distribution == .equalCentering
    let (middle, from): (NSLayoutConstraint.Attribute, NSLayoutConstraint.Attribute) =
      isHorizontal ? (.centerX, .trailing) : (.centerY, .bottom)
    var result = [
      tie(guide, start, .equal, view, isMiddle ? middle : from, 0),
      tie(guide, end, .equal, next, isMiddle ? middle : start, 0),
      tie(next, start, .greaterThanOrEqual, view, end, distance),
    ]
    if let first = gaps.first { result.append(tie(guide, length, .equal, first, length, 0)) }
    gaps.append(guide)
    return result
  }

  private func across(_ view: UIView) -> [NSLayoutConstraint] {
    let (start, end, middle): Attributes =
      isHorizontal ? (.top, .bottom, .centerY) : (.leading, .trailing, .centerX)
    let (before, after) =
      isHorizontal ? (margins.top, margins.bottom) : (margins.left, margins.right)
    let first = tie(view, start, .equal, self, start, before)
    let last = tie(view, end, .equal, self, end, -after)
    if alignment == .fill { return [first, last] }
    let inside = [
      tie(view, start, .greaterThanOrEqual, self, start, before),
      tie(view, end, .lessThanOrEqual, self, end, -after),
    ]
    // As narrow as the widest view, if nothing else says how wide.
    for constraint in [first, last] { constraint.priority = UILayoutPriority(51) }
    switch alignment {
    case .fill, .leading, .firstBaseline:
      first.priority = .required
      return inside + [first, last]
    case .trailing, .lastBaseline:
      last.priority = .required
      return inside + [first, last]
    case .center:
      return inside + [first, last, tie(view, middle, .equal, self, middle, 0)]
    }
  }

  private typealias Attributes = (
    NSLayoutConstraint.Attribute, NSLayoutConstraint.Attribute, NSLayoutConstraint.Attribute
  )

  private func tie(
    _ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute,
    _ relation: NSLayoutConstraint.Relation, _ other: AnyObject,
    _ otherAttribute: NSLayoutConstraint.Attribute, _ constant: CGFloat
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(
      item: item, attribute: attribute, relatedBy: relation, toItem: other,
      attribute: otherAttribute, multiplier: 1, constant: constant)
  }
}
