import AppLink
import ControlAPI
import Foundation
import Glibc

/// A client of the control socket that says what it likes.
final class RawClient {
  private let descriptor: CInt
  private var decoder = FrameDecoder(bytesMax: ControlLimits.frameBytesMax)

  init?(_ path: String) {
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard withSocketAddress(path, { connect(descriptor, $0, $1) }) == 0 else {
      Glibc.close(descriptor)
      return nil
    }
    var limit = timeval(tv_sec: 40, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { Glibc.close(descriptor) }

  /// False when the device has closed the connection.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
      }
      if count < 0 && errno == EAGAIN { return true }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  func send(json: String) {
    let payload = Array(json.utf8)
    send(withUnsafeBytes(of: UInt32(payload.count).bigEndian) { Array($0) } + payload)
  }

  /// The next answer; nil when the connection is closed.
  func answer() throws -> ControlResponse? {
    while true {
      if let frame = try decoder.next() {
        return try Frame.decode(ControlResponse.self, from: frame)
      }
      var buffer = [UInt8](repeating: 0, count: 64 * 1024)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else {
        if count < 0 && errno == EAGAIN { throw TimedOut(what: "an answer") }
        return nil
      }
      decoder.append(buffer[..<count])
    }
  }
}
