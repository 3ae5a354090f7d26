import UIKit

/// The background task that `--begin-task NAME` asks for, and how it ends.
@MainActor
enum BackgroundWork {
  private static var task = UIBackgroundTaskIdentifier.invalid

  /// Begins the task; ends it after `--end-task-after SECONDS`, else when time is up.
  static func beginIfAsked() {
    guard let name = Arguments.value(of: "--begin-task") else { return }
    task = UIApplication.shared.beginBackgroundTask(withName: name) { expire(name) }
    let isCounting = UIApplication.shared.backgroundTimeRemaining < .greatestFiniteMagnitude
    Transcript.line("task begun \(name) valid=\(task != .invalid) counting=\(isCounting)")
    guard let seconds = Arguments.value(of: "--end-task-after").flatMap(Double.init) else { return }
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { end(name) }
  }

  private static func expire(_ name: String) {
    Transcript.line("task expired \(name)")
    if let seconds = Arguments.value(of: "--slow-expiration").flatMap(Double.init) {
      Thread.sleep(forTimeInterval: seconds)
    }
    if !Arguments.has("--forget-task") { end(name) }
  }

  private static func end(_ name: String) {
    guard task != .invalid else { return }
    Transcript.line("task ended \(name)")
    UIApplication.shared.endBackgroundTask(task)
    task = .invalid
  }
}

/// What the probe was asked to do.
enum Arguments {
  static func has(_ flag: String) -> Bool { CommandLine.arguments.contains(flag) }

  static func value(of flag: String) -> String? {
    let arguments = CommandLine.arguments
    guard let index = arguments.firstIndex(of: flag), index + 1 < arguments.count else {
      return nil
    }
    return arguments[index + 1]
  }
}
