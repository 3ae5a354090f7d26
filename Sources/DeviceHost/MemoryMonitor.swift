import Dispatch
import Foundation
import Multitasking
import ProcessControl

/// Listens to the kernel's memory pressure (PSI) and tells of it on the main queue.
///
/// Two thresholds, each with a thread that sleeps in the kernel: a stall of 150 ms within 2 s is a
/// warning, one of 1 s is critical. Where the kernel has no PSI, the journal says so once.
@MainActor
final class MemoryMonitor {
  private var watches: [PressureWatch] = []

  init(
    note: @escaping @MainActor (String) -> Void,
    onPressure: @escaping @MainActor (MemoryPressure) -> Void
  ) {
    let levels: [(Duration, MemoryPressure)] = [
      (.milliseconds(150), .warning), (.seconds(1), .critical),
    ]
    for (stall, pressure) in levels {
      do {
        let watch = try PressureWatch(stall: stall, window: .seconds(2))
        watches.append(watch)
        MemoryMonitor.wait(
          for: watch,
          onFailure: { error in
            DispatchQueue.main.async {
              MainActor.assumeIsolated {
                note("memory pressure (\(pressure.rawValue)) is not watched any more: \(error)")
              }
            }
          },
          {
            DispatchQueue.main.async { MainActor.assumeIsolated { onPressure(pressure) } }
          })
      } catch {
        note("memory pressure is not watched: \(error)")
        return
      }
    }
  }

  deinit { for watch in watches { watch.end() } }

  private nonisolated static func wait(
    for watch: PressureWatch, onFailure: @escaping @Sendable (ProcessError) -> Void,
    _ body: @escaping @Sendable () -> Void
  ) {
    let thread = Thread {
      do throws(ProcessError) {
        while case .stalled = try watch.wait() { body() }
      } catch {
        onFailure(error)
      }
    }
    thread.name = "memory pressure"
    thread.stackSize = 128 * 1024
    thread.start()
  }
}
