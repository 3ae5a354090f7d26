import CLinux
import Dispatch
import Foundation
import Glibc
import ProcessControl

/// Notices that somebody has set the wall clock.
@MainActor
final class WallClockWatch {
  private let source: any DispatchSourceRead

  /// Nil where the kernel does not tell.
  init?(onSet: @escaping @MainActor () -> Void) {
    let descriptor = greenroom_clock_watch()
    guard descriptor >= 0 else { return nil }
    let watch = OwnedDescriptor(owning: descriptor)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    let source = source
    source.setCancelHandler { _ = watch }
    source.setEventHandler {
      MainActor.assumeIsolated {
        // One that can't be armed again would be readable for ever.
        if greenroom_clock_rearm(watch.rawValue) != 0 { source.cancel() }
        onSet()
      }
    }
    source.resume()
  }
}

/// Where the device is.
enum TimeZoneOffset {
  /// Seconds that local time is ahead of UTC.
  static func seconds(at secondsSince1970: Double) -> Int {
    TimeZone.autoupdatingCurrent.secondsFromGMT(for: Date(timeIntervalSince1970: secondsSince1970))
  }
}
