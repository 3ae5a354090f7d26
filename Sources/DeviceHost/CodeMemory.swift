import CLinux
import Dispatch

/// Keeps the code of a device that has nothing to do out of its memory.
///
/// What a device runs at its boot and at each request is spread over 20 MB of code. All of it would
/// stay mapped for as long as the device lives. After some seconds without use it is unmapped; the
/// kernel keeps it in its page cache, from where the next request takes what it needs.
@MainActor
final class CodeMemory {
  static let idleSeconds = 10

  private var isWaiting = false
  private var wasUsed = false

  /// The device has something to do.
  func use() {
    wasUsed = true
    if !isWaiting { wait() }
  }

  /// One timer for all uses within its time: a busy device sets none for each of them.
  private func wait() {
    isWaiting = true
    wasUsed = false
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(CodeMemory.idleSeconds)) {
      MainActor.assumeIsolated {
        self.isWaiting = false
        if self.wasUsed { self.wait() } else { greenroom_unmap_code() }
      }
    }
  }
}
