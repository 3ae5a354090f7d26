import AppLink
import CLinux
import Dispatch
import Glibc
import MediaLink
import ProcessControl

/// The service's end of the socket to its device.
@MainActor
final class MediaServiceLink {
  private let descriptor: CInt
  private var decoder = FrameDecoder(bytesMax: MediaLimits.frameBytesMax)
  private var descriptors: [OwnedDescriptor] = []
  private var reading: (any DispatchSourceRead)?

  var onRequest: (MediaRequest, OwnedDescriptor?) -> Void = { _, _ in }
  /// The device is gone.
  var onEnd: () -> Void = {}

  init(descriptor: CInt) throws(MediaFailure) {
    guard fcntl(descriptor, F_GETFD) >= 0 else {
      throw MediaFailure(
        .system, "descriptor \(descriptor) is not open: a device starts this program; see --help")
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = greenroom_set_nonblocking(descriptor, false)
    self.descriptor = descriptor
  }

  func start() {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readable() } }
    reading = source
    source.resume()
  }

  func send(_ report: MediaReport) {
    guard let frame = try? Frame.encode(report, bytesMax: MediaLimits.frameBytesMax) else {
      return
    }
    var rest = frame[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return onEnd() }
      rest = rest.dropFirst(count)
    }
  }

  private func readable() {
    var buffer = [UInt8](repeating: 0, count: 64 * 1_024)
    var passed: CInt = -1
    let count = greenroom_receive(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT), &passed)
    if passed >= 0 { descriptors.append(OwnedDescriptor(owning: passed)) }
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return }
    guard count > 0 else { return onEnd() }
    decoder.append(buffer[..<count])
    do {
      while let frame = try decoder.next() {
        let request = try Frame.decode(MediaRequest.self, from: frame)
        var descriptor: OwnedDescriptor?
        if case .load = request.demand, !descriptors.isEmpty {
          descriptor = descriptors.removeFirst()
        }
        onRequest(request, descriptor)
      }
    } catch {
      complain("its device says what is no request: \(error)")
      onEnd()
    }
  }
}
