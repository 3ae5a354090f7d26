import ControlAPI
import Multitasking
import Synchronization

/// What anybody may read of a device: the driver writes it after every event.
final class Board: Sendable {
  private struct Contents {
    var policy: Policy?
    var now = Instant.zero
    var entries: [JournalEntry] = []
    var faults: [String] = []
  }

  private let contents = Mutex(Contents())

  /// Entries that are kept, the latest ones.
  private static let entriesMax = 100_000

  func publish(_ policy: Policy, at now: Instant) {
    contents.withLock {
      $0.policy = policy
      $0.now = now
    }
  }

  func add(_ entry: JournalEntry) {
    contents.withLock {
      $0.entries.append(entry)
      if $0.entries.count > 2 * Self.entriesMax {
        $0.entries.removeFirst($0.entries.count - Self.entriesMax)
      }
    }
    for line in Timeline().lines(entry) { TestReport.current?.appendJournal(line) }
  }

  /// Something that must not be: every test that sees it fails.
  func addFault(_ fault: String) { contents.withLock { $0.faults.append(fault) } }

  var now: Instant { contents.withLock { $0.now } }
  var faults: [String] { contents.withLock { $0.faults } }
  var entries: [JournalEntry] { contents.withLock { $0.entries } }

  func state(of app: AppID) -> AppState {
    contents.withLock { $0.policy?.state(of: app) ?? .notRunning(because: nil) }
  }

  func lastExit(of app: AppID) -> ExitRecord? { contents.withLock { $0.policy?.lastExit(of: app) } }

  func explain(_ app: AppID) -> Explanation? {
    contents.withLock { contents in
      contents.policy?.explain(app, at: contents.now, clock: { $0.clock })
    }
  }

  var locationDuty: ReceiverDuty { contents.withLock { $0.policy?.location.duty ?? .off } }

  func locationAccount(of app: AppID) -> LocationAccount {
    contents.withLock { contents in
      contents.policy?.locationAccount(of: app, at: contents.now) ?? LocationAccount()
    }
  }

  /// All installed apps, in the order of installation.
  var apps: [AppID] { contents.withLock { $0.policy?.installed.map(\.id) ?? [] } }
}
