import AppLink
import CPangoCairo

/// Simple pictures for the names that apps use most among Apple's symbols.
///
/// Drawn in lines on a field of 24 by 24; the words are those of SVG's paths: `M` move, `L` line, `C`
/// curve, `Z` close, and `O` for a circle (middle and radius). One that is not known is a frame.
enum Symbol {
  private struct Shape {
    var path: String
    var isFilled = false
    /// The field that the path lies in: what fills its rectangle is drawn to the edge.
    var width = 24.0
    var height = 24.0
    var line = 2.0
  }

  private static let shapes: [String: Shape] = [
    "chevron.right": Shape(path: "M 1.6 1.6 L 6.4 7 L 1.6 12.4", width: 8, height: 14, line: 2.1),
    "chevron.left": Shape(path: "M 10 2 L 2 10.5 L 10 19", width: 12, height: 21, line: 2.4),
    "chevron.down": Shape(path: "M 5 9 L 12 16 L 19 9"),
    "chevron.up": Shape(path: "M 5 16 L 12 9 L 19 16"),
    "plus": Shape(path: "M 12 3 L 12 21 M 3 12 L 21 12"),
    "minus": Shape(path: "M 3 12 L 21 12"),
    "xmark": Shape(path: "M 5 5 L 19 19 M 19 5 L 5 19"),
    "checkmark": Shape(path: "M 1.5 8 L 5.5 12.5 L 13.5 1.5", width: 15, height: 14, line: 2.2),
    "magnifyingglass": Shape(path: "O 10 10 7 M 15 15 L 21.5 21.5"),
    "arrow.clockwise": Shape(
      path: "M 19.5 9 C 17 3 9 2.5 5.5 7.5 C 2 12.5 4 19 10 20.6 C 15 21.6 19 19 20.3 14.5 "
        + "M 20.5 3.5 L 19.8 9.3 L 14 8.5"),
    "info.circle": Shape(path: "O 12 12 10 M 12 10.5 L 12 17.5 O 12 7 0.6", line: 1.7),
    "exclamationmark.circle": Shape(path: "O 12 12 10 M 12 6.5 L 12 13.5 O 12 17 0.6", line: 1.7),
    "trash": Shape(
      path: "M 3.5 6 L 20.5 6 M 9 6 L 9.6 3 L 14.4 3 L 15 6 M 5.5 6 L 6.7 21.5 L 17.3 21.5 L 18.5 6"
        + " M 10 10 L 10.3 18 M 14 10 L 13.7 18", line: 1.7),
    "square.and.arrow.up": Shape(
      path: "M 8 9 L 5 9 L 5 22 L 19 22 L 19 9 L 16 9 M 12 15 L 12 2 M 7.5 6 L 12 2 L 16.5 6",
      line: 1.8),
    "square.and.pencil": Shape(
      path:
        "M 13 4 L 3.5 4 L 3.5 20.5 L 20 20.5 L 20 11 M 9.5 14.5 L 10 12 L 19.5 2.5 L 21.5 4.5 L "
        + "12 14 Z", line: 1.8),
    "folder": Shape(path: "M 2 19.5 L 2 5 L 9 5 L 11 7.5 L 22 7.5 L 22 19.5 Z", line: 1.8),
    "doc": Shape(path: "M 5 2 L 14 2 L 19 7 L 19 22 L 5 22 Z M 14 2 L 14 7 L 19 7", line: 1.8),
    "book": Shape(
      path: "M 12 5 C 9 3 5 3 2.5 4.5 L 2.5 20 C 5 18.5 9 18.5 12 20.5 C 15 18.5 19 18.5 21.5 20 L "
        + "21.5 4.5 C 19 3 15 3 12 5 L 12 20.5", line: 1.7),
    "camera": Shape(
      path: "M 2 7 L 7 7 L 8.5 4.5 L 15.5 4.5 L 17 7 L 22 7 L 22 20 L 2 20 Z O 12 13 4", line: 1.8),
    "star": Shape(path: star, line: 1.7),
    "star.fill": Shape(path: star, isFilled: true),
    "heart": Shape(path: heart, line: 1.8),
    "heart.fill": Shape(path: heart, isFilled: true),
    "circle": Shape(path: "O 12 12 10"),
    "circle.fill": Shape(path: "O 12 12 10", isFilled: true),
    "square": Shape(path: "M 3 3 L 21 3 L 21 21 L 3 21 Z"),
    "square.fill": Shape(path: "M 3 3 L 21 3 L 21 21 L 3 21 Z", isFilled: true),
    "play.fill": Shape(path: "M 5 3 L 21 12 L 5 21 Z", isFilled: true),
    "pause.fill": Shape(
      path: "M 5 3 L 10 3 L 10 21 L 5 21 Z M 14 3 L 19 3 L 19 21 L 14 21 Z", isFilled: true),
    "forward.fill": Shape(
      path: "M 2 4 L 12 12 L 2 20 Z M 12 4 L 22 12 L 12 20 Z", isFilled: true),
    "backward.fill": Shape(
      path: "M 22 4 L 12 12 L 22 20 Z M 12 4 L 2 12 L 12 20 Z", isFilled: true),
    "house": Shape(
      path: "M 2 12 L 12 3 L 22 12 M 5 10 L 5 21 L 19 21 L 19 10", line: 1.8),
    "person": Shape(
      path: "O 12 7 4.5 M 3 21 C 4 14 20 14 21 21 Z", line: 1.8),
    "bell": Shape(
      path:
        "M 4 18 L 20 18 C 17 15 18.5 12 18 9 C 17 2 7 2 6 9 C 5.5 12 7 15 4 18 Z M 10 20.5 C 10.5 "
        + "22.5 13.5 22.5 14 20.5", line: 1.7),
    "gear": Shape(
      path:
        "O 12 12 7 O 12 12 3 M 12 1.5 L 12 5 M 12 19 L 12 22.5 M 1.5 12 L 5 12 M 19 12 L 22.5 12 "
        + "M 4.6 4.6 L 7.1 7.1 M 16.9 16.9 L 19.4 19.4 M 19.4 4.6 L 16.9 7.1 M 7.1 16.9 L 4.6 19.4"),
    "rays": Shape(
      path: "M 12 2 L 12 7 M 12 17 L 12 22 M 2 12 L 7 12 M 17 12 L 22 12 M 4.9 4.9 L 8.5 8.5 "
        + "M 15.5 15.5 L 19.1 19.1 M 19.1 4.9 L 15.5 8.5 M 8.5 15.5 L 4.9 19.1"),
    "newspaper": Shape(
      path: "M 2.5 4 L 18 4 L 18 20 L 4 20 L 2.5 18 Z M 18 8 L 21.5 8 L 21.5 19 L 19.5 20 L 4 20 "
        + "M 6 8 L 14.5 8 M 6 12 L 14.5 12 M 6 16 L 14.5 16", line: 1.6),
    "arrowshape.turn.up.left": Shape(
      path: "M 10 4 L 2.5 11 L 10 18 L 10 14 C 15 14 19 15 21.5 19.5 C 21 12 17 8.5 10 8 Z",
      line: 1.7),
  ]

