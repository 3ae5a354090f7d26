import Foundation

/// A colour as layers take it. Here the same four numbers as a ``UIColor``.
public final class CGColor: Sendable {
  let color: UIColor

  init(_ color: UIColor) { self.color = color }

  /// How far the colour covers what is behind it, 0 to 1.
  public var alpha: CGFloat { color.alpha }
}

extension UIColor {
  /// The colour as layers take it.
  public var cgColor: CGColor { CGColor(self) }

  /// The colour that a layer has.
  public convenience init(cgColor: CGColor) {
    let color = cgColor.color
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}

/// Which corners of a layer are round.
public struct CACornerMask: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let layerMinXMinYCorner = Self(rawValue: 1)
  public static let layerMaxXMinYCorner = Self(rawValue: 2)
  public static let layerMinXMaxYCorner = Self(rawValue: 4)
  public static let layerMaxXMaxYCorner = Self(rawValue: 8)

  static let all: Self = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
}

/// How a view's rectangle looks: its corners and its border.
///
/// There are no layers apart from those of views. Apple's page: `CALayer`.
@preconcurrency @MainActor
open class CALayer: NSObject {
  /// The radius of the corners, in points.
  open var cornerRadius: CGFloat = 0
  /// Which corners have it.
  open var maskedCorners = CACornerMask.all
  /// The width of the line along the edge, in points; 0: none.
  open var borderWidth: CGFloat = 0
  /// The colour of that line.
  open var borderColor: CGColor? = UIColor.black.cgColor
  /// Whether what the view holds ends at its edge.
  open var masksToBounds: Bool {
    get { view?.clipsToBounds ?? false }
    set { view?.clipsToBounds = newValue }
  }

  private weak var view: UIView?

  init(of view: UIView) { self.view = view }
}
