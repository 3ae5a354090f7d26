#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an app shows, as flat rectangles with a look, back to front.
///
/// The app describes, the device draws: an app needs no drawing library. Lengths are points,
/// positions count from the screen's upper left corner, colours are `#rrggbbaa`.
///
/// ```swift
/// var list = DisplayList(width: 390, height: 844)
/// list.items.append(.init(frame: .init(x: 0, y: 0, width: 390, height: 844), fill: "#ffffffff"))
/// ```
/// What comes from an app is only drawn as ``bounded``.
public struct DisplayList: Hashable, Sendable, Codable {
  public var width: Double
  public var height: Double
  public var statusBar: StatusBar
  public var items: [Item]
  /// Set where ``LinkLimits/displayItemsMax`` or the size of a frame cut the list.
  public var isTruncated: Bool?

  public init(
    width: Double, height: Double, statusBar: StatusBar = .darkContent, items: [Item] = []
  ) {
    self.width = width
    self.height = height
    self.statusBar = statusBar
    self.items = items
  }

  /// How the device's own status bar lies over the app.
  public enum StatusBar: String, Hashable, Sendable, Codable {
    case darkContent, lightContent, hidden
  }

  public struct Rectangle: Hashable, Sendable, Codable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// One rectangle: what fills it, then its image, its text and its border.
  public struct Item: Hashable, Sendable, Codable {
    public var frame: Rectangle
    /// Outside of it nothing of the item is seen.
    public var clip: Rectangle?
    /// 0...1; nil: 1.
    public var alpha: Double?
    public var fill: String?
    public var cornerRadius: Double?
    /// Which corners have it, added up: 1 upper left, 2 upper right, 4 lower left, 8 lower right;
    /// nil: all.
    public var corners: Int?
    public var border: Border?
    public var image: Image?
    public var text: Text?

    public init(
      frame: Rectangle, clip: Rectangle? = nil, alpha: Double? = nil, fill: String? = nil,
      cornerRadius: Double? = nil, corners: Int? = nil, border: Border? = nil, image: Image? = nil,
      text: Text? = nil
    ) {
      self.frame = frame
      self.clip = clip
      self.alpha = alpha
      self.fill = fill
      self.cornerRadius = cornerRadius
      self.corners = corners
      self.border = border
      self.image = image
      self.text = text
    }
  }

  public struct Border: Hashable, Sendable, Codable {
    public var color: String
    public var width: Double

    public init(color: String, width: Double) {
      self.color = color
      self.width = width
    }
  }

  /// Text in the device's own font, in the middle of its rectangle from top to bottom.
  public struct Text: Hashable, Sendable, Codable {
    public var string: String
    public var size: Double
    /// 100 (ultralight) to 900 (black).
    public var weight: Int
    public var isItalic: Bool?
    public var isMonospaced: Bool?
    public var color: String
    public var alignment: Alignment
    /// 0: as many lines as it takes.
    public var linesMax: Int
    public var truncation: Truncation

    public init(
      string: String, size: Double, weight: Int = 400, isItalic: Bool? = nil,
      isMonospaced: Bool? = nil, color: String, alignment: Alignment = .left, linesMax: Int = 1,
      truncation: Truncation = .tail
    ) {
      self.string = string
      self.size = size
      self.weight = weight
      self.isItalic = isItalic
      self.isMonospaced = isMonospaced
      self.color = color
      self.alignment = alignment
      self.linesMax = linesMax
      self.truncation = truncation
    }

    public enum Alignment: String, Hashable, Sendable, Codable { case left, center, right }

    /// What becomes of text that does not fit.
    public enum Truncation: String, Hashable, Sendable, Codable { case none, head, middle, tail }
  }

  public struct Image: Hashable, Sendable, Codable {
    public var source: Source
    public var mode: Mode
    /// Draws the image's shape in this colour.
    public var tint: String?

    public init(source: Source, mode: Mode = .stretch, tint: String? = nil) {
      self.source = source
      self.mode = mode
      self.tint = tint
    }

    public enum Source: Hashable, Sendable, Codable {
      /// A PNG file in the app's bundle or container.
      case file(path: String)
      /// A PNG file's content.
      case png(data: Data)
      /// A picture that the device has, by its name among Apple's SF Symbols.
      case symbol(name: String)
    }

    public enum Mode: String, Hashable, Sendable, Codable {
      case stretch, aspectFit, aspectFill, center
    }
  }
}
