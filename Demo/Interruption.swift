import Dispatch
import Glibc
import Synchronization

/// Why the story has to stop before its end. Asked for wherever something is waited for.
enum Interruption: Error, CustomStringConvertible {
  /// By a signal, or because nobody reads what is printed.
  case interrupted
  case takesTooLong

  /// Seconds for the whole story; cleaning up comes on top.
  static let storySecondsMax = 120

  private static let state = Mutex<Interruption?>(nil)
  private static let daemons = Mutex<[pid_t]>([])
  @MainActor private static var sources: [any DispatchSourceSignal] = []

  static var current: Interruption? { state.withLock { $0 } }

  /// The first reason counts.
  static func set(_ reason: Interruption) { state.withLock { $0 = $0 ?? reason } }

  static func check() throws {
    if let current { throw current }
  }

  /// From now on signals end the story in good order.
  @MainActor static func install() {
    signal(SIGPIPE, SIG_IGN)
    let queue = DispatchQueue(label: "interruption")
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in set(.interrupted) }
      source.resume()
      sources.append(source)
    }
    queue.asyncAfter(deadline: .now() + .seconds(storySecondsMax)) { @Sendable in
      set(.takesTooLong)
    }
    // A device that does not answer at all keeps even the end of the story from coming.
    queue.asyncAfter(deadline: .now() + .seconds(storySecondsMax + 5)) { @Sendable in
      for daemon in daemons.withLock({ $0 }) { kill(daemon, SIGKILL) }
    }
  }

  /// A process that may be ended if nothing else helps.
  static func addDaemon(_ pid: pid_t) { daemons.withLock { $0.append(pid) } }

  var description: String {
    switch self {
    case .interrupted: "interrupted"
    case .takesTooLong: "the story took longer than \(Interruption.storySecondsMax) s"
    }
  }
}
