import Dispatch
import Foundation

/// As many events as are asked for, and no output: what benchmarks time from outside.
///
/// `rate NAME COUNT [SECONDS]`: what waits does so for so many seconds. With 0 the same events come one
/// after another as fast as they can, which is what real time is compared by.
enum Rates {
  static let parts: [String: @Sendable ([String]) -> Void] = [
    "rate": { arguments in
      guard (2...3).contains(arguments.count), let count = Int(arguments[1]),
        let run = rates[arguments[0]],
        let seconds = arguments.count == 3 ? Double(arguments[2]) : 60
      else {
        print("virtual-time-probe rate:", rates.keys.sorted().joined(separator: " "))
        exit(64)
      }
      if count > 0 { run(count, seconds) }
    }
  ]

  /// What repeats cannot do so without an interval; one that has passed before anybody looks is as good.
  private static let shortestInterval = 1e-9

  private static let rates: [String: @Sendable (Int, Double) -> Void] = [
    "timer": { count, seconds in
      let fires = Counter()
      let timer = Timer(timeInterval: max(seconds, shortestInterval), repeats: true) { _ in
        if fires.increment() == count { exit(0) }
      }
      RunLoop.main.add(timer, forMode: .default)
      RunLoop.main.run()
    },
    "source-timer": { count, seconds in
      let fires = Counter()
      let done = DispatchSemaphore(value: 0)
      let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
      source.schedule(deadline: .now() + seconds, repeating: max(seconds, shortestInterval))
      source.setEventHandler { if fires.increment() == count { done.signal() } }
      source.resume()
      done.wait()
      source.cancel()
    },
    "after-global": { count, seconds in
      chain(count) { DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: $0) }
    },
    "after-main": { count, seconds in
      chain(count) { DispatchQueue.main.asyncAfter(deadline: .now() + seconds, execute: $0) }
    },
    "async-global": { count, _ in chain(count) { DispatchQueue.global().async(execute: $0) } },
    "async-main": { count, _ in chain(count) { DispatchQueue.main.async(execute: $0) } },
    "queue-ping-pong": { count, _ in
      chain(count) { block in
        DispatchQueue.global().async { DispatchQueue.main.async(execute: block) }
      }
    },
    "task-sleep": { count, seconds in
      Concurrency.run { for _ in 0..<count { try? await Task.sleep(for: .seconds(seconds)) } }
    },
    "actor-hops": { count, _ in
      Concurrency.run {
        let actor = Hopper()
        await Task { @MainActor in for _ in 0..<count { await actor.hop() } }.value
      }
    },
    "semaphore-ping-pong": { count, _ in
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
    "json": { count, _ in
      for number in 0..<count {
        let visit = Visit(number: number, place: "Berlin", points: [1, 2.5, -3])
        guard let data = try? JSONEncoder().encode(visit),
          let read = try? JSONDecoder().decode(Visit.self, from: data), read == visit
        else { exit(1) }
      }
    },
  ]

  private struct Visit: Codable, Equatable {
    var number: Int
    var place: String
    var points: [Double]
  }

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
