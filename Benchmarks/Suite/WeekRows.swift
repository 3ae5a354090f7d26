import FoundationEssentials
import Glibc

/// Virtual devices: how long one takes to be there and go, and a week of twenty apps.
struct WeekRows {
  static let apps = 20
  static let days = 7
  static let startSamples = 30

  let programs: Programs

  func measure() throws -> [Row] {
    try makeBundles()
    let moment = try write(["- wait: 1s"], as: "moment")
    let starts = try (0..<WeekRows.startSamples).map { _ in try run(moment) }
    let week = try write(WeekRows.week(in: programs.home), as: "week")
    let journal = programs.home + "/week.jsonl"
    let times = try (0..<3).map { _ in try run(week, ["--journal", journal]) }
    let entries = FileManager.default.contents(atPath: journal) ?? Data()
    let lines = entries.split(separator: UInt8(ascii: "\n"))
    // The journal holds its latest 8 MiB; entries are numbered.
    let count = try lines.last.map { try JSONDecoder().decode(Number.self, from: $0).number } ?? 0
    let (start, time) = (Figure(starts), Figure(times))
    return [
      Row(
        "virtual device: start, a moment, end", start, goal: "< 100 ms", isMet: start.p50 < 100e6),
      Row("virtual device: a week of 20 apps", time, goal: "< 5 s", isMet: time.p50 < 5e9),
      Row(
        "virtual device: journal entries a second",
        Figure(p50: Double(count) * 1e9 / time.p50, p99: Double(count) * 1e9 / time.p99),
        unit: .rate),
    ]
  }

  private struct Number: Decodable { var number: Int }

  private func run(_ story: String, _ more: [String] = []) throws -> Int64 {
    try Program.time(programs.greenroom, ["run", story, "--virtual", "--seed", "1"] + more)
  }

  /// Each app is opened three times a day for some minutes, with a timer of a minute, and holds a
  /// background task for 20 s when it is left.
  private static func week(in folder: String) -> [String] {
    var steps = (0..<apps).map { "- install: \(folder)/week\($0)/Week.app" }
    for day in 1...days {
      for visit in 0..<3 {
        let hour = 8 + visit * 5
        steps.append("- run-until: 2026-01-0\(day)T\(hour < 10 ? "0" : "")\(hour):00:00Z")
        for app in 0..<apps {
          steps.append(
            "- launch: {app: com.example.week\(app), arguments: [--tick, \"60\", --begin-task, work, "
              + "--end-task-after, \"20\"]}")
          steps += ["- wait: 4min", "- home", "- wait: 1min"]
        }
      }
    }
    return steps
  }

  private func write(_ steps: [String], as name: String) throws -> String {
    let path = "\(programs.home)/\(name).yaml"
    try Data(steps.joined(separator: "\n").utf8).write(to: URL(filePath: path))
    return path
  }

  private func makeBundles() throws {
    for app in 0..<WeekRows.apps {
      let folder = "\(programs.home)/week\(app)"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let info = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>com.example.week\(app)</string>
        <key>CFBundlePackageType</key><string>APPL</string>
        <key>CFBundleVersion</key><string>1</string>
        </dict></plist>
        """
      try Data(info.utf8).write(to: URL(filePath: folder + "/Info.plist"))
      _ = try Program.time(
        programs.greenroom,
        [
          "bundle", "--executable", programs.binaries + "/LifeCycleProbe", "--info",
          folder + "/Info.plist", "--name", "Week", "--output", folder,
        ])
    }
  }
}
