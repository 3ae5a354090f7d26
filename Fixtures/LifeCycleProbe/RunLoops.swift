import UIKit

/// `--tick SECONDS`: one line each time, from every way of waiting that an app has. None of them
/// may run while the app is frozen.
enum Ticker {
  @MainActor
  static func start(_ seconds: Double) {
    var count = 0
    _ = Timer.scheduledTimer(withTimeInterval: seconds, repeats: true) { _ in
      MainActor.assumeIsolated {
        count += 1
        Transcript.line("tick timer \(count)")
      }
    }
    Task { @MainActor in
      for number in 1... {
        try await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
        Transcript.line("tick task \(number)")
      }
    }
    tickQueue(seconds, 1)
  }

  @MainActor
  private static func tickQueue(_ seconds: Double, _ number: Int) {
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) {
      Transcript.line("tick queue \(number)")
      tickQueue(seconds, number + 1)
    }
  }
}

/// `--nested-run-loop`: waits inside a delegate method for something on the main queue.
@MainActor
enum NestedRunLoop {
  private static var isDone = false

  static func run() {
    DispatchQueue.main.async { isDone = true }
    while !isDone { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
    Transcript.line("nested run loop served the main queue")
  }
}
