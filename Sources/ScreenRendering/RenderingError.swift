/// Why a picture can't be drawn.
public struct RenderingError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// The fonts that every picture is drawn with are not there.
    case noFonts
    /// Cairo could not do it.
    case drawing
    /// The screen has no extent, or more pixels than are drawn.
    case size
  }

  public let code: Code
  public let message: String
  public let nextStep: String?

  init(_ code: Code, _ message: String, nextStep: String? = nil) {
    self.code = code
    self.message = message
    self.nextStep = nextStep
  }

  public var description: String { message + (nextStep.map { "; \($0)" } ?? "") }
}

/// Bounds of what is drawn, and what happens beyond.
public enum RenderingLimits {
  /// Pixels of a picture. Beyond: refused.
  public static let pixelsMax = 40_000_000.0
  /// Bytes of an image's file. Beyond: drawn as missing.
  public static let imageFileBytesMax = 16 * 1024 * 1024
  /// Pixels of an image. Beyond: drawn as missing.
  public static let imagePixelsMax = 25_000_000
  /// Bytes of one request or answer of the renderer.
  public static let frameBytesMax = 128 * 1024 * 1024
}
