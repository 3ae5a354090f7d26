import ControlAPI
import Foundation
import Glibc
import Multitasking
import ProcessControl

/// The device's memory: every event with its effects and reasons, what apps printed, and words of
/// the device itself; one JSON object a line.
///
/// Bounded: beyond ``fileBytesMax`` the file is moved to `journal.jsonl.1`, replacing the one
/// before. The latest ``tailMax`` entries, or ``tailBytesMax`` of them, are also held in memory for
/// `log`.
@MainActor
final class Journal {
  static let fileBytesMax = 8 * 1024 * 1024
  static let tailMax = 2_000
  /// Bytes of the entries in memory, as JSON. Beyond: the oldest are in the file only.
  static let tailBytesMax = 4 * 1024 * 1024
  /// Lines of one app in one second. Beyond: in its console file only, and said so.
  static let outputLinesPerSecondMax = 200

  /// An entry in memory.
  struct Line {
    var entry: JournalEntry
    /// Its size as JSON in an answer, where a slash takes two bytes.
    var bytes: Int

    init(_ entry: JournalEntry, json: some Sequence<UInt8>) {
      self.entry = entry
      bytes = json.reduce(1) { $0 + ($1 == UInt8(ascii: "/") ? 2 : 1) }
    }
  }

  private let path: String
  private var file: OwnedDescriptor?
  private var fileBytes = 0
  private var next: UInt64 = 1
  private var tail: [Line] = []
  private var tailBytes = 0
  private var unwritten: [JournalEntry] = []
  private var followers: [Int: (JournalEntry) -> Void] = [:]
  private var nextFollower = 0
  private var rates: [AppID: (second: Int64, lines: Int)] = [:]
  private let encoder = JSONEncoder()
  /// Over the bytes that were written since the boot: FNV-1a, 64 bits.
  private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  init(path: String) throws {
    self.path = path
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    loadTail()
    try openFile()
  }

  /// - Throws: ``DeviceError`` with code `time` when it tells of later instants than `instant`.
  func expectEnd(before instant: Instant) throws(DeviceError) {
    guard let last = tail.last?.entry.at, last > instant else { return }
    throw DeviceError(
      .time, "its journal goes on until \(last.text), and \(instant.text) is before that",
      nextStep: "boot with a later --start, or with none")
  }

  /// The latest entries, oldest first.
  func latest(_ count: Int, of app: AppID?) -> [Line] {
    let chosen = app.map { app in tail.filter { $0.entry.concerns(app) } } ?? tail
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
    remember(Line(entry, json: line))
    line.append(UInt8(ascii: "\n"))
    for byte in line { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
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

  /// Keeps an entry in memory. Makes room for many at a time: each time moves all that stay.
  private func remember(_ line: Line) {
    tail.append(line)
    tailBytes += line.bytes
    guard tail.count > Journal.tailMax * 2 || tailBytes > Journal.tailBytesMax * 2 else { return }
    shortenTail()
  }

  private func shortenTail() {
    var (count, bytes) = (0, 0)
    for line in tail.reversed() {
      guard count < Journal.tailMax, bytes + line.bytes <= Journal.tailBytesMax else { break }
      count += 1
      bytes += line.bytes
    }
    tail.removeFirst(tail.count - count)
    tailBytes = bytes
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
      tail += lines.suffix(Journal.tailMax).compactMap { line in
        (try? decoder.decode(JournalEntry.self, from: Data(line))).map { Line($0, json: line) }
      }
    }
    shortenTail()
    next = (tail.last?.entry.number ?? 0) + 1
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
