import Foundation

/// How many devices the tests boot at one time.
///
/// Most of a device's time is spent waiting, but two cores freeze, thaw and start everything.
actor Slots {
  static let shared = Slots(6)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func give() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// Runs code that blocks on a thread of its own, within the task of the test: expectations that
/// fail there belong to that test.
final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs a test that blocks, when a slot is free.
func inSlot<Result: Sendable>(
  _ body: @Sendable @escaping () throws -> Result
) async throws -> Result {
  await Slots.shared.take()
  let result = await withTaskExecutorPreference(BlockingExecutor.shared) {
    Swift.Result { try body() }
  }
  await Slots.shared.give()
  return try result.get()
}
