import Synchronization
import UIKit

/// The app that the benchmarks run on a device.
///
/// It notes when it comes to the foreground, and tells on a significant time change. With `--pairs` it
/// measures what a background task costs.
@main
final class TaskPairs: UIResponder, UIApplicationDelegate {
  private var foregroundTimes: [Int64] = []
  private var measuresPairs = CommandLine.arguments.contains("--pairs")

  func applicationDidBecomeActive(_ application: UIApplication) {
    guard measuresPairs else { return }
    report("foreground-pairs", TaskPairsMeasurement(application).measure())
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    guard measuresPairs else { return }
    measuresPairs = false
    let held = application.beginBackgroundTask(withName: "held") {}
    // Later: from the answer to this message on, the device hears of first and last tasks.
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) {
      self.report("background-pairs", TaskPairsMeasurement(application).measure())
      application.endBackgroundTask(held)
    }
  }

  func applicationWillEnterForeground(_ application: UIApplication) {
    foregroundTimes.append(Clock.now)
  }

  func applicationSignificantTimeChange(_ application: UIApplication) {
    report("foreground", foregroundTimes)
    foregroundTimes = []
    if measuresPairs { report("mutex-pairs", MutexPairs().measure()) }
  }

  private func report(_ word: String, _ numbers: [Int64]) {
    print(word, numbers.map(String.init).joined(separator: " "))
  }
}

enum Clock {
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// A thousand samples of nanoseconds per pair.
protocol PairMeasurement {
  func pair()
}

extension PairMeasurement {
  @inline(__always)
  func measure() -> [Int64] {
    let pairs = 200
    return (0..<1_000).map { _ in
      let start = Clock.now
      for _ in 0..<pairs { pair() }
      return (Clock.now - start) / Int64(pairs)
    }
  }
}

struct TaskPairsMeasurement: PairMeasurement {
  let application: UIApplication

  init(_ application: UIApplication) { self.application = application }

  func pair() {
    let task = application.beginBackgroundTask(withName: "pair") {}
    application.endBackgroundTask(task)
  }
}

/// The least that bookkeeping from any thread takes.
final class MutexPairs: PairMeasurement {
  private let entries = Mutex<(next: Int, tasks: [Int: @Sendable () -> Void])>((0, [:]))

  func pair() {
    let id = entries.withLock { entries in
      entries.next += 1
      entries.tasks[entries.next] = {}
      return entries.next
    }
    _ = entries.withLock { $0.tasks.removeValue(forKey: id) }
  }
}
