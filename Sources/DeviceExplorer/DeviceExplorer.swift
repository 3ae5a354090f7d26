import ArgumentParser
import Foundation
import Glibc
import Multitasking
import Synchronization

/// Plays stories that chance has written on virtual devices, with faults.
@main
struct DeviceExplorer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device-explorer",
    abstract: "Plays random stories with faults on virtual devices, and checks everything.",
    discussion: """
      Each seed is a story: apps that misbehave, a person, crashes of apps and of the daemon. The \
      same seed is the same story and the same run. Ends with 1 and the seeds that went wrong, \
      whose stories and journals are kept, or with 0.
      """)

  @Option(help: ArgumentHelp("The seeds.", valueName: "first..<end"))
  var seeds = SeedRange(0..<100)

  @Option(help: "Stories that are played at the same time.")
  var jobs = 2

  @Option(help: "Ends after as many minutes, whatever is left.")
  var minutes: Double?

  @Option(help: ArgumentHelp("Only this seed, and say more.", valueName: "seed"))
  var replay: UInt64?

  @Option(help: "Where stories that went wrong are kept.")
  var keep = "device-explorer-failures"

  @Flag(help: "Seeds that went wrong once; `make test` plays them.")
  var known = false

  @Flag(help: "Five days with twenty apps for each seed, the same in each run.")
  var chaos = false

  @Option(help: "How often each seed is played; every run has to be the same.")
  var runs = 1

  func run() throws {
    let exploration = try Exploration(
      seeds: replay.map { [$0] } ?? (known ? KnownSeeds.all : Array(seeds.range)), runs: runs,
      keep: keep, story: { chaos ? SeededStory(chaos: $0) : SeededStory(seed: $0) },
      flags: chaos ? "--chaos " : "")
    let isWell = exploration.run(
      jobs: replay == nil ? jobs : 1, seconds: minutes.map { $0 * 60 } ?? .infinity,
      keepsAll: replay != nil)
    if !isWell { throw ExitCode(1) }
  }
}

/// `0..<100`.
struct SeedRange: ExpressibleByArgument {
  var range: Range<UInt64>

  init(_ range: Range<UInt64>) { self.range = range }

  init?(argument: String) {
    let parts = argument.components(separatedBy: "..<").map { UInt64($0) }
    guard parts.count == 2, let first = parts[0], let end = parts[1], first < end else {
      return nil
    }
    range = first..<end
  }

  var defaultValueDescription: String { "\(range.lowerBound)..<\(range.upperBound)" }
}
