import UIKit

/// What the probe does about fetches and pushes.
@MainActor
enum Fetching {
  /// `--fetch-interval SECONDS` (or `minimum`, `never`), `--register-for-pushes`.
  static func prepareIfAsked() {
    let application = UIApplication.shared
    if let interval = Arguments.value(of: "--fetch-interval") {
      let seconds =
        switch interval {
        case "minimum": UIApplication.backgroundFetchIntervalMinimum
        case "never": UIApplication.backgroundFetchIntervalNever
        default: Double(interval) ?? .nan
        }
      application.setMinimumBackgroundFetchInterval(seconds)
    }
    if Arguments.has("--register-for-pushes") { application.registerForRemoteNotifications() }
  }

  /// `--answer newData|noData|failed|never|twice`, `--answer-after SECONDS`: from another thread.
  static func answer(_ completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
    let answer = Arguments.value(of: "--answer") ?? "noData"
    guard answer != "never" else { return }
    let call = Answer(completionHandler, answer)
    guard let seconds = Arguments.value(of: "--answer-after").flatMap(Double.init) else {
      return call.give()
    }
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: seconds)
      call.give()
    }
  }

  private struct Answer: @unchecked Sendable {
    // Unchecked: handlers of the system may be called from any thread.
    let completionHandler: (UIBackgroundFetchResult) -> Void
    let answer: String

    init(_ completionHandler: @escaping (UIBackgroundFetchResult) -> Void, _ answer: String) {
      self.completionHandler = completionHandler
      self.answer = answer
    }

    func give() {
      print("answer \(answer)")
      switch answer {
      case "newData": completionHandler(.newData)
      case "failed": completionHandler(.failed)
      case "twice":
        completionHandler(.newData)
        completionHandler(.newData)
      default: completionHandler(.noData)
      }
    }
  }

  /// The kinds of things that a payload holds.
  static func describe(_ userInfo: [AnyHashable: Any]) -> String {
    let aps = userInfo["aps"] as? [String: Any]
    let alert = aps?["alert"] as? [String: Any]
    let keys = userInfo.keys.compactMap { $0 as? String }.sorted().joined(separator: ",")
    return "content-available=\(aps?["content-available"] as? Int ?? -1) "
      + "title=\(alert?["title"] as? String ?? "nil") keys=\(keys)"
  }
}
