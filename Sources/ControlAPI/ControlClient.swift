import AppLink
import Glibc

/// A connection to a device's control socket.
///
/// ```swift
/// let client = try ControlClient(connectingTo: paths.controlSocket)
/// try client.call(.home)
/// ```
/// Blocking: made for command lines and tests.
public final class ControlClient {
  private let descriptor: CInt
  private var decoder = FrameDecoder(bytesMax: ControlLimits.frameBytesMax)
  private var nextID = 1

  /// Connects.
  ///
  /// - Throws: ``ControlClientError`` with code `notBooted` when nobody listens there.
  public init(connectingTo path: String) throws(ControlClientError) {
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw ControlClientError(.system, "socket: errno \(errno)") }
    guard let connected = withSocketAddress(path, { connect(descriptor, $0, $1) }) else {
      close(descriptor)
      throw ControlClientError(.system, "the path of the control socket is too long: \(path)")
    }
    guard connected == 0 else {
      let error = errno
      close(descriptor)
      let isAbsent = error == ENOENT || error == ECONNREFUSED
      throw ControlClientError(
        isAbsent ? .notBooted : .system,
        isAbsent
          ? "no device is booted at \(path)"
          : "\(path) can't be opened: \(String(cString: strerror(error)))")
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Sends a command and waits for its one answer.
  ///
  /// - Throws: ``ControlError`` as the device answers it, ``ControlClientError`` when the
  ///   connection breaks.
  @discardableResult
  public func call(_ command: ControlCommand) throws -> ControlResult {
    var last: ControlResult?
    try stream(command) { last = $0 }
    guard let last else { throw ControlClientError(.protocolError, "an answer without content") }
    return last
  }

  /// Sends a command and hands over every answer until the last.
  public func stream(
    _ command: ControlCommand, _ handle: (ControlResult) throws -> Void
  ) throws {
    let request = ControlRequest(id: nextID, command: command)
    nextID += 1
    try write(try Frame.encode(request, bytesMax: ControlLimits.frameBytesMax))
    while true {
      let response = try Frame.decode(ControlResponse.self, from: try nextFrame())
      guard response.id == request.id || response.id == 0 else { continue }
      if let error = response.error { throw error }
      if let result = response.result { try handle(result) }
      if response.isLast { return }
    }
  }

  private func nextFrame() throws -> [UInt8] {
    while true {
      if let frame = try decoder.next() { return frame }
      var buffer = [UInt8](repeating: 0, count: 64 * 1024)
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        throw ControlClientError(.disconnected, "the device closed the connection")
      }
      decoder.append(buffer[..<count])
    }
  }

  private func write(_ bytes: [UInt8]) throws(ControlClientError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        throw ControlClientError(.disconnected, "the device closed the connection")
      }
      sent += count
    }
  }
}

/// Bounds of the control socket.
public enum ControlLimits {
  /// Bytes of one request or answer.
  public static let frameBytesMax = 8 * 1024 * 1024
  /// Bytes waiting for a client that does not read. Beyond: disconnected.
  public static let queuedBytesMax = 32 * 1024 * 1024
  /// Connections at one time. Beyond: refused at once.
  public static let connectionsMax = 64
  /// Characters of a locale identifier. Beyond: refused.
  public static let localeLengthMax = 128
  /// Seconds for which an app is waited for that is to describe its screen. Beyond: `timedOut`.
  public static let screenSecondsMax = 5
  /// Cards of the app switcher that are told, the latest ones. Beyond: left out.
  public static let switcherCardsMax = 8
  /// Steps of a story. Beyond: refused.
  public static let storyStepsMax = 10_000
  /// Places of a route. Beyond: refused.
  public static let placesMax = 10_000
  /// The longest time that may be waited for at once, in nanoseconds: 100 years.
  public static let waitNanosecondsMax: Int64 = 100 * 366 * 86_400 * 1_000_000_000
  /// Entries that `log` tells of what has been, in as many answers as it takes. Beyond, or beyond
  /// half of ``queuedBytesMax``: the oldest are left out.
  public static let entriesMax = 10_000
}

/// Why a device can't be talked to.
public struct ControlClientError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable { case notBooted, system, disconnected, protocolError }

  public let code: Code
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}

/// Calls `body` with the address of a Unix socket; nil when the path does not fit.
public func withSocketAddress<Result>(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result? {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let bytes = Array(path.utf8)
  guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
