import Glibc

/// One process of the machine at one moment, from /proc/PID/stat.
struct ProcessEntry: Hashable {
  /// What makes a number mean the same process at two moments.
  struct Identity: Hashable {
    var processID: pid_t
    var startTime: UInt64
  }

  var identity: Identity
  var parent: pid_t
  var group: pid_t
  var threads: Int
  /// The letter of the main thread's state.
  var state: UInt8

  var processID: pid_t { identity.processID }

  /// Whether no thread lives any more. A main thread may have ended alone: then others do.
  var isDead: Bool {
    (state == UInt8(ascii: "Z") || state == UInt8(ascii: "X")) && threads <= 1
  }

  /// Reads the text of a stat file. Nil if it is not one.
  init?(stat bytes: [UInt8]) {
    // The second field is the program's name in parentheses; it may hold any character.
    guard let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let close = bytes.lastIndex(of: UInt8(ascii: ")")), open < close, close + 2 < bytes.count
    else { return nil }
    var numbers = NumberReader(bytes: bytes, index: 0)
    guard let processID = numbers.next() else { return nil }
    state = bytes[close + 2]
    numbers.index = close + 3
    // Fields as proc(5) counts them, from 4 on.
    guard let parent = numbers.next(), let group = numbers.next(),
      let threads = numbers.next(after: 14), let startTime = numbers.next(after: 1)
    else { return nil }
    identity = Identity(processID: pid_t(processID), startTime: UInt64(startTime))
    self.parent = pid_t(parent)
    self.group = pid_t(group)
    self.threads = threads
  }

  /// Looks a process up. Nil if there is none with this number.
  init?(processID: pid_t) {
    guard let bytes = try? contents(of: "/proc/\(processID)/stat") else { return nil }
    self.init(stat: bytes)
  }

  /// All processes of the machine, ordered by number. Those that end meanwhile are left out.
  static func all() throws(ProcessError) -> [ProcessEntry] {
    try entries(ofDirectory: "/proc").compactMap { pid_t($0) }.sorted()
      .compactMap { ProcessEntry(processID: $0) }
  }
}

/// Reads one number after another. Many processes are looked at for one freeze, so this makes no
/// substrings.
private struct NumberReader {
  let bytes: [UInt8]
  var index: Int

  /// The next number after some that do not matter. Nil at the end, and for what is no number.
  mutating func next(after skipped: Int = 0) -> Int? {
    for _ in 0..<skipped {
      guard next() != nil else { return nil }
    }
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
    let isNegative = index < bytes.count && bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let start = index
    var value: UInt64 = 0
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
      value = value &* 10 &+ UInt64(bytes[index] - UInt8(ascii: "0"))
      index += 1
    }
    guard index > start else { return nil }
    // Some fields that are skipped use all 64 bits.
    return isNegative ? -Int(truncatingIfNeeded: value) : Int(truncatingIfNeeded: value)
  }
}

extension ProcessEntry {
  /// Whether no thread of the process can execute an instruction of the program before SIGCONT.
  ///
  /// That is more than "all are stopped": a thread inside an uninterruptible system call (such as
  /// the parent of a `vfork`) stops on its way out of the kernel, and not earlier.
  var isStill: Bool {
    if isDead { return true }
    let task = "/proc/\(processID)/task"
    guard let threads = try? entries(ofDirectory: task) else { return isGone }
    var uninterruptible: [String] = []
    var stopped = false
    for thread in threads {
      guard let bytes = try? contents(of: "\(task)/\(thread)/stat"),
        let entry = ProcessEntry(stat: bytes)
      else { continue }
      switch entry.state {
      case UInt8(ascii: "T"), UInt8(ascii: "t"): stopped = true
      case UInt8(ascii: "Z"), UInt8(ascii: "X"): break
      case UInt8(ascii: "D"): uninterruptible.append("\(task)/\(thread)/status")
      default: return false
      }
    }
    // One stopped thread means that the whole process is ordered to stop.
    return stopped || uninterruptible.allSatisfy(Self.hasPendingStop)
  }

  private var isGone: Bool {
    guard let now = ProcessEntry(processID: processID) else { return true }
    return now.identity != identity || now.isDead
  }

  private static func hasPendingStop(statusFile: String) -> Bool {
    guard let status = try? text(of: statusFile) else { return true }
    return status.split(separator: "\n").contains { line in
      guard line.hasPrefix("SigPnd:") || line.hasPrefix("ShdPnd:"),
        let digits = line.split(separator: "\t").last, let mask = UInt64(digits, radix: 16)
      else { return false }
      return mask & (1 << UInt64(SIGSTOP - 1)) != 0
    }
  }
}
