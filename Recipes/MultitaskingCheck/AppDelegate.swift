import UIKit

/// Has a draft to send, and asks the device whether that can wait until the user has left.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private var plan = Plan.saveBeforeTheEnd
  private var sending = UIBackgroundTaskIdentifier.invalid
  private var answer: Timer?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    plan = UIDevice.current.isMultitaskingSupported ? .sendInBackground : .saveBeforeTheEnd
    print(plan.announcement)
    for argument in CommandLine.arguments.dropFirst() {
      if argument == "--try-task" {
        tryTask(application)
      } else {
        print("\"\(argument)\" is not an option of this app; --try-task is")
      }
    }
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = PlanViewController(plan: plan)
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  // The way with multitasking: leaving is not the end.
  func applicationDidEnterBackground(_ application: UIApplication) {
    guard plan == .sendInBackground else { return }
    sending = application.beginBackgroundTask(withName: "SendDraft") { [weak self] in
      self?.finishSending("no time left: the draft is sent another day")
    }
    print("sending the draft in the background")
    // Stands in for the answer of a server.
    answer = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { [weak self] _ in
      MainActor.assumeIsolated { self?.finishSending("the draft is sent") }
    }
  }

  // The way without: what is not saved here is lost.
  func applicationWillTerminate(_ application: UIApplication) {
    guard plan == .saveBeforeTheEnd else { return }
    print("saving the draft: nothing of this app runs after this")
  }

  private func finishSending(_ outcome: String) {
    guard sending != .invalid else { return }
    print(outcome)
    UIApplication.shared.endBackgroundTask(sending)
    sending = .invalid
  }

  /// What happens to those who do not ask first.
  private func tryTask(_ application: UIApplication) {
    let task = application.beginBackgroundTask(withName: "Try")
    print("a background task is \(task == .invalid ? "refused" : "granted")")
    if task != .invalid { application.endBackgroundTask(task) }
  }
}
