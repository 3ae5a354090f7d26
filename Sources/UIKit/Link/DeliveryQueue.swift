import AppLink
import Foundation
import Synchronization

/// Brings deliveries from the reading thread to the main thread, in order, one per turn of the
/// main run loop.
///
/// They are run-loop blocks and not jobs of the main queue: an app that runs a nested run loop
/// inside a delegate method still sees its own main queue served there, as on iOS.
final class DeliveryQueue: Sendable {
  private let waiting = Mutex<[Delivery]>([])
  private let handle: @MainActor @Sendable (Delivery) -> Void
  /// A delivery that arrives while a delegate method runs a nested run loop waits for its turn.
  @MainActor private var isHandling = false

  init(handle: @escaping @MainActor @Sendable (Delivery) -> Void) {
    self.handle = handle
  }

  func append(_ delivery: Delivery) {
    waiting.withLock { $0.append(delivery) }
    schedule()
  }

  private func schedule() {
    MainRunLoop.perform { self.handleNext() }
  }

  @MainActor
  private func handleNext() {
    guard !isHandling else { return }
    guard let delivery = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
    isHandling = true
    handle(delivery)
    isHandling = false
    if waiting.withLock({ !$0.isEmpty }) { schedule() }
  }
}

/// The main run loop, as far as this module uses it.
@_spi(InProcessDevice)
public enum MainRunLoop {
  /// Runs `work` on the main thread in a later turn, also inside nested run loops.
  public static func perform(_ work: @escaping @MainActor @Sendable () -> Void) {
    RunLoop.main.perform(inModes: [.common]) { MainActor.assumeIsolated(work) }
    // corelibs' `perform` queues the block without waking a run loop that sleeps.
    DispatchQueue.main.async {}
  }

  /// Serves timers, the main queue and the main actor for the rest of the process.
  @MainActor
  public static func runForever() -> Never {
    while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }
}
