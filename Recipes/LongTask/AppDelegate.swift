import UIKit

/// Borrows time in the background, watches it run out, and gives it back.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private let options = Options(CommandLine.arguments.dropFirst())
  private let screen = TimeViewController()
  private var task = UIBackgroundTaskIdentifier.invalid
  private var clock: Timer?
  private var work: Timer?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    for hint in options.hints { print(hint) }
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = screen
    window.makeKeyAndVisible()
    self.window = window
    startClock()
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    task = application.beginBackgroundTask(withName: "LongTask") { [weak self] in
      self?.timeIsNearlyUp()
    }
    print(task == .invalid ? "no time is lent on this device" : "task begun")
    startClock()
    startWork()
  }

  func applicationWillEnterForeground(_ application: UIApplication) {
    endTask(task == .invalid ? "back, with no task open" : "back in time: task ended")
  }

  // MARK: The task

  private func timeIsNearlyUp() {
    if options.forgets {
      print("time is nearly up, and the task stays open")
    } else {
      endTask("time is nearly up: task ended")
    }
  }

  /// Every task that was begun is ended once, and what belonged to it ends with it.
  private func endTask(_ outcome: String) {
    print(outcome)
    clock?.invalidate()
    clock = nil
    work?.invalidate()
    work = nil
    guard task != .invalid else { return }
    UIApplication.shared.endBackgroundTask(task)
    task = .invalid
  }

  /// Stands in for work that takes as long as the options say; without them, for ever.
  private func startWork() {
    guard let seconds = options.finishesAfter else { return }
    work = Timer.scheduledTimer(withTimeInterval: seconds, repeats: false) { [weak self] _ in
      MainActor.assumeIsolated { self?.endTask("work done: task ended") }
    }
  }

  // MARK: The time

  private func startClock() {
    guard clock == nil else { return }
    clock = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
      MainActor.assumeIsolated { self?.tellTime() }
    }
  }

  private func tellTime() {
    let seconds = UIApplication.shared.backgroundTimeRemaining
    let isCounting = seconds < .greatestFiniteMagnitude
    let text = isCounting ? String(format: "%.1f s", seconds) : "undetermined"
    print("time remaining: \(text)")
    screen.show(text)
  }
}
