import DeviceHost
import Dispatch
import Glibc

/// SIGTERM and SIGINT, none of which is lost from the moment on at which somebody listens.
///
/// Dispatch's own signal sources want the signals to be ignored, and an ignored signal is lost that
/// comes before the source is at work or `dispatchMain()` has begun.
enum EndSignals {
  /// Calls `body` on the main queue for each signal.
  @MainActor
  static func listen(_ body: @escaping @MainActor () -> Void) throws -> any DispatchSourceRead {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw DeviceError(.system, "pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let reading = ends[0]
    writingEnd = ends[1]
    for number in [SIGTERM, SIGINT] { signal(number, tellOfSignal) }
    let source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: .main)
    source.setEventHandler {
      MainActor.assumeIsolated {
        var bytes = [UInt8](repeating: 0, count: 64)
        if read(reading, &bytes, bytes.count) > 0 { body() }
      }
    }
    source.resume()
    return source
  }
}

/// Written once, before the handlers that read it are in place.
private nonisolated(unsafe) var writingEnd: CInt = -1

/// Runs on whatever thread the signal has interrupted: on no actor.
private func tellOfSignal(_ number: CInt) {
  let error = errno
  var byte: UInt8 = 0
  _ = write(writingEnd, &byte, 1)
  errno = error
}
