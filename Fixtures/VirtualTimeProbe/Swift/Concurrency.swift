import Foundation
import Synchronization

/// Swift concurrency's ways to wait.
enum Concurrency {
  static let parts: [String: @Sendable ([String]) -> Void] = [
    "task-sleep": { _ in run(taskSleep) },
    "actors": { _ in run(actors) },
    "streams-of-values": { _ in run(streams) },
    "mutex-of-swift": { _ in swiftMutex() },
  ]

  /// Runs until the end of a task, with the main thread waiting as in an asynchronous `main`.
  static func run(_ body: @escaping @Sendable () async -> Void) {
    Task {
      await body()
      exit(0)
    }
    dispatchMain()
  }

  @Sendable private static func taskSleep() async {
    let clock = ContinuousClock()
    let start = clock.now
    try? await Task.sleep(for: .seconds(86_400))
    tell("a day")
    try? await Task.sleep(nanoseconds: 1)
    tell("a nanosecond")
    try? await Task.sleep(until: .now + .seconds(10), clock: .suspending)
    tell("suspending")
    try? await Task.sleep(until: clock.now + .seconds(10), tolerance: .seconds(1), clock: clock)
    tell("continuous \(clock.now - start >= .seconds(86_420))")
    let sleeper = Task { try await Task.sleep(for: .seconds(1_000_000)) }
    try? await Task.sleep(for: .seconds(5))
    sleeper.cancel()
    tell("cancelled \((try? await sleeper.value) == nil)")
    await Task { @MainActor in
      try? await Task.sleep(for: .seconds(1))
      tell("main: \(Thread.isMainThread)")
    }.value
  }

  private actor Account {
    var balance = 0
    func add(_ amount: Int) async {
      let before = balance
      await Task.yield()
      balance = before + amount
    }
  }

  @Sendable private static func actors() async {
    let account = Account()
    await withTaskGroup(of: Void.self) { group in
      for amount in 1...20 {
        group.addTask {
          try? await Task.sleep(for: .milliseconds(amount % 3))
          await account.add(amount)
        }
      }
    }
    // What it is depends on the seed: an actor lets others in at each `await`.
    tell("balance \(await account.balance)")
  }

  @Sendable private static func streams() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    Task {
      for number in 1...3 {
        try? await Task.sleep(for: .seconds(20))
        continuation.yield(number)
      }
      continuation.finish()
    }
    for await number in stream { tell("number \(number)") }
    async let slow: Void? = try? Task.sleep(for: .seconds(5))
    async let slower: Void? = try? Task.sleep(for: .seconds(6))
    _ = await (slow, slower)
    tell("both")
  }

  /// `Mutex` is a futex with priority inheritance.
  private static func swiftMutex() {
    let mutex = Mutex(0)
    let shared = Shared(mutex)
    Thread.detachNewThread {
      shared.mutex.withLock { _ in Thread.sleep(forTimeInterval: 3) }
    }
    Thread.sleep(forTimeInterval: 1)
    tell("at once: \(shared.mutex.withLockIfAvailable { _ in true } ?? false)")
    shared.mutex.withLock { _ in tell("locked") }
  }

  private final class Shared: Sendable {
    let mutex: Mutex<Int>
    init(_ mutex: consuming Mutex<Int>) { self.mutex = mutex }
  }
}
