import Foundation
import Testing

/// The same seed, the same run: to the last byte.
@Suite struct DeterminismTests {
  /// How many runs are compared; `GREENROOM_RUNS=100` for the whole proof.
  private let runs =
    ProcessInfo.processInfo.environment["GREENROOM_RUNS"].flatMap { Int($0) } ?? 10

  @Test(arguments: ["0", "100", "300"])
  func `Chaos of five days is the same in every run of a seed`(preemption: String) throws {
    let environment = ["VIRTUAL_TIME_PREEMPTION": preemption]
    let first = try ProbeRun("chaos", seed: "42", environment: environment)
    #expect(first.code == 0, "\(first.errors)")
    #expect(first.errors.contains("virtual time: 432002.000000 s"), "\(first.errors)")
    _ = try #require(first.trace)
    for _ in 1..<max(2, preemption == "100" ? runs : runs / 3) {
      let again = try ProbeRun("chaos", seed: "42", environment: environment)
      #expect(again.trace == first.trace)
      #expect(again.output == first.output)
    }
  }

  @Test func `Chaos of five days is another one for every seed`() throws {
    let traces = try (1...runs).map { try ProbeRun("chaos", seed: "\($0)").trace }
    #expect(Set(traces).count == runs)
    #expect(!traces.contains(nil))
  }

  @Test func `A slow reader outside has no influence`() throws {
    let command =
      "VIRTUAL_TIME_SEED=42 LD_PRELOAD=\(ProbeRun.library) \(ProbeRun.probe) chaos | (sleep 0.3; cat)"
    let piped = try ProbeRun(
      "-c", command, program: "/bin/sh", seed: nil, environment: ["LD_PRELOAD": ""])
    let first = try ProbeRun("chaos", seed: "42")
    #expect(piped.output == first.output)
    #expect(piped.trace == first.trace)
  }

  @Test func `Preemption makes other runs of the same seed possible`() throws {
    let without = try ProbeRun("actors", seed: "5")
    let with = try ProbeRun("actors", seed: "5", environment: ["VIRTUAL_TIME_PREEMPTION": "200"])
    #expect(with.code == 0)
    #expect(without.trace != with.trace)
  }

  /// What of the probe's random values differs from seed to seed, line by line.
  @Test func `Randomness, hashes and addresses are the seed's`() throws {
    let first = try ProbeRun("random", seed: "1")
    #expect(first.code == 0)
    for _ in 1...5 { #expect(try ProbeRun("random", seed: "1").output == first.output) }
    let other = try ProbeRun("random", seed: "2")
    for (line, otherLine) in zip(first.lines, other.lines) {
      let word = line.prefix { $0 != " " }
      // Orders of sets come from hashes and addresses, which are the same whatever the seed.
      if ["set", "dictionary", "addresses", "temporary"].contains(word) { continue }
      #expect(line != otherLine, "\(word)")
    }
  }

  @Test func `Every machine has six processors`() throws {
    let lines = try ProbeRun("processors").lines
    #expect(
      lines.filter { $0.hasPrefix("all") || $0.hasPrefix("sysconf") } == ["all 6", "sysconf 6"])
  }

  @Test func `Without a seed the program runs in real time`() throws {
    let run = try ProbeRun("mutex", seed: nil)
    #expect(run.code == 0)
    #expect(run.seconds > 2.9)
    #expect(run.errors == "")
  }
}
