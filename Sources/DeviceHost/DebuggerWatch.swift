import Dispatch
import Multitasking
import ProcessControl

/// Which apps a debugger holds (T6).
///
/// The kernel does not report it: it is asked before a time limit bites, which is when it matters,
/// and once a second while some app is held, so that a limit counts again when the debugger goes.
@MainActor
final class DebuggerWatch {
  private var held: Set<AppID> = []
  private var timer: (any DispatchSourceTimer)?

  /// What has changed since it was asked last.
  func changes(_ processes: [AppID: AppProcess]) -> [Event] {
    processes.keys.sorted().compactMap { app in
      guard let process = processes[app] else { return nil }
      let isHeld = (try? tracer(of: process.processID)) != nil
      guard isHeld != held.contains(app) else { return nil }
      if isHeld { held.insert(app) } else { held.remove(app) }
      return .debugger(app, isAttached: isHeld)
    }
  }

  func forget(_ app: AppID) { held.remove(app) }

  /// Has `look` called every second while some app is held.
  func watch(_ look: @escaping @MainActor () -> Void) {
    guard held.isEmpty == (timer != nil) else { return }
    guard !held.isEmpty else {
      timer?.cancel()
      timer = nil
      return
    }
    let source = DispatchSource.makeTimerSource(queue: .main)
    source.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
    source.setEventHandler { MainActor.assumeIsolated(look) }
    timer = source
    source.resume()
  }
}
