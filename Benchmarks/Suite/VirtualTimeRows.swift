import FoundationEssentials
import Glibc

/// Unmodified programs under `libVirtualTime.so`, against the same programs without it.
struct VirtualTimeRows {
  static let samples = 3

  let programs: Programs

  private var library: String { programs.binaries + "/libVirtualTime.so" }

  func measure() throws -> [Row] { try events() + inactiveCalls() + inactiveJobs() }

  // MARK: Events a second

  private static let kinds = [
    ("timer", "Timer"), ("source-timer", "DispatchSourceTimer"),
    ("after-global", "asyncAfter, global queue"), ("after-main", "asyncAfter, main queue"),
    ("task-sleep", "Task.sleep"), ("actor-hops", "actor hops"), ("async-main", "main.async"),
    ("queue-ping-pong", "global.async and main.async in turn"),
    ("semaphore-ping-pong", "semaphores of two threads"),
  ]
  private static let events = 100_000

  /// Ours waits a minute for each event, where there is something to wait for. The peer is the real
  /// Dispatch in real time, where the same events come without a pause.
  private func events() throws -> [Row] {
    let active = ["LD_PRELOAD=\(library)", "VIRTUAL_TIME_SEED=1"]
    let starts = try inTurn(
      { try probe(["rate", "timer", "0"], active) }, { try probe(["rate", "timer", "0"]) })
    return try VirtualTimeRows.kinds.map { name, title in
      let count = VirtualTimeRows.events
      let times = try inTurn(
        { try probe(["rate", name, "\(count)", "60"], active) },
        { try probe(["rate", name, "\(count)", "0"]) })
      return Row(
        "virtual time: events a second, \(title)", rate(count, times.ours, since: starts.ours),
        unit: .rate, against: rate(count, times.peer, since: starts.peer))
    }
  }

  private func rate(_ count: Int, _ times: [Int64], since starts: [Int64]) -> Figure {
    let (time, start) = (Figure(times), Figure(starts).p50)
    return Figure(
      p50: Double(count) * 1e9 / max(time.p50 - start, 1),
      p99: Double(count) * 1e9 / max(time.p99 - start, 1))
  }

  // MARK: Linked but inactive

  private struct Calls: Decodable {
    var clock_read: Figure
    var mutex_pair: Figure
    var malloc_pair: Figure
  }

  private func inactiveCalls() throws -> [Row] {
    let without = try calls([])
    let with = try calls(["LD_PRELOAD=\(library)"])
    return [
      Row("inactive: clock_gettime", with.clock_read, against: without.clock_read),
      Row("inactive: mutex lock and unlock", with.mutex_pair, against: without.mutex_pair),
      Row("inactive: malloc and free", with.malloc_pair, against: without.malloc_pair),
    ]
  }

  private func calls(_ settings: [String]) throws -> Calls {
    let output = try Program.output("/usr/bin/env", settings + [programs.home + "/calls_raw"])
    return try JSONDecoder().decode(Calls.self, from: output)
  }

  private static let jobs = [
    ("async-global", 5_000_000, "five million async hops"),
    ("json", 100_000, "JSON, 100,000 times there and back"),
  ]

  /// The goal is that it costs nothing that could be measured: less than runs differ by themselves.
  private func inactiveJobs() throws -> [Row] {
    let inactive = ["LD_PRELOAD=\(library)"]
    return try VirtualTimeRows.jobs.map { name, count, title in
      let words = ["rate", name, "\(count)"]
      let times = try inTurn({ try probe(words, inactive) }, { try probe(words) })
      let (ours, peer) = (Figure(times.ours), Figure(times.peer))
      return Row(
        "inactive: \(title)", ours, against: peer, goal: "<= 1.05x",
        isMet: ours.p50 <= 1.05 * peer.p50)
    }
  }

  // MARK: Programs

  private func probe(_ arguments: [String], _ settings: [String] = []) throws -> Int64 {
    try Program.time(
      "/usr/bin/env", settings + [programs.binaries + "/virtual-time-probe"] + arguments)
  }

  /// One after the other, so that both have the same share of what else the machine does.
  private func inTurn(
    _ ours: () throws -> Int64, _ peer: () throws -> Int64
  ) rethrows -> (ours: [Int64], peer: [Int64]) {
    var times: (ours: [Int64], peer: [Int64]) = ([], [])
    for _ in 0..<VirtualTimeRows.samples {
      times.ours.append(try ours())
      times.peer.append(try peer())
    }
    return times
  }
}
