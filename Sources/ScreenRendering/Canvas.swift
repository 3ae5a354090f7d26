import AppLink
import CPangoCairo
import Glibc

/// A surface to draw on, in points.
final class Canvas {
  let surface: OpaquePointer
  let context: OpaquePointer
  let fonts: Fonts
  /// Those that were read, by path.
  var images: [String: OpaquePointer?] = [:]

  /// - Throws: ``RenderingError`` with code `size` or `drawing`.
  init(
    width: Double, height: Double, scale: Double, fonts: Fonts
  ) throws(RenderingError) {
    let (columns, rows) = ((width * scale).rounded(), (height * scale).rounded())
    guard columns >= 1, rows >= 1, columns * rows <= RenderingLimits.pixelsMax else {
      throw RenderingError(.size, "a screen of \(width) × \(height) points can't be drawn")
    }
    surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, CInt(columns), CInt(rows))
    context = cairo_create(surface)
    self.fonts = fonts
    guard cairo_status(context) == CAIRO_STATUS_SUCCESS else {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
      throw RenderingError(.drawing, "there is no memory for \(columns * rows) pixels")
    }
    cairo_scale(context, scale, scale)
  }

  deinit {
    for case let image? in images.values { cairo_surface_destroy(image) }
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  // MARK: State

  /// Draws in `body` and forgets what it set.
  func saving(_ body: () -> Void) {
    cairo_save(context)
    body()
    cairo_restore(context)
  }

  func clip(to rect: DisplayList.Rectangle) {
    cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
    cairo_clip(context)
  }

  func move(x: Double, y: Double, scale: Double = 1) {
    cairo_translate(context, x, y)
    cairo_scale(context, scale, scale)
  }

  func setColor(_ color: Color) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  // MARK: Shapes

  func fill(_ rect: DisplayList.Rectangle, _ color: Color, radius: Double = 0, corners: Int = 15) {
    setColor(color)
    outline(rect, radius, corners)
    cairo_fill(context)
  }

  /// A line along the inner side of the edge, as iOS draws borders.
  func stroke(
    _ rect: DisplayList.Rectangle, _ color: Color, width: Double, radius: Double = 0,
    corners: Int = 15
  ) {
    setColor(color)
    cairo_set_line_width(context, width)
    let inner = DisplayList.Rectangle(
      x: rect.x + width / 2, y: rect.y + width / 2, width: max(0, rect.width - width),
      height: max(0, rect.height - width))
    outline(inner, max(0, radius - width / 2), corners)
    cairo_stroke(context)
  }

  func circle(x: Double, y: Double, radius: Double, _ color: Color) {
    setColor(color)
    cairo_new_path(context)
    cairo_arc(context, x, y, radius, 0, 2 * .pi)
    cairo_fill(context)
  }

  /// From one colour at the top to another at the bottom.
  func gradient(_ rect: DisplayList.Rectangle, _ top: Color, _ bottom: Color) {
    let pattern = cairo_pattern_create_linear(0, rect.y, 0, rect.y + rect.height)
    for (place, color) in [(0.0, top), (1.0, bottom)] {
      cairo_pattern_add_color_stop_rgba(
        pattern, place, color.red, color.green, color.blue, color.alpha)
    }
    cairo_set_source(context, pattern)
    cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
    cairo_fill(context)
    cairo_pattern_destroy(pattern)
  }

  /// Sets the path; a rectangle without radius is one without curves, and sharp.
  func outline(_ rect: DisplayList.Rectangle, _ radius: Double, _ corners: Int = 15) {
    cairo_new_path(context)
    let radius = min(radius, rect.width / 2, rect.height / 2)
    guard radius > 0, corners & 15 != 0 else {
      return cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
    }
    let (left, top) = (rect.x, rect.y)
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height)
    /// Each corner with the middle of its curve, from its angle on.
    func corner(_ bit: Int, _ x: Double, _ y: Double, _ dx: Double, _ dy: Double, _ angle: Double) {
      guard corners & bit != 0 else { return cairo_line_to(context, x, y) }
      cairo_arc(context, x + dx * radius, y + dy * radius, radius, angle, angle + .pi / 2)
    }
    corner(2, right, top, -1, 1, -.pi / 2)
    corner(8, right, bottom, -1, -1, 0)
    corner(4, left, bottom, 1, -1, .pi / 2)
    corner(1, left, top, 1, 1, .pi)
    cairo_close_path(context)
  }

  // MARK: Output

  /// The picture as a PNG file.
  func png() throws(RenderingError) -> [UInt8] {
    let output = Output()
    let status = cairo_surface_write_to_png_stream(
      surface,
      { closure, bytes, count in
        guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
        let output = Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
        output.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(output).toOpaque())
    guard status == CAIRO_STATUS_SUCCESS else {
      throw RenderingError(.drawing, String(cString: cairo_status_to_string(status)))
    }
    return output.bytes
  }

  private final class Output { var bytes: [UInt8] = [] }
}

/// Red, green, blue and alpha, 0 to 1.
struct Color: Hashable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double = 1

  init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  static func white(_ alpha: Double = 1) -> Color { Color(1, 1, 1, alpha) }
  static func black(_ alpha: Double = 1) -> Color { Color(0, 0, 0, alpha) }

  /// `#rrggbbaa`; nil for anything else.
  init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 9, digits[0] == UInt8(ascii: "#"),
      let number = UInt32(hex.dropFirst(), radix: 16)
    else { return nil }
    func component(_ shift: UInt32) -> Double { Double(number >> shift & 255) / 255 }
    self.init(component(24), component(16), component(8), component(0))
  }
}
