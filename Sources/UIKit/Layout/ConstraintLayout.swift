import Foundation

/// Places the views in a view that constraints speak of.
///
/// A view that keeps its own frame is a host: below it lie views without one, which have variables,
/// down to where frames are their own again. Everything is reckoned in the host's coordinates. The
/// edges of a scroll view are those of its frame: constraints do not make its content larger.
@MainActor
struct ConstraintLayout {
  private let host: UIView
  private var solver = ConstraintSolver()
  /// Views and guides whose place is to be found.
  private var places: [ObjectIdentifier: Place] = [:]
  private var views: [UIView] = []
  private var guides: [UILayoutGuide] = []
  private var constraints: [NSLayoutConstraint] = []
  private var hostSize: (width: LinearExpression, height: LinearExpression)

  private struct Place {
    var x: LinearExpression
    var y: LinearExpression
    var width: LinearExpression
    var height: LinearExpression
  }

  /// Whether there is anything to place.
  static func isNeeded(in host: UIView) -> Bool {
    host.translatesAutoresizingMaskIntoConstraints
      && host.subviews.contains { !$0.translatesAutoresizingMaskIntoConstraints }
  }

  /// Gives the views in `host` their frames.
  static func layOut(_ host: UIView) {
    var heights: [ObjectIdentifier: CGFloat] = [:]
    // How high text is follows from its width: with that of the first pass, the second one knows it.
    for pass in 0..<2 {
      var layout = ConstraintLayout(host, size: host.bounds.size, heights)
      layout.solve()
      let known = layout.textHeights()
      if pass == 1 || known.isEmpty { return layout.apply() }
      heights = known
    }
  }

  /// The least size that the constraints leave the host; with a width, the height for it.
  static func fittingSize(of host: UIView, width: CGFloat?) -> CGSize {
    var heights: [ObjectIdentifier: CGFloat] = [:]
    var size = CGSize.zero
    for _ in 0..<2 {
      var layout = ConstraintLayout(host, size: nil, width: width, heights)
      layout.solve()
      heights = layout.textHeights()
      size = CGSize(
        width: layout.value(layout.hostSize.width), height: layout.value(layout.hostSize.height))
    }
    return size
  }

  private init(
    _ host: UIView, size: CGSize?, width: CGFloat? = nil, _ heights: [ObjectIdentifier: CGFloat]
  ) {
    self.host = host
    hostSize = (LinearExpression(0), LinearExpression(0))
    if let size {
      hostSize = (LinearExpression(size.width), LinearExpression(size.height))
    } else {
      hostSize.width =
        width.map { LinearExpression($0) } ?? LinearExpression(variable: solver.makeVariable())
      hostSize.height = LinearExpression(variable: solver.makeVariable())
      for side in [hostSize.width, hostSize.height] where !side.terms.isEmpty {
        _ = solver.add(side, .greaterOrEqual)
        _ = solver.add(side, .equal, weight: UILayoutPriority.fittingSizeLevel.weight)
      }
    }
    collect(host)
    for view in views { addContentSize(of: view, height: heights[ObjectIdentifier(view)]) }
  }

  // MARK: Variables

  /// Gives variables to the views below one that has some, and to its guides.
  private mutating func collect(_ view: UIView) {
    constraints += view.ownConstraints
    for guide in view.layoutGuides { makePlace(for: guide) { $0.guides.append(guide) } }
    for subview in view.subviews {
      if subview.translatesAutoresizingMaskIntoConstraints {
        // A host of its own; constraints between it and others stand above.
        continue
      }
      makePlace(for: subview) { $0.views.append(subview) }
      collect(subview)
    }
  }

  private mutating func makePlace(for item: AnyObject, _ note: (inout Self) -> Void) {
    var variables: [LinearExpression] = []
    for _ in 0..<4 { variables.append(LinearExpression(variable: solver.makeVariable())) }
    let place = Place(x: variables[0], y: variables[1], width: variables[2], height: variables[3])
    places[ObjectIdentifier(item)] = place
    _ = solver.add(place.width, .greaterOrEqual)
    _ = solver.add(place.height, .greaterOrEqual)
    note(&self)
  }

  /// Content is as large as it is by itself, as far as the view's priorities go.
  private mutating func addContentSize(of view: UIView, height: CGFloat?) {
    guard let place = places[ObjectIdentifier(view)] else { return }
    var size = view.intrinsicContentSize
    if let height { size.height = height }
    for (length, wanted, hugging, resistance) in [
      (place.width, size.width, view.hugging.horizontal, view.resistance.horizontal),
      (place.height, size.height, view.hugging.vertical, view.resistance.vertical),
    ] where wanted >= 0 {
      let difference = length - LinearExpression(wanted)
      _ = solver.add(difference, .lessOrEqual, weight: hugging.weight)
      _ = solver.add(difference, .greaterOrEqual, weight: resistance.weight)
    }
  }

  // MARK: Constraints

  private mutating func solve() {
    // What must hold first: it is what can be impossible.
    let ordered =
      constraints.filter { $0.priority.weight == nil }
      + constraints.filter { $0.priority.weight != nil }
    for constraint in ordered where !add(constraint) && !constraint.isBroken {
      constraint.isBroken = true
      ProcessEnd.report(
        "Unable to simultaneously satisfy constraints. Will attempt to recover by breaking "
          + "constraint \(constraint.words)")
    }
  }

