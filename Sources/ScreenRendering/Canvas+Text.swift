import AppLink
import CPangoCairo

extension Canvas {
  /// Draws text in the middle of a rectangle from top to bottom.
  func draw(_ text: DisplayList.Text, in rect: DisplayList.Rectangle) {
    guard let color = Color(hex: text.color), rect.width > 0,
      let layout = pango_layout_new(fonts.context)
    else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    prepare(layout, text)
    // The app measures with a table: what is a little wider than it thought still fits.
    let room = rect.width * 1.03 + 2
    var size = extent(of: layout)
    let isOneLine = text.linesMax == 1 || size.width <= room
    let isTooWide = size.width > room
    if !isOneLine || isTooWide {
      pango_layout_set_width(layout, CInt(room * Double(PANGO_SCALE)))
      if isOneLine {
        if text.truncation != .none {
          pango_layout_set_ellipsize(layout, text.truncation.pango)
        } else {
          pango_layout_set_width(layout, -1)
        }
      } else {
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        pango_layout_set_height(layout, CInt(heightMax(text, rect) * Double(PANGO_SCALE)))
      }
      size = extent(of: layout)
    }
    pango_layout_set_alignment(layout, text.alignment.pango)
    let x: Double
    if pango_layout_get_width(layout) > 0 {
      // Within its width Pango aligns the lines; the room to spare lies outside of the rectangle.
      x = rect.x - text.alignment.part * (room - rect.width)
    } else {
      x = rect.x + text.alignment.part * (rect.width - size.width)
    }
    setColor(color)
    cairo_move_to(context, x, rect.y + max((rect.height - size.height) / 2, -2))
    pango_cairo_show_layout(context, layout)
  }

  /// Text in one line, for what the device itself draws.
  func write(
    _ string: String, x: Double, y: Double, width: Double = 390, size: Double, weight: Int = 400,
    _ color: Color, _ alignment: DisplayList.Text.Alignment = .left
  ) {
    let text = DisplayList.Text(
      string: string, size: size, weight: weight, color: color.hex, alignment: alignment)
    draw(text, in: DisplayList.Rectangle(x: x, y: y, width: width, height: size * 1.2))
  }

  private func prepare(_ layout: OpaquePointer, _ text: DisplayList.Text) {
    var string = text.string
    if text.linesMax == 1, let end = string.firstIndex(where: \.isNewline) {
      string = string[..<end] + "…"
    }
    // Pango takes no NUL.
    string.unicodeScalars.removeAll { $0.value == 0 }
    pango_layout_set_text(layout, string, CInt(string.utf8.count))
    let font = pango_font_description_new()
    pango_font_description_set_family(
      font, Fonts.families(isMonospaced: text.isMonospaced == true))
    pango_font_description_set_absolute_size(font, text.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, CInt(text.weight))
    if text.isItalic == true { pango_font_description_set_style(font, PANGO_STYLE_ITALIC) }
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    guard text.isMonospaced != true else { return }
    let attributes = pango_attr_list_new()
    // A little closer than the font is made, as iOS sets its text. `TextMeasure` in UIKit reckons
    // with the same.
    pango_attr_list_insert(
      attributes, pango_attr_letter_spacing_new(CInt(-0.018 * text.size * Double(PANGO_SCALE))))
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
  }

  /// As many lines as are allowed and as the rectangle has room for.
  private func heightMax(_ text: DisplayList.Text, _ rect: DisplayList.Rectangle) -> Double {
    let line = text.size * 1.211
    let height = max(rect.height, line) + line / 3
    return text.linesMax > 0 ? min(height, (Double(text.linesMax) + 0.3) * line) : height
  }

  private func extent(of layout: OpaquePointer) -> (width: Double, height: Double) {
    var (width, height): (CInt, CInt) = (0, 0)
    pango_layout_get_size(layout, &width, &height)
    return (Double(width) / Double(PANGO_SCALE), Double(height) / Double(PANGO_SCALE))
  }
}

extension Color {
  var hex: String {
    [red, green, blue, alpha].reduce("#") { text, part in
      let byte = Int((min(max(part, 0), 1) * 255).rounded())
      return text + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
  }
}

extension DisplayList.Text.Alignment {
  fileprivate var pango: PangoAlignment {
    switch self {
    case .left: PANGO_ALIGN_LEFT
    case .center: PANGO_ALIGN_CENTER
    case .right: PANGO_ALIGN_RIGHT
    }
  }

  /// How much of the room to spare lies at the left.
  fileprivate var part: Double {
    switch self {
    case .left: 0
    case .center: 0.5
    case .right: 1
    }
  }
}

extension DisplayList.Text.Truncation {
  fileprivate var pango: PangoEllipsizeMode {
    switch self {
    case .none: PANGO_ELLIPSIZE_NONE
    case .head: PANGO_ELLIPSIZE_START
    case .middle: PANGO_ELLIPSIZE_MIDDLE
    case .tail: PANGO_ELLIPSIZE_END
    }
  }
}
