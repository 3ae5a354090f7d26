import Foundation

/// How much room text takes, near enough for layout.
///
/// The app has no fonts; the device draws. These are the advances of the font that the device draws
/// with, in thousandths of its size; a text is ended with an ellipsis only if it is wider than its
/// rectangle by more than the difference.
enum TextMeasure {
  /// From one line to the next, in parts of the font's size.
  static let lineHeight: CGFloat = 1.2

  /// From the top of a line to the foot of its letters.
  static let ascent: CGFloat = 0.96

  /// ASCII from the blank on, in the regular weight.
  private static let advances: [CGFloat] = [
    281, 278, 403, 630, 637, 812, 639, 221, 362, 362, 500, 659, 279, 460, 275, 356, 625, 464, 605,
    636, 642, 607, 623, 571, 616, 623, 275, 279, 659, 659, 659, 507, 936, 676, 650, 727, 718, 598,
    586, 742, 740, 264, 542, 651, 562, 889, 752, 761, 634, 761, 639, 637, 642, 741, 676, 948, 642,
    664, 625, 362, 356, 362, 468, 451, 497, 563, 620, 558, 620, 582, 360, 609, 590, 237, 237, 544,
    237, 869, 585, 596, 609, 609, 372, 522, 363, 580, 556, 812, 539, 556, 541, 362, 326, 362, 659,
  ]
  /// Other letters, and those as wide as they are high.
  private static let letter: CGFloat = 620
  private static let wide: CGFloat = 1_000
  private static let monospaced: CGFloat = 602
  /// What the device takes off between two letters, and what a step of weight adds.
  private static let tracking: CGFloat = -18
  private static let growth: CGFloat = 0.014

  /// The width of one line.
  static func width(_ text: some StringProtocol, _ font: UIFont) -> CGFloat {
    var sum: CGFloat = 0
    for scalar in text.unicodeScalars { sum += advance(scalar, font) + tracking }
    return sum * font.pointSize / 1_000
  }

  private static func advance(_ scalar: Unicode.Scalar, _ font: UIFont) -> CGFloat {
    if font.isMonospaced { return monospaced }
    let index = Int(scalar.value) - 32
    let growth = 1 + growth * CGFloat(font.weight.number - 400) / 100
    if advances.indices.contains(index) { return advances[index] * growth }
    // Chinese, Japanese, Korean and pictures.
    return (scalar.value >= 0x2E80 ? wide : letter) * growth
  }

  /// The lines that a text takes at a width, and the width of the longest.
  static func lines(
    _ text: String, _ font: UIFont, width limit: CGFloat
  ) -> (count: Int, width: CGFloat) {
    var count = 0
    var widest: CGFloat = 0
    let blank = width(" ", font)
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line: CGFloat = 0
      count += 1
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
        let wordWidth = width(word, font)
        if line > 0, line + blank + wordWidth > limit {
          count += 1
          widest = max(widest, line)
          line = 0
        }
        line += (line > 0 ? blank : 0) + wordWidth
        // A word that is wider than a line goes on in the next one.
        if limit > 0, line > limit {
          let more = Int((line / limit).rounded(.up)) - 1
          count += more
          widest = limit
          line -= CGFloat(more) * limit
        }
      }
      widest = max(widest, line)
    }
    return (count, widest)
  }

  /// The size that a text takes.
  static func size(
    _ text: String, _ font: UIFont, width limit: CGFloat, linesMax: Int
  ) -> CGSize {
    guard !text.isEmpty else { return .zero }
    let limit = limit > 0 ? limit : .greatestFiniteMagnitude
    let lines = linesMax == 1 ? (1, width(text, font)) : lines(text, font, width: limit)
    let count = linesMax > 0 ? min(lines.0, linesMax) : lines.0
    return CGSize(
      width: min(limit, (lines.1 * 2).rounded(.up) / 2), height: CGFloat(count) * font.lineHeight)
  }
}
