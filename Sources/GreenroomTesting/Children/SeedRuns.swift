import Dispatch
import Foundation
import Synchronization

/// The runs of one test over its seeds.
package enum SeedRuns {
  package struct Outcome: Sendable {
    package var seed: UInt64
    package var problems: [Child.Problem]
  }

  /// All tests of the process share these threads: as many runs at a time as there are processors.
  private static let threads: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = RunnerOptions.width
    return queue
  }()

  package static func run(_ child: Child, seeds: [UInt64]) async -> [Outcome] {
    await withTaskGroup(of: Outcome.self) { group in
      for seed in seeds {
        group.addTask {
          await withCheckedContinuation { continuation in
            threads.addOperation {
              continuation.resume(
                returning: Outcome(seed: seed, problems: child.run(seed: seed)))
            }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.seed < $1.seed }
    }
  }

  /// For those who can't wait asynchronously.
  package static func runBlocking(_ child: Child, seeds: [UInt64]) -> [Outcome] {
    let group = DispatchGroup()
    let outcomes = Outcomes()
    for seed in seeds {
      group.enter()
      threads.addOperation {
        outcomes.add(Outcome(seed: seed, problems: child.run(seed: seed)))
        group.leave()
      }
    }
    group.wait()
    return outcomes.sorted
  }

  /// The problems of the first seed that fails, and which other seeds fail.
  package static func problems(of outcomes: [Outcome]) -> [Child.Problem] {
    let failed = outcomes.filter { !$0.problems.isEmpty }
    guard let first = failed.first else { return [] }
    guard outcomes.count > 1 else { return first.problems }
    let shown = failed.prefix(10).map { String($0.seed) }.joined(separator: ", ")
    let more = failed.count > 10 ? " and more" : ""
    let summary = Child.Problem(
      message: "\(failed.count) of \(outcomes.count) seeds fail: \(shown)\(more)")
    return first.problems + [summary]
  }
}

private final class Outcomes: Sendable {
  private let outcomes = Mutex<[SeedRuns.Outcome]>([])

  func add(_ outcome: SeedRuns.Outcome) { outcomes.withLock { $0.append(outcome) } }

  var sorted: [SeedRuns.Outcome] {
    outcomes.withLock { $0.sorted { $0.seed < $1.seed } }
  }
}
