#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Length-prefixed frames: how messages travel on a stream socket.
///
/// A frame is a 4-byte big-endian length followed by that many bytes: UTF-8 JSON, or on an app's
/// link the short form of a small message.
///
/// ```swift
/// var decoder = FrameDecoder(bytesMax: LinkLimits.frameBytesMax)
/// decoder.append(bytesFromTheSocket)
/// while let payload = try decoder.next() { handle(try Frame.decode(Delivery.self, from: payload)) }
/// ```
public enum Frame {
  /// The length field.
  public static let headerBytes = 4

  /// Encodes `value` as one frame, header included.
  ///
  /// - Throws: ``FrameError`` with code `tooLarge` when the payload exceeds `bytesMax`,
  ///   `malformed` when `value` can't be encoded.
  public static func encode(
    _ value: some Encodable, bytesMax: Int = LinkLimits.frameBytesMax
  ) throws(FrameError) -> [UInt8] {
    let payload: Data
    do {
      payload = try JSONEncoder().encode(value)
    } catch {
      throw FrameError(.malformed, "\(type(of: value)) can't be encoded: \(error)")
    }
    guard payload.count <= bytesMax else {
      throw FrameError(.tooLarge, "a frame of \(payload.count) bytes exceeds \(bytesMax)")
    }
    return frame(payload)
  }

  /// A frame around bytes that are a message already.
  public static func wrap(_ payload: [UInt8]) -> [UInt8] { frame(payload) }

  static func frame(_ payload: some Collection<UInt8>) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(headerBytes + payload.count)
    withUnsafeBytes(of: UInt32(payload.count).bigEndian) { frame.append(contentsOf: $0) }
    frame.append(contentsOf: payload)
    return frame
  }

  /// Decodes the payload of one frame.
  ///
  /// - Throws: ``FrameError`` with code `malformed` when the bytes are not such a value.
  public static func decode<Value: Decodable>(
    _ type: Value.Type, from payload: [UInt8]
  ) throws(FrameError) -> Value {
    try decodeJSON(type, from: payload)
  }

  static func decodeJSON<Value: Decodable>(
    _ type: Value.Type, from payload: [UInt8]
  ) throws(FrameError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(payload))
    } catch {
      throw FrameError(.malformed, "not a \(type): \(error)")
    }
  }
}

/// What can be wrong with a frame.
public struct FrameError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable, Codable {
    /// The length field, or the value to be sent, exceeds the limit.
    case tooLarge
    /// The payload is not the JSON that was expected.
    case malformed
  }

  public let code: Code
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}

/// Cuts a byte stream into frames.
///
/// Keeps no more than one incomplete frame; a length field beyond `bytesMax` is an error at once,
/// before any memory is set aside for it.
public struct FrameDecoder: Sendable {
  private var buffer: [UInt8] = []
  private var start = 0
  private let bytesMax: Int

  public init(bytesMax: Int = LinkLimits.frameBytesMax) { self.bytesMax = bytesMax }

  /// How many bytes wait for the rest of their frame.
  public var bufferedBytes: Int { buffer.count - start }

  public mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The payload of the next complete frame, or nil when more bytes are needed.
  ///
  /// - Throws: ``FrameError`` with code `tooLarge`. The stream is unusable afterwards.
  public mutating func next() throws(FrameError) -> [UInt8]? {
    guard bufferedBytes >= Frame.headerBytes else { return nil }
    let length = buffer[start..<start + Frame.headerBytes].reduce(0) { $0 << 8 | Int($1) }
    guard length <= bytesMax else {
      throw FrameError(.tooLarge, "a frame of \(length) bytes exceeds \(bytesMax)")
    }
    let end = start + Frame.headerBytes + length
    guard buffer.count >= end else { return nil }
    defer { start = end }
    return Array(buffer[start + Frame.headerBytes..<end])
  }
}
