import NewsFeed
import UIKit

/// A list of news that is new before anybody looks.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private let store = NewsStore(Options(CommandLine.arguments).source)

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = UINavigationController(
      rootViewController: NewsViewController(store))
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  /// Whoever opens the app wants to see what there is now.
  func applicationDidBecomeActive(_ application: UIApplication) {
    store.fetch { print("looked for news: \($0)") }
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    let answer = Answer(completionHandler)
    store.fetch { result in
      print("fetched: \(result)")
      answer.give(result)
    }
  }
}

/// UIKit's completion handler, which the main thread calls.
private struct Answer: @unchecked Sendable {
  // Unchecked: made and called on the main thread.
  let give: (UIBackgroundFetchResult) -> Void
  init(_ give: @escaping (UIBackgroundFetchResult) -> Void) { self.give = give }
}

/// `--server URL`, `--feed SEED`; without either, the coin decides as in the book.
private struct Options {
  @MainActor let source: any NewsSource

  @MainActor
  init(_ arguments: [String]) {
    func value(of option: String) -> String? {
      guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else {
        return nil
      }
      return arguments[index + 1]
    }
    // What a launch in the background does not know, the environment does.
    let environment = ProcessInfo.processInfo.environment
    if let text = value(of: "--server") ?? environment["NEWS_SERVER"], let url = URL(string: text) {
      source = HTTPSource(server: url)
    } else if let seed = (value(of: "--feed") ?? environment["NEWS_FEED"]).flatMap(UInt64.init) {
      source = FeedSource(feed: NewsFeed(seed: seed))
    } else {
      source = CoinToss()
    }
  }
}
