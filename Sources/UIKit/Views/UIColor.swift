import Foundation

/// A colour: red, green, blue and alpha, 0 to 1, in sRGB.
///
/// Colours of the system are those of the light appearance. Apple's page: `UIColor`.
public final class UIColor: NSObject, Sendable {
  let red, green, blue, alpha: CGFloat

  /// A colour from its components.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    super.init()
  }

  /// A grey: 0 is black, 1 is white.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// A colour from hue, saturation and brightness.
  public convenience init(
    hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat
  ) {
    let sector = (hue - hue.rounded(.down)) * 6
    func component(_ offset: CGFloat) -> CGFloat {
      let position = (offset + sector).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(position, 4 - position, 1)))
    }
    self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
  }

  /// The same colour with another alpha.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    UIColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Writes the components to where the arguments point.
  ///
  /// - Returns: true; every colour here has these components.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    red?.pointee = self.red
    green?.pointee = self.green
    blue?.pointee = self.blue
    alpha?.pointee = self.alpha
    return true
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    return red == other.red && green == other.green && blue == other.blue && alpha == other.alpha
  }

  public override var hash: Int {
    var hasher = Hasher()
    for component in [red, green, blue, alpha] { hasher.combine(component) }
    return hasher.finalize()
  }

  /// `#rrggbbaa`.
  var hex: String {
    let digits = [red, green, blue, alpha].map { component in
      let byte = Int((min(max(component, 0), 1) * 255).rounded())
      return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return "#" + digits.joined()
  }
}

extension UIColor {
  public static let black = UIColor(white: 0, alpha: 1)
  public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
  public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
  public static let white = UIColor(white: 1, alpha: 1)
  public static let gray = UIColor(white: 0.5, alpha: 1)
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
  public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
  public static let clear = UIColor(white: 0, alpha: 0)

  public static let systemRed = UIColor(bytes: 0xFF, 0x3B, 0x30)
  public static let systemGreen = UIColor(bytes: 0x34, 0xC7, 0x59)
  public static let systemBlue = UIColor(bytes: 0x00, 0x7A, 0xFF)
  public static let systemOrange = UIColor(bytes: 0xFF, 0x95, 0x00)
  public static let systemYellow = UIColor(bytes: 0xFF, 0xCC, 0x00)
  public static let systemPurple = UIColor(bytes: 0xAF, 0x52, 0xDE)
  public static let systemPink = UIColor(bytes: 0xFF, 0x2D, 0x55)
  public static let systemTeal = UIColor(bytes: 0x30, 0xB0, 0xC7)
  public static let systemIndigo = UIColor(bytes: 0x58, 0x56, 0xD6)
  public static let systemGray = UIColor(bytes: 0x8E, 0x8E, 0x93)
  public static let systemBackground = UIColor(white: 1, alpha: 1)
  public static let secondarySystemBackground = UIColor(bytes: 0xF2, 0xF2, 0xF7)
  public static let label = UIColor(white: 0, alpha: 1)
  public static let secondaryLabel = UIColor(
    red: 0x3C / 255, green: 0x3C / 255, blue: 0x43 / 255, alpha: 0.6)

  private convenience init(bytes red: CGFloat, _ green: CGFloat, _ blue: CGFloat) {
    self.init(red: red / 255, green: green / 255, blue: blue / 255, alpha: 1)
  }
}
