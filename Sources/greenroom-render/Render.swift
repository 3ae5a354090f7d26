import AppLink
import ControlAPI
import Glibc
import ScreenRendering

/// Draws pictures of a device's screen: each frame of standard input holds a `ScreenPicture`, and is
/// answered on standard output by a frame with a PNG file.
///
/// A process of its own, so that neither the device nor an app loads a drawing library, and none of
/// its work happens in the device's time. Ends with its input; with 1 and a line on standard error
/// when a picture can't be drawn.
@main
enum Render {
  static func main() {
    do {
      let renderer = try ScreenRenderer()
      var decoder = FrameDecoder(bytesMax: RenderingLimits.frameBytesMax)
      while let frame = try next(&decoder) {
        let picture = try Frame.decode(ScreenPicture.self, from: frame)
        try write(renderer.png(of: picture))
      }
    } catch {
      let line = Array("\(error)\n".utf8)
      _ = Glibc.write(STDERR_FILENO, line, line.count)
      exit(1)
    }
  }

  /// Nil at the end of the input.
  private static func next(_ decoder: inout FrameDecoder) throws -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 256 * 1024)
    while true {
      if let frame = try decoder.next() { return frame }
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      decoder.append(buffer[..<count])
    }
  }

  private static func write(_ png: [UInt8]) throws {
    let bytes = Frame.wrap(png)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      // Nobody reads any more.
      guard count > 0 else { exit(1) }
      sent += count
    }
  }
}
