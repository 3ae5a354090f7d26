import Foundation
import Glibc
import Testing

@testable import device_explorer

/// The same seed is the same run, whatever happens in it.
@Suite(.serialized)
struct DeterminismTests {
  private let work = "/tmp/grx-" + String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 16)

  private func withBundles(_ body: () throws -> Void) throws {
    defer { try? FileManager.default.removeItem(atPath: work) }
    try Bundles.makeAll(in: work + "/bundles")
    try body()
  }

  private func play(_ story: SeededStory) throws -> Run {
    let run = try Run(story, at: work + "/job0/Device", bundles: work + "/bundles", secondsMax: 120)
    #expect(run.violations == [], "seed \(story.seed)")
    return run
  }

  @Test("A day of 20 apps, calls, kills, crashes and 32 threads is the same in each run of a seed")
  func sameSeed() throws {
    try withBundles {
      let runs = try (0..<3).map { _ in try play(SeededStory(chaos: 4, days: 1)) }
      #expect(Set(runs.map(\.trace)).count == 1)
      #expect(Set(runs.map(\.journal)).count == 1)
      #expect(runs[0].events > 1_000)
    }
  }

  @Test("Another seed is another run")
  func otherSeeds() throws {
    try withBundles {
      let runs = try (0..<5).map { try play(SeededStory(chaos: $0, days: 1)) }
      #expect(Set(runs.map(\.trace)).count == 5)
    }
  }

  @Test("The same story is another run under another seed of the device")
  func otherInterleaving() throws {
    try withBundles {
      var story = SeededStory(chaos: 1, days: 1)
      let first = try play(story)
      story.seed = 2
      #expect(try play(story).trace != first.trace)
    }
  }
}
