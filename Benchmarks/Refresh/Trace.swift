import Foundation

/// One phone: when it was unlocked, when its apps were opened, when they had news.
struct Trace: Decodable {
  struct App: Decodable {
    var name: String
    /// Beginning and end of each use.
    var opens: [[Double]]
    /// When content arrived at its server.
    var arrivals: [Double]
  }

  enum CodingKeys: String, CodingKey {
    case user, start, end, unlocks, apps
    case scoreWindow = "score_window"
  }

  var user: String
  /// Seconds of local time, since 1970.
  var start: Double
  var end: Double
  /// The part in which it counts how well a policy does.
  var scoreWindow: [Double]
  var unlocks: [Double]
  var apps: [App]

  init(contentsOf path: String) throws {
    self = try JSONDecoder().decode(Trace.self, from: Data(contentsOf: URL(filePath: path)))
  }

  /// Days that are scored.
  var scoredDays: Double { (scoreWindow[1] - scoreWindow[0]) / 86_400 }
}
