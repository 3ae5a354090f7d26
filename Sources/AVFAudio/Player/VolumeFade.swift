import Dispatch
import Synchronization
import UIKit

/// A volume on its way to another one.
///
/// Steps follow the clock, not each other: what a suspended app has missed is made up for at once.
final class VolumeFade: Sendable {
  /// Seconds between two steps.
  private static let interval = 0.05
  private static let queue = DispatchQueue(label: "com.apple.avfaudio.fades")

  private let core: PlayerCore
  private let start: Double
  private let target: Double
  private let duration: Double
  private let begin = MonotonicClock.nanoseconds
  /// Nil: it is over.
  private let timer: Mutex<(any DispatchSourceTimer)?>

  /// - Parameter duration: seconds.
  init(_ core: PlayerCore, to target: Double, duration: Double) {
    self.core = core
    self.target = target
    self.duration = duration
    start = core.settings.volume
    timer = Mutex(DispatchSource.makeTimerSource(queue: VolumeFade.queue))
    timer.withLock { timer in
      timer?.schedule(deadline: .now(), repeating: VolumeFade.interval)
      timer?.setEventHandler { [weak self] in self?.step() }
      timer?.resume()
    }
  }

  deinit { cancel() }

  private func step() {
    timer.withLock { timer in
      guard timer != nil else { return }
      let elapsed = Double(MonotonicClock.nanoseconds - begin) / 1e9
      let part = min(elapsed / duration, 1)
      core.change { $0.volume = start + (target - start) * part }
      guard part == 1 else { return }
      timer?.cancel()
      timer = nil
    }
  }

  /// No step comes after this.
  func cancel() {
    timer.withLock { timer in
      timer?.cancel()
      timer = nil
    }
  }
}
