import Foundation
import FoundationNetworking
import NewsFeed

/// Where news come from. Answers on the main thread.
@MainActor
protocol NewsSource {
  func news(
    after date: Date,
    _ completion: @escaping @MainActor @Sendable (Result<[NewsItem], any Error>) -> Void)
}

/// The book's server: it has something new half of the time.
struct CoinToss: NewsSource {
  func news(
    after date: Date,
    _ completion: @escaping @MainActor @Sendable (Result<[NewsItem], any Error>) -> Void
  ) {
    let isNew = Bool.random()
    completion(.success(isNew ? [NewsItem(date: Date(), text: "News Item \(Date())")] : []))
  }
}

/// A server that answers over HTTP (`Recipes/NewsServer`).
struct HTTPSource: NewsSource {
  let server: URL

  func news(
    after date: Date,
    _ completion: @escaping @MainActor @Sendable (Result<[NewsItem], any Error>) -> Void
  ) {
    var components = URLComponents(
      url: server.appendingPathComponent("news"), resolvingAgainstBaseURL: false)
    components?.queryItems = [
      URLQueryItem(name: "after", value: "\(date.timeIntervalSince1970)")
    ]
    guard let url = components?.url else { return completion(.failure(URLError(.badURL))) }
    URLSession.shared.dataTask(with: url) { data, response, error in
      let result = Result { try Self.items(data, response, error) }
      DispatchQueue.main.async { MainActor.assumeIsolated { completion(result) } }
    }.resume()
  }

  private nonisolated static func items(
    _ data: Data?, _ response: URLResponse?, _ error: (any Error)?
  ) throws -> [NewsItem] {
    if let error { throw error }
    guard let data, (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw URLError(.badServerResponse)
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    return try decoder.decode([NewsFeed.Item].self, from: data)
      .map { NewsItem(date: $0.date, text: $0.title) }
  }
}

/// The server's news without the server: in virtual time there is no network to wait for. An answer
/// takes two seconds.
struct FeedSource: NewsSource {
  let feed: NewsFeed

  func news(
    after date: Date,
    _ completion: @escaping @MainActor @Sendable (Result<[NewsItem], any Error>) -> Void
  ) {
    let feed = feed
    DispatchQueue.main.asyncAfter(deadline: .now() + 2) {
      let items = feed.items(after: date, upTo: Date())
        .map { NewsItem(date: $0.date, text: $0.title) }
      MainActor.assumeIsolated { completion(.success(items)) }
    }
  }
}
