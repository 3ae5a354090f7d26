import Dispatch
import Foundation

/// As many events as are asked for, and no output: what benchmarks time from outside.
enum Rates {
  static let parts: [String: @Sendable ([String]) -> Void] = [
    "rate": { arguments in
      guard arguments.count == 2, let count = Int(arguments[1]), let run = rates[arguments[0]]
      else {
        print("virtual-time-probe rate:", rates.keys.sorted().joined(separator: " "))
        exit(64)
      }
      if count > 0 { run(count) }
    }
  ]

  private static let rates: [String: @Sendable (Int) -> Void] = [
    "timer": { count in
      let fires = Counter()
      let timer = Timer(timeInterval: 1, repeats: true) { _ in
        if fires.increment() == count { exit(0) }
      }
      RunLoop.main.add(timer, forMode: .default)
      RunLoop.main.run()
    },
    "source-timer": { count in
      let fires = Counter()
      let done = DispatchSemaphore(value: 0)
      let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
      source.schedule(deadline: .now() + 1, repeating: 1)
      source.setEventHandler { if fires.increment() == count { done.signal() } }
      source.resume()
      done.wait()
      source.cancel()
    },
    "after-global": { count in
      chain(count) { DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: $0) }
    },
    "after-main": { count in
      chain(count) { DispatchQueue.main.asyncAfter(deadline: .now() + 60, execute: $0) }
    },
    "async-main": { count in chain(count) { DispatchQueue.main.async(execute: $0) } },
    "queue-ping-pong": { count in
      chain(count) { block in
        DispatchQueue.global().async { DispatchQueue.main.async(execute: block) }
      }
    },
    "task-sleep": { count in
      Concurrency.run { for _ in 0..<count { try? await Task.sleep(for: .seconds(60)) } }
    },
    "actor-hops": { count in
      Concurrency.run {
        let actor = Hopper()
        await Task { @MainActor in for _ in 0..<count { await actor.hop() } }.value
      }
    },
    "semaphore-ping-pong": { count in
      let ping = DispatchSemaphore(value: 0)
      let pong = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        for _ in 0..<count {
          ping.wait()
          pong.signal()
        }
      }
      for _ in 0..<count {
        ping.signal()
        pong.wait()
      }
    },
  ]

  private actor Hopper {
    private var hops = 0
    func hop() { hops += 1 }
  }

  /// One after another, until as many have run.
  private static func chain(
    _ count: Int, _ next: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    let rest = Counter()
    @Sendable func link() {
      if rest.increment() == count { exit(0) }
      next(link)
    }
    next(link)
    dispatchMain()
  }
}
