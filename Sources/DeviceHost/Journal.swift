import ControlAPI
import Foundation
import Glibc
import Multitasking
import ProcessControl

/// The device's memory: every event with its effects and reasons, what apps printed, and words of
/// the device itself; one JSON object a line.
///
/// Bounded: beyond ``fileBytesMax`` the file is moved to `journal.jsonl.1`, replacing the one
/// before. The latest ``tailMax`` entries are also held in memory for `log`.
@MainActor
final class Journal {
  static let fileBytesMax = 8 * 1024 * 1024
  static let tailMax = 2_000
  /// Lines of one app in one second. Beyond: in its console file only, and said so.
  static let outputLinesPerSecondMax = 200

  private let path: String
  private var file: OwnedDescriptor?
  private var fileBytes = 0
  private var next: UInt64 = 1
  private var tail: [JournalEntry] = []
  private var unwritten: [JournalEntry] = []
  private var followers: [Int: (JournalEntry) -> Void] = [:]
  private var nextFollower = 0
  private var rates: [AppID: (second: Int64, lines: Int)] = [:]
  private let encoder = JSONEncoder()

  init(path: String) throws {
    self.path = path
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    loadTail()
    try openFile()
  }

  /// The latest entries, oldest first.
  func latest(_ count: Int, of app: AppID?) -> [JournalEntry] {
    let chosen = app.map { app in tail.filter { $0.concerns(app) } } ?? tail
    return Array(chosen.suffix(max(0, count)))
  }

  func record(_ content: JournalEntry.Content, at instant: Instant) {
    add(content, at: instant)
    write()
  }

  /// Adds an entry, for the next `write()` to write and to tell.
  func add(_ content: JournalEntry.Content, at instant: Instant) {
    let entry = JournalEntry(number: next, at: instant, content: content)
    next += 1
    tail.append(entry)
    if tail.count > Journal.tailMax * 2 { tail.removeFirst(Journal.tailMax) }
    unwritten.append(entry)
  }

  func write() {
    while !unwritten.isEmpty {
      let entry = unwritten.removeFirst()
      write(entry)
      for follower in followers.keys.sorted() { followers[follower]?(entry) }
    }
  }

  /// Records a line that an app printed, as far as its rate allows.
  func recordOutput(_ line: String, of app: AppID, at instant: Instant) {
    let second = instant.nanoseconds / 1_000_000_000
    var rate = rates[app] ?? (second, 0)
    if rate.second != second { rate = (second, 0) }
    rate.lines += 1
    rates[app] = rate
    if rate.lines <= Journal.outputLinesPerSecondMax {
      record(.output(app, line), at: instant)
    } else if rate.lines == Journal.outputLinesPerSecondMax + 1 {
      record(
        .note("\(app) prints too fast: further lines of this second are in its console file only"),
        at: instant)
    }
  }

  /// Calls back for every entry from now on, until `unfollow`.
  func follow(_ body: @escaping (JournalEntry) -> Void) -> Int {
    nextFollower += 1
    followers[nextFollower] = body
    return nextFollower
  }

  func unfollow(_ follower: Int) { followers[follower] = nil }

  private func write(_ entry: JournalEntry) {
    guard var line = try? encoder.encode(entry) else { return }
    line.append(UInt8(ascii: "\n"))
    if fileBytes + line.count > Journal.fileBytesMax {
      rename(path, path + ".1")
      file = nil
      try? openFile()
    }
    guard let file else { return }
    // A full disk loses journal lines, not the device.
    let count = line.withUnsafeBytes { Glibc.write(file.rawValue, $0.baseAddress, $0.count) }
    fileBytes += max(0, count)
  }

  private func openFile() throws {
    let number = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard number >= 0 else {
      throw DeviceError(.system, "\(path) can't be written: \(String(cString: strerror(errno)))")
    }
    file = OwnedDescriptor(owning: number)
    fileBytes = max(0, Int(lseek(number, 0, SEEK_END)))
  }

  /// Reads what an earlier boot left. A line that was cut by a crash is skipped.
  private func loadTail() {
    let files = FileManager.default
    let data = files.contents(atPath: path) ?? Data()
    let decoder = JSONDecoder()
    // The file may have been moved aside just before.
    let earlier = files.contents(atPath: path + ".1") ?? Data()
    for file in [earlier, data] {
      let lines = file.suffix(1024 * 1024).split(separator: UInt8(ascii: "\n"))
      tail += lines.suffix(Journal.tailMax).compactMap {
        try? decoder.decode(JournalEntry.self, from: Data($0))
      }
    }
    tail = tail.suffix(Journal.tailMax)
    next = (tail.last?.number ?? 0) + 1
    if let last = data.last, last != UInt8(ascii: "\n") { repairEnd() }
  }

  /// Puts a line end behind a half-written line, so that it spoils no other.
  private func repairEnd() {
    let number = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard number >= 0 else { return }
    let file = OwnedDescriptor(owning: number)
    var end = UInt8(ascii: "\n")
    _ = Glibc.write(file.rawValue, &end, 1)
  }
}
