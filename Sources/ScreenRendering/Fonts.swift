import CPangoCairo
import Glibc

/// The fonts that everything is drawn with: those of two Debian packages and no others, whatever
/// else the machine has and however its fonts are configured. So a picture is the same everywhere.
final class Fonts {
  let map: OpaquePointer
  let context: OpaquePointer

  static let family = "Inter"
  /// For letters that the first does not have.
  private static let fallback = "DejaVu Sans"
  static let monospaced = "DejaVu Sans Mono"

  private static let files: [(folders: [String], names: [String])] = [
    (
      [
        "/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/inter",
        "/usr/share/fonts/inter", "/usr/share/fonts/OTF",
      ],
      [
        "Inter-Light", "Inter-Regular", "Inter-Medium", "Inter-SemiBold", "Inter-Bold",
        "Inter-Italic", "Inter-BoldItalic",
      ]
    ),
    (
      ["/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu", "/usr/share/fonts/TTF"],
      ["DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold"]
    ),
  ]

  /// The paths of all that are named, of the first folder that has them.
  private static func paths(_ folders: [String], _ names: [String]) -> [String]? {
    for folder in folders {
      for ending in ["otf", "ttf"] {
        let paths = names.map { "\(folder)/\($0).\(ending)" }
        if paths.allSatisfy({ access($0, R_OK) == 0 }) { return paths }
      }
    }
    return nil
  }

  /// - Throws: ``RenderingError`` with code `noFonts`.
  init() throws(RenderingError) {
    guard let configuration = FcConfigCreate() else {
      throw RenderingError(.drawing, "fontconfig can't be used")
    }
    for (folders, names) in Fonts.files {
      guard let paths = Fonts.paths(folders, names) else {
        throw RenderingError(
          .noFonts, "\(names[0]) and its sisters are not in \(folders[0])",
          nextStep: "apt-get install fonts-inter fonts-dejavu-core")
      }
      for path in paths { FcConfigAppFontAddFile(configuration, path) }
    }
    guard let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else {
      throw RenderingError(.drawing, "Pango can't draw with FreeType here")
    }
    // A map of this type is a PangoFcFontMap: that is what FreeType's fonts are found through.
    pango_fc_font_map_set_config(map, configuration)
    FcConfigDestroy(configuration)
    self.map = map
    context = pango_font_map_create_context(map)
    let options = cairo_font_options_create()
    // Outlines as they are, so that text is as wide at every scale.
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_cairo_context_set_resolution(context, 72)
    // Letters stand where they belong, not at whole points.
    pango_context_set_round_glyph_positions(context, 0)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(UnsafeMutableRawPointer(map))
  }

  /// Families in the order in which a letter is looked for.
  static func families(isMonospaced: Bool) -> String {
    isMonospaced ? "\(monospaced),\(family)" : "\(family),\(fallback)"
  }
}
