import FoundationEssentials
import Glibc

/// The middle and the tail of some samples.
struct Figure: Codable {
  var p50: Double
  var p99: Double

  init(p50: Double, p99: Double) {
    self.p50 = p50
    self.p99 = p99
  }

  init(_ samples: [Int64], dividedBy divisor: Double = 1) {
    precondition(!samples.isEmpty)
    let sorted = samples.sorted()
    p50 = Double(sorted[sorted.count / 2]) / divisor
    p99 = Double(sorted[sorted.count * 99 / 100]) / divisor
  }
}

/// One line of the table. Times are nanoseconds.
struct Row: Encodable {
  enum Unit: String, Encodable { case time, rate, bytes, count }

  var what: String
  var unit = Unit.time
  var ours: Figure
  var peer: Figure?
  var goal: String
  /// Nil: the row is there to be compared with, and has no goal.
  var isMet: Bool?

  /// How many times as long as the peer this takes; for rates, as many as the peer's are of ours.
  var ratio: Double? {
    guard let peer else { return nil }
    return unit == .rate ? peer.p50 / ours.p50 : ours.p50 / peer.p50
  }

  /// A row whose goal is a multiple of its peer.
  init(_ what: String, _ ours: Figure, against peer: Figure, atMost factor: Double) {
    self.what = what
    self.ours = ours
    self.peer = peer
    goal = "<= \(Int(factor))x"
    isMet = ours.p50 <= factor * peer.p50
  }

  /// A row whose goal is a value, or that has none.
  init(
    _ what: String, _ ours: Figure, unit: Unit = .time, against peer: Figure? = nil,
    goal: String = "", isMet: Bool? = nil
  ) {
    self.what = what
    self.unit = unit
    self.ours = ours
    self.peer = peer
    self.goal = goal
    self.isMet = isMet
  }
}

/// All rows of a run, and where it ran.
struct Report: Encodable {
  var machine = Report.machine()
  var loadBefore = Report.load()
  var loadAfter = ""
  var rows: [Row] = []

  static func load() -> String {
    let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    return text.split(separator: " ").prefix(3).joined(separator: " ")
  }

  private static func machine() -> String {
    var names = utsname()
    uname(&names)
    let release = withUnsafeBytes(of: names.release) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let processors = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model =
      processors.split(separator: "\n").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last.map { $0.drop { $0 == " " } } ?? "unknown processor"
    return "\(model), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores, Linux \(release)"
  }

  func print() {
    Swift.print("\(machine); load before \(loadBefore), after \(loadAfter)\n")
    let header = ["what", "ours p50 / p99", "peer p50 / p99", "ratio", "goal", "met"]
    let lines = [header] + rows.map(\.cells)
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    for (number, line) in lines.enumerated() {
      let cells = zip(line, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      Swift.print("| " + cells.joined(separator: " | ") + " |")
      if number == 0 {
        Swift.print("|" + widths.map { String(repeating: "-", count: $0 + 2) + "|" }.joined())
      }
    }
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(filePath: path))
  }
}

extension Row {
  fileprivate var cells: [String] {
    [
      what, text(ours), peer.map(text) ?? "",
      ratio.map { rounded($0, $0 < 10 ? 2 : 1) + "x" } ?? "", goal,
      isMet.map { $0 ? "yes" : "no" } ?? "",
    ]
  }

  private func text(_ figure: Figure) -> String {
    figure.p50 == figure.p99
      ? text(figure.p50) : "\(text(figure.p50)) / \(text(figure.p99))"
  }

  private func text(_ value: Double) -> String {
    switch unit {
    case .time where value < 10: rounded(value, 1) + " ns"
    case .time where value < 1e3: rounded(value, 0) + " ns"
    case .time where value < 1e6: rounded(value / 1e3, 1) + " µs"
    case .time: rounded(value / 1e6, 2) + " ms"
    case .rate where value < 1e6: rounded(value / 1e3, 0) + " k/s"
    case .rate: rounded(value / 1e6, 2) + " M/s"
    case .bytes: rounded(value / 1e6, 1) + " MB"
    case .count: rounded(value, 0)
    }
  }

  private func rounded(_ value: Double, _ digits: Int) -> String {
    let scale = digits == 0 ? 1 : (digits == 1 ? 10 : 100)
    let number = Int((value * Double(scale)).rounded())
    guard digits > 0 else { return "\(number)" }
    let fraction = "\(number % scale)"
    return "\(number / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
