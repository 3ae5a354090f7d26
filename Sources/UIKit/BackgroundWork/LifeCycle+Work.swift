import AppLink
import Foundation
import Synchronization

// Fetches, pushes and tasks that the device gives the app.
extension LifeCycle {
  /// F4, F7.
  func performFetch(_ work: UInt64) {
    let answer = WorkAnswer(work, name: "performFetch", application.send)
    guard let delegate = application.delegate else { return answer.give(.noData) }
    delegate.application(application, performFetchWithCompletionHandler: { answer.give($0) })
  }

  /// F50, F53.
  func receive(_ payload: String, _ work: UInt64) throws(LinkFailure) {
    guard let userInfo = NotificationPayload.read(payload) else {
      throw .misunderstood("a remote notification that is no JSON object")
    }
    let answer = WorkAnswer(work, name: "didReceiveRemoteNotification", application.send)
    guard let delegate = application.delegate else { return answer.give(.noData) }
    delegate.application(
      application, didReceiveRemoteNotification: userInfo,
      fetchCompletionHandler: { answer.give($0) })
  }
}

/// The completion handler of a fetch or a push: callable from any thread, good for one answer.
final class WorkAnswer: Sendable {
  private let work: UInt64
  private let name: String
  private let send: @Sendable (AppMessage) -> Void
  private let isGiven = Atomic(false)

  init(_ work: UInt64, name: String, _ send: @escaping @Sendable (AppMessage) -> Void) {
    self.work = work
    self.name = name
    self.send = send
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
    send(.workAnswered(work: work, result))
  }
}
