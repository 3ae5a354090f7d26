import AppLink
import ControlAPI
import CPangoCairo

/// Draws what a device shows.
///
/// ```swift
/// let renderer = try ScreenRenderer()
/// let png = try renderer.png(of: picture)
/// ```
/// The same picture gives the same bytes, on every machine with the same versions of Cairo, Pango
/// and the two fonts. Keep a renderer for many pictures: the fonts are read once.
public final class ScreenRenderer {
  private let fonts: Fonts

  /// - Throws: ``RenderingError`` with code `noFonts`.
  public init() throws(RenderingError) { fonts = try Fonts() }

  /// The picture as a PNG file.
  ///
  /// - Throws: ``RenderingError`` with code `size` or `drawing`.
  public func png(of picture: ScreenPicture) throws(RenderingError) -> [UInt8] {
    try draw(picture).png()
  }

  /// The picture's pixels, row by row, as `0xRRGGBB`.
  ///
  /// - Throws: ``RenderingError`` with code `size` or `drawing`.
  public func pixels(of picture: ScreenPicture) throws(RenderingError) -> Pixels {
    let canvas = try draw(picture)
    cairo_surface_flush(canvas.surface)
    let width = Int(cairo_image_surface_get_width(canvas.surface))
    let height = Int(cairo_image_surface_get_height(canvas.surface))
    let stride = Int(cairo_image_surface_get_stride(canvas.surface))
    guard let data = cairo_image_surface_get_data(canvas.surface) else {
      throw RenderingError(.drawing, "the picture has no pixels")
    }
    var values: [UInt32] = []
    values.reserveCapacity(width * height)
    for row in 0..<height {
      let start = UnsafeRawPointer(data) + row * stride
      for column in 0..<width {
        values.append(start.load(fromByteOffset: column * 4, as: UInt32.self) & 0xFF_FFFF)
      }
    }
    return Pixels(width: width, height: height, values: values)
  }

  /// What was drawn.
  public struct Pixels: Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// Row by row, `0xRRGGBB`.
    public let values: [UInt32]

    public subscript(x: Int, y: Int) -> UInt32 { values[y * width + x] }
  }

  func draw(_ picture: ScreenPicture) throws(RenderingError) -> Canvas {
    let canvas = try Canvas(
      width: picture.width, height: picture.height, scale: picture.scale, fonts: fonts)
    let system = SystemScreens(canvas, picture)
    switch picture.content {
    case .app(let app): draw(app, picture, system, canvas)
    case .home(let apps): system.home(apps)
    case .lockScreen: system.lockScreen()
    case .switcher(let cards):
      system.switcher(cards) { [self] in draw($0, picture, system, canvas) }
    case .phone: system.phone()
    }
    for overlay in picture.overlays { system.draw(overlay) }
    return canvas
  }

  /// An app's screen, with the device's own parts around it.
  private func draw(
    _ app: ScreenPicture.Picture, _ picture: ScreenPicture, _ system: SystemScreens,
    _ canvas: Canvas
  ) {
    let screen = DisplayList.Rectangle(x: 0, y: 0, width: picture.width, height: picture.height)
    guard let list = app.list?.bounded else {
      canvas.fill(screen, .white())
      system.statusBar(.black())
      return system.homeIndicator(.black())
    }
    canvas.fill(screen, .black())
    for item in list.items { canvas.draw(item) }
    let color = list.statusBar == .lightContent ? Color.white() : .black()
    if list.statusBar != .hidden { system.statusBar(color) }
    system.homeIndicator(color)
  }
}

extension Canvas {
  /// One rectangle with all that is in it.
  func draw(_ item: DisplayList.Item) {
    saving {
      if let clip = item.clip { self.clip(to: clip) }
      let alpha = item.alpha ?? 1
      // Only what is translucent as a whole needs a surface of its own.
      let isGroup = alpha < 1
      if isGroup { cairo_push_group(context) }
      let radius = item.cornerRadius ?? 0
      let corners = item.corners ?? 15
      if let fill = item.fill.flatMap({ Color(hex: $0) }) {
        self.fill(item.frame, fill, radius: radius, corners: corners)
      }
      if let image = item.image {
        saving {
          if radius > 0 {
            outline(item.frame, radius, corners)
            cairo_clip(context)
          }
          draw(image, in: item.frame)
        }
      }
      if let text = item.text { draw(text, in: item.frame) }
      if let border = item.border, let color = Color(hex: border.color), border.width > 0 {
        stroke(item.frame, color, width: border.width, radius: radius, corners: corners)
      }
      if isGroup {
        cairo_pop_group_to_source(context)
        cairo_paint_with_alpha(context, alpha)
      }
    }
  }
}
