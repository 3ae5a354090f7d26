import Foundation

/// How much a constraint matters: 1000 must hold, less should.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
  public let rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
  public init(_ rawValue: Float) { self.rawValue = rawValue }

  public static let required = Self(1000)
  public static let defaultHigh = Self(750)
  public static let defaultLow = Self(250)
  public static let fittingSizeLevel = Self(50)

  /// Nil: must hold. Else each step of 100 weighs ten times as much as the one before.
  var weight: Double? { rawValue >= 1000 ? nil : Double.pow10(Double(rawValue) / 100) }
}

extension Double {
  fileprivate static func pow10(_ exponent: Double) -> Double { Foundation.pow(10, exponent) }
}

/// A rectangle that constraints can name, and that is no view.
///
/// Apple's page: `UILayoutGuide`.
@preconcurrency @MainActor
open class UILayoutGuide: NSObject {
  /// The view that has it.
  open internal(set) weak var owningView: UIView?
  open var identifier = ""
  /// Where it is, in the view's coordinates.
  open internal(set) var layoutFrame = CGRect.zero

  /// What it keeps off the edges of its view; nil: constraints say where it is.
  let insets: (@MainActor (UIView) -> UIEdgeInsets)?

  public override init() { insets = nil }

  init(of view: UIView, insets: @escaping @MainActor (UIView) -> UIEdgeInsets) {
    self.insets = insets
    super.init()
    owningView = view
  }
}

extension UIView {
  /// Adds a rectangle that constraints can name.
  public func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
    layoutGuide.owningView?.removeLayoutGuide(layoutGuide)
    layoutGuide.owningView = self
    layoutGuides.append(layoutGuide)
  }

  public func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {
    layoutGuides.removeAll { $0 === layoutGuide }
    layoutGuide.owningView = nil
  }
}
