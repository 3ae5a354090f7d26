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

  /// Reads a trace; nil: a file of something else.
  init?(ifAt path: String) throws {
    struct Look: Decodable { var unlocks: [Double]? }
    let data = try Data(contentsOf: URL(filePath: path))
    do {
      guard try JSONDecoder().decode(Look.self, from: data).unlocks != nil else { return nil }
      self = try JSONDecoder().decode(Trace.self, from: data)
    } catch {
      throw TraceError(file: path, trouble: "\(error)")
    }
    if let trouble { throw TraceError(file: path, trouble: trouble) }
  }

  init(contentsOf path: String) throws {
    guard let trace = try Trace(ifAt: path) else {
      throw TraceError(file: path, trouble: "it tells no unlocks")
    }
    self = trace
  }

  /// What a replay could not cope with.
  private var trouble: String? {
    func isSorted(_ times: [Double]) -> Bool { !zip(times, times.dropFirst()).contains { $0 > $1 } }
    guard scoreWindow.count == 2, scoreWindow[0] < scoreWindow[1], start < end else {
      return "score_window has to be two times, and they and start and end in order"
    }
    // A year of steps is more than any recording has, and all that a replay should take.
    guard end - start < 366 * 86_400 else { return "it is longer than a year" }
    for app in apps {
      guard app.opens.allSatisfy({ $0.count == 2 }) else {
        return "an open of \(app.name) is not [beginning, end]"
      }
      guard isSorted(app.arrivals), isSorted(app.opens.map { $0[0] }) else {
        return "the times of \(app.name) are not in order"
      }
    }
    return nil
  }

  /// Days that are scored.
  var scoredDays: Double { (scoreWindow[1] - scoreWindow[0]) / 86_400 }
}

/// A file that should be a trace and can't be replayed.
struct TraceError: Error, CustomStringConvertible {
  var file: String
  var trouble: String

  var description: String {
    "\(file): \(trouble)\n  the format is described in Benchmarks/README.md"
  }
}
