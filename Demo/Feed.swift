import ControlAPI
import Dispatch
import Glibc
import Synchronization

/// Follows the journal of a device, on a thread of its own.
final class Feed: Sendable {
  private struct State {
    var entries: [JournalEntry] = []
    var hasBegun = false
    /// Why no more entries come.
    var end: String?
  }

  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)

  /// Returns once every entry from now on is certain to be seen.
  init(following socket: String) throws {
    let thread = DispatchQueue(label: "feed")
    thread.async { self.follow(socket) }
    while !state.withLock({ $0.hasBegun || $0.end != nil }) { try wait() }
    if let end = state.withLock({ $0.end }) { throw Difference(end) }
  }

  /// The next entry, as soon as there is one; nil when none came until `deadline`.
  func next(until deadline: ContinuousClock.Instant) throws -> JournalEntry? {
    while true {
      let (entry, end) = state.withLock { state -> (JournalEntry?, String?) in
        state.entries.isEmpty ? (nil, state.end) : (state.entries.removeFirst(), nil)
      }
      if let entry { return entry }
      if let end { throw Difference("the device's journal ended: \(end)") }
      if ContinuousClock.now >= deadline { return nil }
      try wait()
    }
  }

  /// Forgets what has come and was not looked at.
  func skip() { state.withLock { $0.entries = [] } }

  /// Until there is news, or it is time to look whether anything else ends the wait.
  private func wait() throws {
    try Interruption.check()
    _ = news.wait(timeout: .now() + .milliseconds(50))
  }

  private func follow(_ socket: String) {
    do {
      let client = try ControlClient(connectingTo: socket)
      try client.stream(.log(count: 0, app: nil, follow: true)) { result in
        guard case .entries(let entries) = result else { return }
        state.withLock { state in
          state.hasBegun = true
          state.entries += entries
        }
        news.signal()
      }
      state.withLock { $0.end = "the device is shut down" }
    } catch {
      state.withLock { $0.end = "\(error)" }
    }
    news.signal()
  }
}
