import AppLink
import CUIKit
import Foundation
import Synchronization

/// The app's end of the socket to its device.
///
/// Reads on a thread of its own, so that a main thread that is stuck neither loses messages nor
/// outlives its device; writes from any thread, one frame at a time.
final class DeviceLink: Sendable {
  private let descriptor: Int32
  private let writing = Mutex<Void>(())

  /// The link that the device left for this process.
  ///
  /// - Throws: ``LinkFailure`` with code `noDevice` when there is none, `lost` when it's unusable.
  static func inherited() throws(LinkFailure) -> DeviceLink {
    let key = LinkLimits.EnvironmentKey.link
    guard let value = ProcessInfo.processInfo.environment[key] else {
      throw .notStartedByDevice
    }
    guard let descriptor = Int32(value), descriptor >= 0 else {
      throw .lost("\(key)=\(value) is no descriptor")
    }
    return try DeviceLink(descriptor: descriptor)
  }

  private init(descriptor: Int32) throws(LinkFailure) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0 else { throw .lost("descriptor \(descriptor) is not open") }
    // Waiting is wanted here, whatever the descriptor was used for before.
    _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
    // Programs that the app starts must not keep the link open after it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.descriptor = descriptor
  }

  /// Sends `message`, waiting for room if need be.
  ///
  /// A link that does not take it is lost, and the process ends.
  ///
  /// - Parameter passed: A descriptor that goes along with the message, and stays the caller's.
  func send(_ message: AppMessage, descriptor passed: CInt? = nil) {
    do {
      let frame = try Frame.encode(message)
      try writing.withLock { _ throws(LinkFailure) in try write(frame, passed) }
    } catch let error as FrameError {
      ProcessEnd.report("UIKit: a message to the device was not sent: \(error.message)")
    } catch {
      ProcessEnd.fail((error as? LinkFailure) ?? .lost("\(error)"))
    }
  }

  /// Reads until the link ends, which ends the process.
  func startReading(_ receive: @escaping @Sendable (Delivery) -> Void) {
    let thread = Thread { [self] in
      do throws(LinkFailure) {
        try read(receive)
      } catch {
        // A device may close the link as soon as it has the answer to `willTerminate`.
        if !ProcessEnd.isUnderWay { ProcessEnd.fail(error) }
      }
    }
    thread.name = "greenroom.link"
    thread.start()
  }

  private func write(_ frame: [UInt8], _ passed: CInt?) throws(LinkFailure) {
    var sent = 0
    if let passed { sent = try pass(passed, with: frame) }
    while sent < frame.count {
      // MSG_NOSIGNAL: a device that has gone is an error to report, not a SIGPIPE.
      let count = frame.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress! + sent, frame.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno != EINTR {
        throw .lost(String(cString: strerror(errno)))
      }
    }
  }

  /// Sends the beginning of a frame, and a descriptor with it.
  ///
  /// - Returns: how many bytes.
  private func pass(_ passed: CInt, with frame: [UInt8]) throws(LinkFailure) -> Int {
    while true {
      let count = frame.withUnsafeBytes {
        cuikit_send_descriptor(descriptor, $0.baseAddress!, $0.count, passed)
      }
      if count > 0 { return count }
      if errno != EINTR { throw .lost(String(cString: strerror(errno))) }
    }
  }

  private func read(_ receive: (Delivery) -> Void) throws(LinkFailure) -> Never {
    var decoder = FrameDecoder()
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { throw .lost("it was closed") }
      if count < 0 {
        if errno == EINTR { continue }
        throw .lost(String(cString: strerror(errno)))
      }
      decoder.append(buffer[..<count])
      do throws(FrameError) {
        while let payload = try decoder.next() {
          receive(try Frame.decode(Delivery.self, from: payload))
        }
      } catch {
        throw .misunderstood(error.message)
      }
    }
  }
}
