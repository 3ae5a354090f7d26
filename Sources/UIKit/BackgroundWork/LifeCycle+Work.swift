import AppLink

// Fetches and pushes that the device gives the app.
extension LifeCycle {
  /// F4, F7.
  func performFetch(_ work: UInt64) {
    let answer = WorkAnswer(
      work, selector: "application:performFetchWithCompletionHandler:", application.send)
    guard let delegate = application.delegate else { return answer.give(.noData) }
    delegate.application(application, performFetchWithCompletionHandler: { answer.give($0) })
  }

  /// F50, F53. What is no JSON object is not delivered, and fails, with a line on standard error:
  /// anybody may send a push, and the app is not to end for it.
  func receive(_ payload: String, _ work: UInt64) {
    let answer = WorkAnswer(
      work, selector: "application:didReceiveRemoteNotification:fetchCompletionHandler:",
      application.send)
    guard let userInfo = NotificationPayload.read(payload) else {
      ProcessEnd.report(
        "UIKit: a remote notification is not delivered: its payload is no JSON object.")
      return answer.give(.failed)
    }
    guard let delegate = application.delegate else { return answer.give(.noData) }
    delegate.application(
      application, didReceiveRemoteNotification: userInfo,
      fetchCompletionHandler: { answer.give($0) })
  }
}
