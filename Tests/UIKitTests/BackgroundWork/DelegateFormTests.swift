import AppLink
import Foundation
import Synchronization
import Testing

@testable import UIKit

/// The forms in which delegates take fetches and pushes. Each in a process of its own: there is one
/// application object in a process.
struct DelegateFormTests {
  @Test(
    "A delegate that awaits gets its fetch inside the delivery, and its result is told (F4, F8)")
  func awaitsFetch() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let app = App(AwaitingDelegate.self)
      app.handle(.performFetch(work: 3))
      #expect((app.application.delegate as? AwaitingDelegate)?.heard == ["fetch"])
      await app.told(.workAnswered(work: 3, .newData))
    }
  }

  @Test("A delegate that awaits gets pushes (F50)")
  func awaitsPush() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let app = App(AwaitingDelegate.self)
      app.handle(.remoteNotification(work: 4, payload: #"{"aps": {"content-available": 1}}"#))
      #expect((app.application.delegate as? AwaitingDelegate)?.heard == ["push 1"])
      await app.told(.workAnswered(work: 4, .failed))
    }
  }

  @Test("The oldest form hears of pushes where the others are not implemented")
  func oldPush() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let app = App(OldDelegate.self)
      app.handle(.remoteNotification(work: 5, payload: #"{"a": 1}"#))
      #expect((app.application.delegate as? OldDelegate)?.heard == ["push a"])
      await app.told(.workAnswered(work: 5, .noData))
    }
  }

  @Test("A delegate without a method for fetches answers noData, and standard error says why")
  func noMethod() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { @MainActor in
      let app = App(OldDelegate.self)
      app.handle(.performFetch(work: 6))
      await app.told(.workAnswered(work: 6, .noData))
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("does not implement application(_:performFetchWithCompletionHandler:)"))
  }

  @Test("The refresh status has the values of iOS (F10)")
  func status() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let app = App(OldDelegate.self)
      #expect(app.application.backgroundRefreshStatus == .available)
      var environment = DeviceMessage.Environment.steady
      for (wire, status, raw) in [
        (.restricted, .restricted, 0), (.denied, .denied, 1), (.available, .available, 2),
      ] as [(DeviceMessage.BackgroundRefresh, UIBackgroundRefreshStatus, Int)] {
        environment.backgroundRefresh = wire
        app.handle(.environmentChanged(environment, kinds: [.backgroundRefresh]))
        #expect(app.application.backgroundRefreshStatus == status)
        #expect(status.rawValue == raw)
      }
    }
  }
}

/// An application object with a delegate, in the background.
@MainActor
private final class App {
  let application: UIApplication
  private let said = Said()

  private final class Said: Sendable {
    let messages = Mutex<[AppMessage]>([])
  }

  init(_ delegate: AnyClass) {
    let said = said
    UIApplication.startingSend = { message in said.messages.withLock { $0.append(message) } }
    application = UIApplication()
    application.lifeCycle = LifeCycle(application: application, delegateClass: delegate)
    handle(.launch(background: true))
  }

  func handle(_ message: DeviceMessage) {
    application.lifeCycle?.handle(Delivery(id: 1, message: message))
  }

  /// Waits until the device has been told `message`.
  func told(_ message: AppMessage) async {
    let deadline = ContinuousClock.now + .seconds(20)
    while !said.messages.withLock({ $0.contains(message) }) {
      guard ContinuousClock.now < deadline else {
        Issue.record("not told: \(message), but \(said.messages.withLock { $0 })")
        return
      }
      try? await Task.sleep(for: .milliseconds(1))
    }
  }
}

private final class AwaitingDelegate: UIResponder, UIApplicationDelegate {
  var heard: [String] = []

  func applicationPerformFetch(_ application: UIApplication) async -> UIBackgroundFetchResult {
    heard.append("fetch")
    await Task.yield()
    return .newData
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    let aps = userInfo["aps"] as? [String: Any]
    heard.append("push \(aps?["content-available"] as? Int ?? 0)")
    return .failed
  }
}

private final class OldDelegate: UIResponder, UIApplicationDelegate {
  var heard: [String] = []

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) {
    heard.append("push \(userInfo.keys.compactMap { $0 as? String }.joined())")
  }
}
