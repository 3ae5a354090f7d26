import Foundation

/// A colour: red, green, blue and alpha, 0 to 1, in sRGB.
///
/// Colours of the system are those of the light appearance. Apple's page: `UIColor`.
///
/// `@unchecked Sendable`: what is stored is immutable, and numbers; subclasses answer for their own.
open class UIColor: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
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
  public init(white: CGFloat, alpha: CGFloat) {
    red = white
    green = white
    blue = white
    self.alpha = alpha
    super.init()
  }

  /// A colour from hue, saturation and brightness.
  public init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let sector = (hue - hue.rounded(.down)) * 6
    func component(_ offset: CGFloat) -> CGFloat {
      let position = (offset + sector).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(position, 4 - position, 1)))
    }
    red = component(5)
    green = component(3)
    blue = component(1)
    self.alpha = alpha
    super.init()
  }

  private convenience init(bytes red: CGFloat, _ green: CGFloat, _ blue: CGFloat) {
    self.init(red: red / 255, green: green / 255, blue: blue / 255, alpha: 1)
  }

  // MARK: Copies and archives

  /// The colour itself: it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }

  /// The colour that ``encode(with:)`` wrote; nil if the archive holds none.
  public required init?(coder: NSCoder) {
    guard coder.allowsKeyedCoding, CodingKey.allCases.allSatisfy({ $0.isIn(coder) }) else {
      return nil
    }
    red = CodingKey.red.decode(coder)
    green = CodingKey.green.decode(coder)
    blue = CodingKey.blue.decode(coder)
    alpha = CodingKey.alpha.decode(coder)
    super.init()
  }

  /// Writes the components into a keyed archive.
  open func encode(with coder: NSCoder) {
    precondition(coder.allowsKeyedCoding, "UIColor needs a keyed archiver")
    CodingKey.red.encode(red, coder)
    CodingKey.green.encode(green, coder)
    CodingKey.blue.encode(blue, coder)
    CodingKey.alpha.encode(alpha, coder)
  }

  private enum CodingKey: String, CaseIterable {
    case red = "UIRed"
    case green = "UIGreen"
    case blue = "UIBlue"
    case alpha = "UIAlpha"

    func isIn(_ coder: NSCoder) -> Bool { coder.containsValue(forKey: rawValue) }
    func decode(_ coder: NSCoder) -> CGFloat { CGFloat(coder.decodeDouble(forKey: rawValue)) }
    func encode(_ component: CGFloat, _ coder: NSCoder) {
      coder.encode(Double(component), forKey: rawValue)
    }
  }

  // MARK: Components

  /// The same colour with another alpha.
  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    UIColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Writes the components to where the arguments point.
  ///
  /// - Returns: true; every colour here has these components.
  @discardableResult
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    red?.pointee = self.red
    green?.pointee = self.green
    blue?.pointee = self.blue
    alpha?.pointee = self.alpha
    return true
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    return red == other.red && green == other.green && blue == other.blue && alpha == other.alpha
  }

  open override var hash: Int {
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

  // MARK: Colours with names

  open class var black: UIColor { UIColor(white: 0, alpha: 1) }
  open class var darkGray: UIColor { UIColor(white: 1.0 / 3, alpha: 1) }
  open class var lightGray: UIColor { UIColor(white: 2.0 / 3, alpha: 1) }
  open class var white: UIColor { UIColor(white: 1, alpha: 1) }
  open class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
  open class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
  open class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
  open class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
  open class var cyan: UIColor { UIColor(red: 0, green: 1, blue: 1, alpha: 1) }
  open class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
  open class var magenta: UIColor { UIColor(red: 1, green: 0, blue: 1, alpha: 1) }
  open class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
  open class var purple: UIColor { UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1) }
  open class var brown: UIColor { UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
  open class var clear: UIColor { UIColor(white: 0, alpha: 0) }

  open class var systemRed: UIColor { UIColor(bytes: 0xFF, 0x3B, 0x30) }
  open class var systemGreen: UIColor { UIColor(bytes: 0x34, 0xC7, 0x59) }
  open class var systemBlue: UIColor { UIColor(bytes: 0x00, 0x7A, 0xFF) }
  open class var systemOrange: UIColor { UIColor(bytes: 0xFF, 0x95, 0x00) }
  open class var systemYellow: UIColor { UIColor(bytes: 0xFF, 0xCC, 0x00) }
  open class var systemPurple: UIColor { UIColor(bytes: 0xAF, 0x52, 0xDE) }
  open class var systemPink: UIColor { UIColor(bytes: 0xFF, 0x2D, 0x55) }
  open class var systemTeal: UIColor { UIColor(bytes: 0x30, 0xB0, 0xC7) }
  open class var systemIndigo: UIColor { UIColor(bytes: 0x58, 0x56, 0xD6) }
  open class var systemGray: UIColor { UIColor(bytes: 0x8E, 0x8E, 0x93) }
  open class var systemBackground: UIColor { UIColor(white: 1, alpha: 1) }
  open class var secondarySystemBackground: UIColor { UIColor(bytes: 0xF2, 0xF2, 0xF7) }
  open class var label: UIColor { UIColor(white: 0, alpha: 1) }
  open class var secondaryLabel: UIColor {
    UIColor(red: 0x3C / 255, green: 0x3C / 255, blue: 0x43 / 255, alpha: 0.6)
  }
  open class var tertiaryLabel: UIColor {
    UIColor(red: 0x3C / 255, green: 0x3C / 255, blue: 0x43 / 255, alpha: 0.3)
  }
  open class var placeholderText: UIColor { tertiaryLabel }
  open class var separator: UIColor {
    UIColor(red: 0x3C / 255, green: 0x3C / 255, blue: 0x43 / 255, alpha: 0.29)
  }
  open class var link: UIColor { systemBlue }
  open class var systemGray2: UIColor { UIColor(bytes: 0xAE, 0xAE, 0xB2) }
  open class var systemGray3: UIColor { UIColor(bytes: 0xC7, 0xC7, 0xCC) }
  open class var systemGray4: UIColor { UIColor(bytes: 0xD1, 0xD1, 0xD6) }
  open class var systemGray5: UIColor { UIColor(bytes: 0xE5, 0xE5, 0xEA) }
  open class var systemGray6: UIColor { UIColor(bytes: 0xF2, 0xF2, 0xF7) }
  open class var tertiarySystemBackground: UIColor { UIColor(white: 1, alpha: 1) }
  open class var systemGroupedBackground: UIColor { systemGray6 }
  open class var secondarySystemGroupedBackground: UIColor { UIColor(white: 1, alpha: 1) }
  open class var groupTableViewBackground: UIColor { systemGroupedBackground }
}
