import ControlAPI
import FoundationEssentials
import Glibc

/// What a device costs that has one suspended app and nothing to do.
struct IdleRows {
  let device: BenchmarkDevice

  func measure() throws -> [Row] {
    // Code is unmapped after 10 to 20 s; threads that nobody needs end 5 s after their last work.
    Stopwatch.pause(milliseconds: 26_000)
    let before = try contextSwitches()
    Stopwatch.pause(milliseconds: 10_000)
    let after = try contextSwitches()
    // A thread that ended was awake for it.
    let ended = before.keys.count { after[$0] == nil }
    let switches = after.reduce(Int64(ended)) { $0 + $1.value - before[$1.key, default: 0] }
    let status = try numbers("status")
    let sizes = try numbers("smaps_rollup")
    let resident = try value("VmRSS", status)
    return [
      Row(
        "idle device: context switches in 10 s", Figure([switches]), unit: .count, goal: "0",
        isMet: switches == 0),
      Row(
        "idle device: resident (VmRSS)", Figure([resident * 1024]), unit: .bytes,
        goal: "< 20 MB", isMet: resident * 1024 < 20_000_000),
      Row(
        "idle device: of that, not files (RssAnon)",
        Figure([try value("RssAnon", status) * 1024]), unit: .bytes),
      Row(
        "idle device: its share (Pss)", Figure([try value("Pss", sizes) * 1024]), unit: .bytes),
    ]
  }

  /// By thread.
  private func contextSwitches() throws -> [String: Int64] {
    let folder = "/proc/\(device.processID)/task"
    var switches: [String: Int64] = [:]
    for thread in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let status = try numbers("task/\(thread)/status")
      switches[thread] =
        try value("voluntary_ctxt_switches", status) + value("nonvoluntary_ctxt_switches", status)
    }
    return switches
  }

  /// The lines `Name: number` of a file about the daemon.
  private func numbers(_ file: String) throws -> [Substring: Int64] {
    let text = try String(contentsOfFile: "/proc/\(device.processID)/\(file)", encoding: .utf8)
    var numbers: [Substring: Int64] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":")
      guard parts.count == 2, let number = parts[1].split(whereSeparator: \.isWhitespace).first
      else { continue }
      numbers[parts[0]] = Int64(number)
    }
    return numbers
  }

  private func value(_ name: Substring, _ numbers: [Substring: Int64]) throws -> Int64 {
    guard let number = numbers[name] else { throw BenchmarkError("/proc does not tell \(name)") }
    return number
  }
}