  /// False if it must hold and can't.
  private mutating func add(_ constraint: NSLayoutConstraint) -> Bool {
    guard let first = expression(constraint.firstItem, constraint.firstAttribute) else {
      return true
    }
    var difference = first
    if constraint.secondAttribute != .notAnAttribute {
      guard let second = expression(constraint.secondItem, constraint.secondAttribute) else {
        return true
      }
      difference.add(second, times: -constraint.multiplier)
    }
    difference.constant -= constraint.constant
    let relation: ConstraintSolver.Relation =
      switch constraint.relation {
      case .equal: .equal
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThanOrEqual: .greaterOrEqual
      }
    return solver.add(difference, relation, weight: constraint.priority.weight)
  }

  private func expression(
    _ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute
  ) -> LinearExpression? {
    guard let item, let place = place(of: item) else { return nil }
    let label = item as? UILabel
    switch attribute {
    case .left, .leading: return place.x
    case .right, .trailing: return place.x + place.width
    case .top: return place.y
    case .bottom: return place.y + place.height
    case .width: return place.width
    case .height: return place.height
    case .centerX: return place.x + place.width * 0.5
    case .centerY: return place.y + place.height * 0.5
    case .firstBaseline:
      return place.y + LinearExpression((label?.font.pointSize ?? 0) * TextMeasure.ascent)
    case .lastBaseline:
      let below = label.map { $0.font.lineHeight - $0.font.pointSize * TextMeasure.ascent } ?? 0
      return place.y + place.height - LinearExpression(below)
    case .notAnAttribute: return nil
    }
  }

  private func place(of item: AnyObject) -> Place? {
    if let place = places[ObjectIdentifier(item)] { return place }
    if let guide = item as? UILayoutGuide {
      guard let view = guide.owningView, let insets = guide.insets?(view),
        let outer = place(of: view)
      else { return nil }
      let (left, top) = (LinearExpression(insets.left), LinearExpression(insets.top))
      return Place(
        x: outer.x + left, y: outer.y + top,
        width: outer.width - LinearExpression(insets.left + insets.right),
        height: outer.height - LinearExpression(insets.top + insets.bottom))
    }
    guard let view = item as? UIView else { return nil }
    if view === host {
      return Place(
        x: LinearExpression(host.bounds.minX), y: LinearExpression(host.bounds.minY),
        width: hostSize.width, height: hostSize.height)
    }
    // With a frame of its own, in something that is to be placed or elsewhere.
    guard let superview = view.superview, let outer = place(of: superview) else {
      return place(rect: view.convert(view.bounds, to: host))
    }
    let frame = view.frame.offsetBy(dx: -superview.bounds.minX, dy: -superview.bounds.minY)
    return Place(
      x: outer.x + LinearExpression(frame.minX), y: outer.y + LinearExpression(frame.minY),
      width: LinearExpression(frame.width), height: LinearExpression(frame.height))
  }

  private func place(rect: CGRect) -> Place {
    Place(
      x: LinearExpression(rect.minX), y: LinearExpression(rect.minY),
      width: LinearExpression(rect.width), height: LinearExpression(rect.height))
  }

  // MARK: Results

  private func value(_ expression: LinearExpression) -> Double {
    expression.terms.reduce(expression.constant) { $0 + $1.value * solver.value($1.key) }
  }

  private func rect(of item: AnyObject) -> CGRect? {
    places[ObjectIdentifier(item)].map {
      CGRect(x: value($0.x), y: value($0.y), width: value($0.width), height: value($0.height))
    }
  }

  /// The heights of texts in several lines, at the widths that have come out.
  private func textHeights() -> [ObjectIdentifier: CGFloat] {
    var heights: [ObjectIdentifier: CGFloat] = [:]
    for case let label as UILabel in views where label.numberOfLines != 1 {
      guard let width = rect(of: label)?.width else { continue }
      heights[ObjectIdentifier(label)] =
        label.sizeThatFits(CGSize(width: width + 0.01, height: 0)).height
    }
    return heights
  }

  private func apply() {
    for view in views {
      guard let rect = rect(of: view), let superview = view.superview else { continue }
      let origin = superview === host ? host.bounds.origin : self.rect(of: superview)?.origin
      guard let origin else { continue }
      let frame = CGRect(
        x: (rect.minX - origin.x + superview.bounds.minX).toPixel,
        y: (rect.minY - origin.y + superview.bounds.minY).toPixel, width: rect.width.toPixel,
        height: rect.height.toPixel)
      if view.frame != frame { view.frame = frame }
    }
    for guide in guides {
      guard let view = guide.owningView, let rect = rect(of: guide) else { continue }
      guide.layoutFrame = host.convert(rect, to: view)
    }
  }
}

extension CGFloat {
  /// The nearest edge of a pixel.
  fileprivate var toPixel: CGFloat {
    let scale = Swift.max(1, DeviceConditions.shared.device.screenScale)
    return (self * scale).rounded() / scale
  }
}

extension NSLayoutConstraint {
  /// Both items by their classes.
  fileprivate var words: String {
    func name(_ item: AnyObject?, _ attribute: Attribute) -> String {
      item.map { "\(type(of: $0)).\(attribute)" } ?? ""
    }
    let sign = relation == .equal ? "==" : relation == .lessThanOrEqual ? "<=" : ">="
    return "\(name(firstItem, firstAttribute)) \(sign) \(name(secondItem, secondAttribute)) "
      + "* \(multiplier) + \(constant)" + (identifier.map { " (\($0))" } ?? "")
  }
}