  private static let star =
    "M 12 2 L 15 8.8 L 22 9.5 L 16.7 14.2 L 18.3 21.5 L 12 17.7 L 5.7 21.5 L 7.3 14.2 L 2 9.5 L 9 8.8 Z"
  private static let heart =
    "M 12 21 C 4 15 2 11.5 2 8.5 C 2 3 9 1.5 12 6.5 C 15 1.5 22 3 22 8.5 C 22 11.5 20 15 12 21 Z"
  private static let unknown = Shape(
    path: "M 5 3 L 19 3 L 21 5 L 21 19 L 19 21 L 5 21 L 3 19 L 3 5 Z", line: 1.6)

  /// Draws a symbol as large as its rectangle allows, in the middle.
  static func draw(
    _ name: String, in rect: DisplayList.Rectangle, _ color: Color, _ canvas: Canvas
  ) {
    let shape = shapes[name] ?? unknown
    let scale = min(rect.width / shape.width, rect.height / shape.height)
    guard scale > 0 else { return }
    canvas.saving {
      canvas.move(
        x: rect.x + (rect.width - shape.width * scale) / 2,
        y: rect.y + (rect.height - shape.height * scale) / 2, scale: scale)
      canvas.setColor(color)
      cairo_new_path(canvas.context)
      trace(shape.path, canvas.context)
      guard !shape.isFilled else { return cairo_fill(canvas.context) }
      cairo_set_line_width(canvas.context, shape.line)
      cairo_set_line_cap(canvas.context, CAIRO_LINE_CAP_ROUND)
      cairo_set_line_join(canvas.context, CAIRO_LINE_JOIN_ROUND)
      cairo_stroke(canvas.context)
    }
  }

  private static func trace(_ path: String, _ context: OpaquePointer) {
    var words = path.split(separator: " ")[...]
    func number() -> Double { words.popFirst().flatMap { Double($0) } ?? 0 }
    while let word = words.popFirst() {
      switch word {
      case "M": cairo_move_to(context, number(), number())
      case "L": cairo_line_to(context, number(), number())
      case "C":
        cairo_curve_to(context, number(), number(), number(), number(), number(), number())
      case "O":
        let (x, y, radius) = (number(), number(), number())
        cairo_new_sub_path(context)
        cairo_arc(context, x, y, radius, 0, 2 * .pi)
      default: cairo_close_path(context)
      }
    }
  }
}
