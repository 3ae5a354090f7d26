import Foundation
import Glibc
import Multitasking
import Synchronization

/// Plays seeds, several at a time, and tells of it.
final class Exploration: Sendable {
  private struct State {
    var next = 0
    var played = 0
    var events = 0
    var nanoseconds: Int64 = 0
    var switches: UInt64 = 0
    var failures: [UInt64] = []
    var traces: Set<String> = []
  }

  private let seeds: [UInt64]
  private let runs: Int
  private let keep: String
  private let story: @Sendable (UInt64) -> SeededStory
  private let flags: String
  private let work: String
  private let state = Mutex(State())

  init(
    seeds: [UInt64], runs: Int, keep: String, story: @escaping @Sendable (UInt64) -> SeededStory,
    flags: String
  ) throws {
    (self.seeds, self.runs, self.keep, self.story, self.flags) = (seeds, runs, keep, story, flags)
    // As long for each process: apps see paths, and how long they are.
    let number = String(getpid())
    work =
      "/tmp/greenroom-explorer-" + String(repeating: "0", count: max(0, 8 - number.count)) + number
    try Bundles.makeAll(in: work + "/bundles")
  }

  /// True if nothing was wrong.
  func run(jobs: Int, seconds: Double, keepsAll: Bool) -> Bool {
    let began = ContinuousClock.now
    let group = DispatchGroup()
    for job in 0..<max(1, jobs) {
      group.enter()
      Thread.detachNewThread { [self] in
        while began.duration(to: .now) < .seconds(min(seconds, 1e8)), let seed = nextSeed() {
          play(seed, job, keepsAll)
        }
        group.leave()
      }
    }
    while group.wait(timeout: .now() + 1) == .timedOut { tell(progress(began)) }
    tell(progress(began))
    try? FileManager.default.removeItem(atPath: work)
    let failures = state.withLock { $0.failures.sorted() }
    if !failures.isEmpty { tell("went wrong: \(failures)") }
    return failures.isEmpty
  }

  private func nextSeed() -> UInt64? {
    state.withLock { state in
      guard state.next < seeds.count else { return nil }
      defer { state.next += 1 }
      return seeds[state.next]
    }
  }

  private func play(_ seed: UInt64, _ job: Int, _ keepsAll: Bool) {
    let story = story(seed)
    var first: Run?
    for number in 1...max(1, runs) {
      var result: Run
      do {
        result = try Run(
          story, at: "\(work)/job\(job % 10)/Device", bundles: work + "/bundles",
          secondsMax: flags.isEmpty ? VirtualDevice.secondsMax : 300)
      } catch {
        return fail(story, ["\(error)"], [])
      }
      if let first, first.journal != result.journal || first.trace != result.trace {
        result.violations.append("run \(number) differs from the first run")
        return fail(story, result.violations, [first.journal, result.journal])
      }
      if first == nil { first = result }
      state.withLock {
        $0.events += result.events
        $0.nanoseconds += result.nanoseconds
        $0.switches += result.switches
        $0.traces.insert(result.trace)
      }
      guard result.violations.isEmpty else {
        return fail(story, result.violations, [result.journal])
      }
    }
    if keepsAll { save(story, [first?.journal ?? Data()]) }
    state.withLock { $0.played += 1 }
  }

  private func fail(_ story: SeededStory, _ violations: [String], _ journals: [Data]) {
    state.withLock {
      $0.failures.append(story.seed)
      $0.played += 1
    }
    save(story, journals)
    tell(
      "seed \(story.seed): \(violations.first ?? "")"
        + (violations.count > 1 ? "\n  and \(violations.count - 1) more" : "")
        + "\n  story and journal: \(keep)/\(story.seed).*"
        + "\n  again: device-explorer \(flags)--replay \(story.seed)")
  }

  /// One file for each boot, and the journal of each run.
  private func save(_ story: SeededStory, _ journals: [Data]) {
    let files = FileManager.default
    try? files.createDirectory(atPath: keep, withIntermediateDirectories: true)
    for (index, boot) in story.boots.enumerated() {
      var text = "# seed \(story.seed), boot \(index + 1), preemption \(story.preemption)\n"
      if let end = boot.endsAfterEffects { text += "# the daemon is killed after \(end) effects\n" }
      text += story.text(of: boot, installing: index == 0 ? "bundles" : nil)
      try? Data(text.utf8).write(
        to: URL(fileURLWithPath: "\(keep)/\(story.seed).boot\(index + 1).yaml"))
    }
    for (index, journal) in journals.enumerated() {
      try? journal.write(
        to: URL(fileURLWithPath: "\(keep)/\(story.seed).journal\(index + 1).jsonl"))
    }
  }

  /// Also to who reads along through a pipe.
  private func tell(_ line: String) {
    print(line)
    fflush(nil)
  }

  private func progress(_ began: ContinuousClock.Instant) -> String {
    let seconds = Double(began.duration(to: .now).components.seconds) + 0.001
    return state.withLock { state in
      let hours = state.nanoseconds / 3_600_000_000_000
      let rate = (Double(state.played) / seconds * 10).rounded() / 10
      return "\(state.played) stories of \(seeds.count), \(state.events) entries, \(hours) virtual "
        + "hours, \(state.switches) switches, \(state.traces.count) traces, "
        + "\(state.failures.count) went wrong; \(rate) a second"
    }
  }
}
