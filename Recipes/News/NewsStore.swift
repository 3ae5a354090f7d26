import UIKit

/// The list of news, and whoever wants to know when it changes.
@MainActor
final class NewsStore {
  /// Made when somebody looks for the first time, with an item of an hour ago.
  private(set) lazy var items: [NewsItem] = [
    NewsItem(date: Date(timeIntervalSinceNow: -3_600), text: "News Item 1")
  ]

  /// Called after every change.
  var observer: () -> Void = {}

  private let source: any NewsSource

  init(_ source: any NewsSource) { self.source = source }

  /// Looks for news; tells what came of it.
  func fetch(_ completion: @escaping @MainActor @Sendable (UIBackgroundFetchResult) -> Void) {
    let newest = items.first?.date ?? .distantPast
    source.news(after: newest) { news in
      switch news {
      case .failure(let error):
        print("no news can be had: \(error.localizedDescription)")
        completion(.failed)
      case .success([]): completion(.noData)
      case .success(let news):
        self.items = news + self.items
        self.observer()
        completion(.newData)
      }
    }
  }
}
