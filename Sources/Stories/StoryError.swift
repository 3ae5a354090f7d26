/// Why a file is not a story: where, what, and what to write instead.
public struct StoryError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Hashable, Sendable, Codable {
    /// The text is not what a story can be written in.
    case syntax
    case unknownVerb
    case unknownField
    case missingField
    /// A list where there should be a text, and the like.
    case wrongType
    /// A text that does not mean what it should, such as a wait of "soon".
    case badValue
    case tooLarge
  }

  public var code: Code
  public var file: String?
  /// From 1.
  public var line: Int?
  /// From 1.
  public var step: Int?
  public var message: String
  public var nextStep: String?

  public init(
    _ code: Code, _ message: String, line: Int? = nil, step: Int? = nil, nextStep: String? = nil
  ) {
    self.code = code
    self.line = line
    self.step = step
    self.message = message
    self.nextStep = nextStep
  }

  /// Where and what, such as `tour.yaml:12: step 3: there is no verb "opne"`.
  public var place: String {
    let line = line.map { "\($0)" }
    let place = [file, line].compactMap { $0 }.joined(separator: ":")
    let step = step.map { "step \($0): " } ?? ""
    return (place.isEmpty ? "" : (file == nil ? "line " : "") + place + ": ") + step + message
  }

  public var description: String { nextStep.map { "\(place); \($0)" } ?? place }
}

/// What a story may be at most.
public enum StoryLimits {
  /// Bytes of a file. Beyond: refused.
  public static let fileBytesMax = 1024 * 1024
  /// Lists and maps within one another. Beyond: refused.
  public static let depthMax = 16
}

/// The word that was probably meant.
func nearest(to word: String, among known: [String]) -> String? {
  // Longer words are nothing that anybody meant.
  guard word.utf8.count <= 40 else { return nil }
  let ranked = known.map { (distance(Array(word.utf8), Array($0.utf8)), $0) }
  guard let best = ranked.min(by: { ($0.0, $0.1) < ($1.0, $1.1) }) else { return nil }
  return best.0 <= max(1, word.utf8.count / 3) ? best.1 : nil
}

/// How many letters have to be put in, left out, replaced or exchanged with the next.
private func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        best = min(best, beforeLast[j - 1] + 1)
      }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
