import Foundation
import RefreshLearning

/// Replays recorded phones through Greenroom's way of waking apps and through others, in one run.
@main
struct RefreshBench {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let folder = arguments.first ?? "Tests/RefreshLearningTests/Traces"
    let traces = try load(folder)
    guard !traces.isEmpty else {
      FileHandle.standardError.write(
        Data(
          "refresh-bench: no traces in \(folder)\n  give the folder of traces: refresh-bench FOLDER\n"
            .utf8))
      exit(66)
    }
    print("traces: \(traces.map(\.user).joined(separator: ", ")), from \(folder)")
    let replays = traces.map(Replay.init)
    Curves.print(replays)
    Prices.print(replays)
    Scale.print()
  }

  private static func load(_ folder: String) throws -> [Trace] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    return try names.filter { $0.hasSuffix(".json") && !$0.hasPrefix("golden") }
      .map { try Trace(contentsOf: folder + "/" + $0) }
  }
}

extension String {
  func left(_ width: Int) -> String {
    padding(toLength: max(width, count), withPad: " ", startingAt: 0)
  }
  func right(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

extension Double {
  func fixed(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
