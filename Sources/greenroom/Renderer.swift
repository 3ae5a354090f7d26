import AppLink
import ControlAPI
import Glibc
import ProcessControl

/// The program that draws, which lies beside this one.
enum Renderer {
  /// Bytes of a picture that is taken from it.
  private static let frameBytesMax = 128 * 1024 * 1024

  /// The picture as a PNG file.
  static func png(of picture: ScreenPicture) throws -> [UInt8] {
    let input = try Pipe()
    let output = try Pipe()
    let errors = try Pipe()
    // A renderer that has ended is an error to report, not a signal.
    signal(SIGPIPE, SIG_IGN)
    let process = try spawnDetached(
      SpawnRequest(
        executable: try path(), environment: ProgramEnvironment.values,
        standardInput: input.reading?.rawValue, standardOutput: output.writing?.rawValue,
        standardError: errors.writing?.rawValue))
    input.reading = nil
    output.writing = nil
    errors.writing = nil
    let request = try Frame.encode(picture, bytesMax: ControlLimits.frameBytesMax)
    // One that does not take it says why on standard error.
    try? write(request, to: input.writing)
    input.writing = nil
    let answer = read(output.reading)
    let complaint = String(decoding: read(errors.reading), as: UTF8.self)
    _ = try? process.reap()
    var decoder = FrameDecoder(bytesMax: frameBytesMax)
    decoder.append(answer)
    if let png = try decoder.next() { return png }
    let lines = complaint.split(separator: "\n")
    throw Failure(
      .system, "the screen could not be drawn: \(lines.last ?? "greenroom-render ended")")
  }

  private static func path() throws -> String {
    let path = OwnProgram.folder + "/greenroom-render"
    guard access(path, X_OK) == 0 else {
      throw Failure(
        .system, "greenroom-render is not beside greenroom (\(path))",
        nextStep: "`make install` puts both in one place")
    }
    return path
  }

  private final class Pipe {
    var reading: OwnedDescriptor?
    var writing: OwnedDescriptor?

    init() throws {
      var ends: [CInt] = [-1, -1]
      guard pipe(&ends) == 0 else { throw Failure(.system, "pipe: errno \(errno)") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      reading = OwnedDescriptor(owning: ends[0])
      writing = OwnedDescriptor(owning: ends[1])
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: OwnedDescriptor?) throws {
    guard let descriptor else { return }
    try OutputFile.write(bytes, to: descriptor.rawValue, "the renderer")
  }

  private static func read(_ descriptor: OwnedDescriptor?) -> [UInt8] {
    guard let descriptor else { return [] }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 256 * 1024)
    while true {
      let count = Glibc.read(descriptor.rawValue, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
