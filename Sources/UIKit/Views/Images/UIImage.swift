import AppLink
import Foundation

/// A picture that the device draws: a PNG file, or one of the symbols that it knows.
///
/// The app reads no more than its size. Apple's page: `UIImage`.
public final class UIImage: NSObject, Sendable {
  /// Whether an image is drawn as it is, or its shape in the tint colour.
  public enum RenderingMode: Int, Sendable {
    case automatic = 0
    case alwaysOriginal = 1
    case alwaysTemplate = 2
  }

  /// In points.
  public let size: CGSize
  public let scale: CGFloat
  public let renderingMode: RenderingMode
  let source: DisplayList.Image.Source

  init(
    source: DisplayList.Image.Source, size: CGSize, scale: CGFloat,
    renderingMode: RenderingMode = .automatic
  ) {
    self.source = source
    self.size = size
    self.scale = scale
    self.renderingMode = renderingMode
  }

  /// A picture of the bundle: `name`, `name.png`, or `name@2x.png` where there is one.
  ///
  /// Nil where there is none, as on iOS; asset catalogs are not read.
  public convenience init?(named name: String) {
    let folder =
      ProcessInfo.processInfo.environment[LinkLimits.EnvironmentKey.bundlePath]
      ?? Bundle.main.bundlePath
    let stem = name.hasSuffix(".png") ? String(name.dropLast(4)) : name
    for (suffix, scale) in [("@2x.png", 2.0), ("@3x.png", 3.0), (".png", 1.0)] {
      if let size = PNG.size(atPath: "\(folder)/\(stem)\(suffix)") {
        self.init(
          source: .file(path: "\(folder)/\(stem)\(suffix)"),
          size: CGSize(width: size.width / scale, height: size.height / scale), scale: scale)
        return
      }
    }
    return nil
  }

  /// A PNG file; nil if there is none.
  public convenience init?(contentsOfFile path: String) {
    guard let size = PNG.size(atPath: path) else { return nil }
    self.init(source: .file(path: path), size: size, scale: 1)
  }

  /// The content of a PNG file; nil if it is none.
  ///
  /// More than `LinkLimits.displayImageBytesMax` bytes are not drawn: give the device a file.
  public convenience init?(data: Data) {
    guard let size = PNG.size(of: data) else { return nil }
    self.init(source: .png(data: data), size: size, scale: 1)
  }

  /// A symbol by its name. Those that the device does not know are drawn as a frame.
  public convenience init?(systemName name: String) {
    guard !name.isEmpty, name.utf8.count <= 100 else { return nil }
    self.init(
      source: .symbol(name: name), size: CGSize(width: 20, height: 20), scale: 2,
      renderingMode: .alwaysTemplate)
  }

  /// The same picture, drawn in another way.
  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    UIImage(source: source, size: size, scale: scale, renderingMode: renderingMode)
  }
}

/// What the app reads of a PNG file.
private enum PNG {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func size(atPath path: String) -> CGSize? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return ((try? file.read(upToCount: 24)) ?? nil).flatMap(size(of:))
  }

  /// Width and height stand at the head of every PNG file.
  static func size(of data: Data) -> CGSize? {
    let head = Array(data.prefix(24))
    guard head.count == 24, Array(head.prefix(8)) == signature else { return nil }
    func number(at start: Int) -> Int { head[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    let size = CGSize(width: number(at: 16), height: number(at: 20))
    return size.width > 0 && size.height > 0 ? size : nil
  }
}
