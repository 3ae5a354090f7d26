import Foundation

/// What must hold, or should, between two rectangles of the layout.
///
/// Apple's page: `NSLayoutConstraint`.
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject {
  public enum Relation: Int, Sendable {
    case lessThanOrEqual = -1
    case equal = 0
    case greaterThanOrEqual = 1
  }

  public enum Attribute: Int, Sendable {
    case notAnAttribute = 0
    case left, right, top, bottom, leading, trailing, width, height, centerX, centerY
    case lastBaseline, firstBaseline
  }

  /// A view or a layout guide.
  public let firstItem: AnyObject?
  public let firstAttribute: Attribute
  public let relation: Relation
  public let secondItem: AnyObject?
  public let secondAttribute: Attribute
  public let multiplier: CGFloat
  open var constant: CGFloat { didSet { if constant != oldValue { changed() } } }
  open var priority = UILayoutPriority.required { didSet { changed() } }
  open var identifier: String?

  /// Whether it counts.
  open var isActive: Bool {
    get { holder != nil }
    set { if newValue { activate() } else { deactivate() } }
  }

  /// Whether it could not hold once, and was told of.
  var isBroken = false
  /// The view that has both items in it.
  private weak var holder: UIView?

  /// `item1.attribute1 relation multiplier × item2.attribute2 + constant`
  public init(
    item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation,
    toItem view2: Any?, attribute attr2: Attribute, multiplier: CGFloat, constant: CGFloat
  ) {
    firstItem = view1 as AnyObject
    firstAttribute = attr1
    self.relation = relation
    secondItem = view2.map { $0 as AnyObject }
    secondAttribute = attr2
    self.multiplier = multiplier
    self.constant = constant
  }

  public class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }

  public class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  private func activate() {
    guard holder == nil else { return }
    let first = Self.view(of: firstItem)
    let second = Self.view(of: secondItem)
    guard let first, let common = Self.commonAncestor(first, second) else {
      fatalError(
        "Unable to activate constraint with anchors \(self) because they have no common ancestor. "
          + "Does the constraint or its anchors reference items in different view hierarchies?  "
          + "That's illegal.")
    }
    holder = common
    common.ownConstraints.append(self)
    changed()
  }

  private func deactivate() {
    guard let holder else { return }
    changed()
    holder.ownConstraints.removeAll { $0 === self }
    self.holder = nil
  }

  private func changed() {
    guard holder != nil else { return }
    for item in [firstItem, secondItem] { Self.view(of: item)?.setConstraintsChanged() }
  }

  static func view(of item: AnyObject?) -> UIView? {
    (item as? UIView) ?? (item as? UILayoutGuide)?.owningView
  }

  private static func commonAncestor(_ first: UIView, _ second: UIView?) -> UIView? {
    guard let second else { return first }
    return sequence(first: first, next: \.superview).first { second.isDescendant(of: $0) }
  }
}

extension UIView {
  /// The constraints that this view has the items of in it.
  public var constraints: [NSLayoutConstraint] { ownConstraints }

  public func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }
  public func addConstraints(_ constraints: [NSLayoutConstraint]) {
    NSLayoutConstraint.activate(constraints)
  }
  public func removeConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = false }
  public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
    NSLayoutConstraint.deactivate(constraints)
  }

  /// The content's own size has changed.
  public func invalidateIntrinsicContentSize() {
    if !translatesAutoresizingMaskIntoConstraints { setConstraintsChanged() }
  }

  public func setContentHuggingPriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    if axis == .horizontal { hugging.horizontal = priority } else { hugging.vertical = priority }
    setConstraintsChanged()
  }

  public func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    if axis == .horizontal {
      resistance.horizontal = priority
    } else {
      resistance.vertical = priority
    }
    setConstraintsChanged()
  }

  public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    axis == .horizontal ? hugging.horizontal : hugging.vertical
  }

  public func contentCompressionResistancePriority(
    for axis: NSLayoutConstraint.Axis
  ) -> UILayoutPriority { axis == .horizontal ? resistance.horizontal : resistance.vertical }

  /// Whoever places this view has to do it anew.
  func setConstraintsChanged() {
    var view: UIView? = self
    while let next = view {
      next.setNeedsLayout()
      // Nothing beyond the first view with a frame of its own depends on it, but for a cell's height.
      if next.translatesAutoresizingMaskIntoConstraints, next !== self { return }
      view = next.superview
    }
  }
}

extension NSLayoutConstraint {
  public enum Axis: Int, Sendable { case horizontal, vertical }
}

/// Two priorities.
struct AxisPriorities {
  var horizontal: UILayoutPriority
  var vertical: UILayoutPriority
}
