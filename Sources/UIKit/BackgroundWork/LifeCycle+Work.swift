import AppLink
import Foundation
import Synchronization

// Fetches, pushes and tasks that the device gives the app.
extension LifeCycle {
  /// F4, F7.
  func performFetch(_ work: UInt64) {
    let answer = answer(to: work, "performFetch")
    guard let delegate = application.delegate else { return answer.give(.noData) }
    delegate.application(application, performFetchWithCompletionHandler: { answer.give($0) })
  }

  /// F50, F53.
  func receive(_ payload: String, _ work: UInt64) throws(LinkFailure) {
    guard let userInfo = NotificationPayload.read(payload) else {
      throw .misunderstood("a remote notification that is no JSON object")
    }
    let answer = answer(to: work, "didReceiveRemoteNotification")
    guard let delegate = application.delegate else { return answer.give(.noData) }
    delegate.application(
      application, didReceiveRemoteNotification: userInfo,
      fetchCompletionHandler: { answer.give($0) })
  }

  private func answer(to work: UInt64, _ name: String) -> WorkAnswer {
    let send = application.send
    return WorkAnswer(name: name) { result in
      // L44: the app switcher shows what the fetch has brought.
      self.takeSnapshotAfterBackgroundWork()
      send(.workAnswered(work: work, result))
    }
  }
}

/// The completion handler of a fetch or a push: callable from any thread, good for one answer.
final class WorkAnswer: Sendable {
  private let name: String
  private let answer: @MainActor @Sendable (FetchResult) -> Void
  private let isGiven = Atomic(false)

  init(name: String, _ answer: @escaping @MainActor @Sendable (FetchResult) -> Void) {
    self.name = name
    self.answer = answer
  }

  func give(_ result: UIBackgroundFetchResult) {
    guard !isGiven.exchange(true, ordering: .acquiringAndReleasing) else {
      return ProcessEnd.report(
        "UIKit: the completion handler of \(name) was called again; the first answer counts.")
    }
    let result: FetchResult =
      switch result {
      case .newData: .newData
      case .noData: .noData
      case .failed: .failed
      }
    // At once where it can be: whoever has called is told that the app may be suspended now.
    guard Thread.isMainThread else { return MainRunLoop.perform { self.answer(result) } }
    MainActor.assumeIsolated { answer(result) }
  }
}
