import Foundation
import Synchronization
import Testing

@testable import BackgroundTasks

/// What the device hears of a task's progress (F42).
struct ProgressTests {
  private final class Told: Sendable {
    private let all = Mutex<[Int64]>([])

    func add(_ done: Int64) { all.withLock { $0.append(done) } }
    var values: [Int64] { all.withLock { $0 } }
  }

  private let queue = DispatchQueue(label: "progress")
  private let told = Told()

  private func progress() -> ReportingProgress {
    let told = told
    return ReportingProgress(ProgressReport(queue) { told.add($0) }, queue)
  }

  private func wait(for done: Int64) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while told.values.last != done {
      try #require(ContinuousClock.now < deadline, "told only \(told.values)")
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  @Test("The first change is told at once, those after it together")
  func coalesces() async throws {
    let progress = progress()
    progress.totalUnitCount = 10
    progress.completedUnitCount = 1
    #expect(told.values == [1_000])
    progress.completedUnitCount = 2
    progress.completedUnitCount = 7
    try await wait(for: 7_000)
    #expect(told.values == [1_000, 7_000])
  }

  @Test("The end tells what was not told, and nothing is told after it")
  func finishes() {
    let progress = progress()
    progress.totalUnitCount = 4
    progress.completedUnitCount = 1
    progress.completedUnitCount = 4
    progress.finish()
    progress.completedUnitCount = 2
    progress.finish()
    #expect(told.values == [2_500, 10_000])
  }

  @Test("The work of children counts")
  func children() async throws {
    let progress = progress()
    progress.totalUnitCount = 2
    let child = Progress(totalUnitCount: 10, parent: progress, pendingUnitCount: 1)
    child.completedUnitCount = 5
    try await wait(for: 2_500)
    progress.finish()
  }

  @Test("Counts that make no fraction are no news")
  func nonsense() {
    let progress = progress()
    progress.completedUnitCount = 5
    progress.totalUnitCount = -1
    progress.totalUnitCount = 0
    progress.finish()
    for done in told.values { #expect((0...ProgressReport.parts).contains(done)) }
  }
}
