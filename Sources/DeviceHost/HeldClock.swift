import ControlAPI
import Dispatch
import Foundation
import Multitasking
import ProcessControl

/// The clock of a virtual device: time passes only while a request waits for it.
///
/// It stands still otherwise, whatever wants to run later. A request is answered when nothing can
/// run any more at its last instant: whoever asks next finds the same device each time, however
/// fast he is.
@MainActor
final class HeldClock {
  let time: VirtualTime
  private var waiting = 0
  private var afterIdle: [(Instant?) -> Void] = []
  /// What it said last of this process.
  var ownReport: String?
  private let wanted = DispatchSemaphore(value: 0)

  init(_ time: VirtualTime) {
    self.time = time
    startWatching()
    stop()
  }

  /// Lets time pass until the result is called, once or several times.
  func letPass() -> () -> Void {
    waiting += 1
    time.setLimit(VirtualTime.never)
    var isOver = false
    return {
      guard !isOver else { return }
      isOver = true
      self.waiting -= 1
      if self.waiting == 0 { self.stop() }
    }
  }

  private func stop() { time.setLimit(time.now) }

  /// Calls `body` when nothing can run any more at this instant, with the one at which something
  /// wants to run next; nil if nothing does. The clock does not move before.
  func whenIdle(_ body: @escaping (_ next: Instant?) -> Void) {
    afterIdle.append(body)
    wanted.signal()
  }

  /// A thread of its own has to wait: the main queue must be able to run meanwhile.
  private func startWatching() {
    let (time, wanted) = (time, wanted)
    let thread = Thread {
      while true {
        wanted.wait()
        time.waitUntilIdle()
        let next = time.nextDeadline
        DispatchQueue.main.async { MainActor.assumeIsolated { self.isIdle(next) } }
      }
    }
    thread.name = "idle"
    thread.stackSize = 128 * 1024
    thread.start()
  }

  private func isIdle(_ next: Int64) {
    afterIdle.removeFirst()(next == VirtualTime.never ? nil : Instant(nanoseconds: next))
  }
}

// What the library has to say.
extension HeldClock {
  /// What begins the lines of the library.
  static let reportPrefix = "virtual time: "

  /// What it said last about a process: why it ended it, or which call it refused; nil if that is
  /// what is known already.
  func report(on process: pid_t, unlessIn known: String?) -> String? {
    guard let report = time.lastReport(on: process).map({ HeldClock.reportPrefix + $0 }),
      known?.hasPrefix(report) != true
    else { return nil }
    return report
  }
}

// Requests.
extension HeldClock {
  /// Where the answers of a command go, with time passing until the last.
  func accompany(_ command: ControlCommand, _ responder: Responder) -> Responder {
    var end: () -> Void = {}
    if command.takesTime {
      end = letPass()
      responder.onDisconnect(end)
    }
    return Responder(
      id: responder.id,
      send: { response in
        // A device that ends has no later.
        guard response.isLast, command != .shutdown else { return responder.send(response) }
        self.whenIdle { _ in
          end()
          responder.send(response)
        }
      }, onDisconnect: responder.onDisconnect)
  }
}

extension ControlCommand {
  /// Whether the device's time may pass until it is answered. Not for those that go on until
  /// somebody has enough, and not for the question of what time it is.
  fileprivate var takesTime: Bool {
    switch self {
    case .time, .log: false
    case .launch(let launch): !launch.streamsConsole
    default: true
    }
  }
}
