import AppLink
import CPangoCairo
import Glibc

extension Canvas {
  /// Draws an image into a rectangle; what can't be read is drawn as a frame, as is a symbol that is
  /// not known.
  func draw(_ image: DisplayList.Image, in rect: DisplayList.Rectangle) {
    switch image.source {
    case .symbol(let name):
      Symbol.draw(name, in: rect, image.tint.flatMap { Color(hex: $0) } ?? .black(), self)
    case .file(let path):
      if images[path] == nil { images[path] = .some(Canvas.read(path).flatMap(Canvas.decode)) }
      draw(images[path] ?? nil, image, in: rect)
    case .png(let data):
      let picture = Canvas.decode(Array(data))
      draw(picture, image, in: rect)
      if let picture { cairo_surface_destroy(picture) }
    }
  }

  private func draw(
    _ picture: OpaquePointer?, _ image: DisplayList.Image, in rect: DisplayList.Rectangle
  ) {
    guard let picture else { return Symbol.draw("", in: rect, Color(0.5, 0.5, 0.5), self) }
    let width = Double(cairo_image_surface_get_width(picture))
    let height = Double(cairo_image_surface_get_height(picture))
    let (fillX, fillY) = (rect.width / width, rect.height / height)
    let (scaleX, scaleY): (Double, Double)
    switch image.mode {
    case .stretch: (scaleX, scaleY) = (fillX, fillY)
    case .aspectFit: (scaleX, scaleY) = (min(fillX, fillY), min(fillX, fillY))
    case .aspectFill: (scaleX, scaleY) = (max(fillX, fillY), max(fillX, fillY))
    case .center: (scaleX, scaleY) = (1, 1)
    }
    guard scaleX > 0, scaleY > 0 else { return }
    saving {
      clip(to: rect)
      cairo_translate(
        context, rect.x + (rect.width - width * scaleX) / 2,
        rect.y + (rect.height - height * scaleY) / 2)
      cairo_scale(context, scaleX, scaleY)
      if let tint = image.tint.flatMap({ Color(hex: $0) }) {
        setColor(tint)
        cairo_mask_surface(context, picture, 0, 0)
      } else {
        cairo_set_source_surface(context, picture, 0, 0)
        // At the edge there is more of the image, not nothing.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_rectangle(context, 0, 0, width, height)
        cairo_fill(context)
      }
    }
  }

  /// The content of a file, if it is an ordinary one and not too large.
  private static func read(_ path: String) -> [UInt8]? {
    // Not waiting: a path may lead to a pipe.
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (1...RenderingLimits.imageFileBytesMax).contains(Int(status.st_size))
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let more = bytes.withUnsafeMutableBytes {
        Glibc.read(number, $0.baseAddress! + count, $0.count - count)
      }
      guard more > 0 else { return nil }
      count += more
    }
    return bytes
  }

  /// A PNG file's picture; nil for anything else, and for one that is too large.
  private static func decode(_ bytes: [UInt8]) -> OpaquePointer? {
    func number(at start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.count > 24, bytes[..<4] == [0x89, 0x50, 0x4E, 0x47] else { return nil }
    let (width, height) = (number(at: 16), number(at: 20))
    guard width > 0, height > 0,
      width.multipliedReportingOverflow(by: height).overflow == false,
      width * height <= RenderingLimits.imagePixelsMax
    else { return nil }
    let input = Input(bytes)
    let surface = cairo_image_surface_create_from_png_stream(
      { closure, target, count in
        guard let closure, let target else { return CAIRO_STATUS_READ_ERROR }
        let input = Unmanaged<Input>.fromOpaque(closure).takeUnretainedValue()
        return input.take(Int(count), into: target)
          ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_READ_ERROR
      }, Unmanaged.passUnretained(input).toOpaque())
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      return nil
    }
    return surface
  }

  private final class Input {
    private let bytes: [UInt8]
    private var place = 0
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func take(_ count: Int, into target: UnsafeMutablePointer<UInt8>) -> Bool {
      guard place + count <= bytes.count else { return false }
      for index in 0..<count { target[index] = bytes[place + index] }
      place += count
      return true
    }
  }
}
