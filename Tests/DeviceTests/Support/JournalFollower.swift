import ControlAPI
import Foundation
import Multitasking

/// Collects a device's journal as it grows, on a thread and a connection of its own.
final class JournalFollower: @unchecked Sendable {
  // Everything below is used under the lock of `changed` only.
  private let changed = NSCondition()
  private var collected: [JournalEntry] = []
  private var isFollowing = false

  /// Entries so far, oldest first.
  var entries: [JournalEntry] { changed.withLock { collected } }

  /// Starts to follow, and returns when the journal so far is there; ends by itself with the
  /// daemon.
  func follow(_ socket: String) throws {
    changed.withLock { isFollowing = false }
    Thread.detachNewThread {
      guard let client = try? ControlClient(connectingTo: socket) else { return }
      try? client.stream(.log(count: ControlLimits.entriesMax, app: nil, follow: true)) {
        if case .entries(let entries) = $0 { self.add(entries) }
      }
    }
    try DeviceTests.wait(for: "the journal") { changed.withLock { isFollowing } }
  }

  private func add(_ entries: [JournalEntry]) {
    changed.withLock {
      // A new daemon tells again what an earlier one told.
      isFollowing = true
      let last = collected.last?.number ?? 0
      collected += entries.filter { $0.number > last }
      changed.broadcast()
    }
  }

  /// Waits until `condition` holds; looks whenever an entry has come, and now and then.
  func wait(
    for what: String, within limit: Duration, _ condition: ([JournalEntry]) throws -> Bool
  ) throws {
    let deadline = ContinuousClock.now + limit
    while true {
      let entries = entries
      if try condition(entries) { return }
      guard ContinuousClock.now < deadline else {
        throw TimedOut(what: what, instead: JournalFollower.describe(entries.suffix(60)))
      }
      changed.withLock {
        if collected.count == entries.count { _ = changed.wait(until: Date() + 0.1) }
      }
    }
  }

  static func describe(_ entries: some Sequence<JournalEntry>) -> String {
    entries.flatMap { entry -> [String] in
      let time = entry.at.nanoseconds / 1_000_000 % 1_000_000
      switch entry.content {
      case .note(let text): return ["\(time) - \(text)"]
      case .output(let app, let line): return ["\(time) \(app) | \(line)"]
      case .event(let event, let effects):
        return ["\(time) (\(event))"]
          + effects.map {
            "\(time)   \($0.app?.bundleIdentifier ?? "-"): \($0.action) because \($0.reason)"
          }
      }
    }.joined(separator: "\n")
  }
}
