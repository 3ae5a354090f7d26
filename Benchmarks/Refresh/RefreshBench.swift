import Foundation
import RefreshLearning

/// Replays recorded phones through Greenroom's way of waking apps and through others, in one run.
@main
struct RefreshBench {
  private static let shipped = "Tests/RefreshLearningTests/Traces"
  private static let help = """
    USAGE: refresh-bench [FOLDER] [--quick]

    Replays every trace in FOLDER (or $GREENROOM_TRACES; else \(shipped)).
      --quick  without the month of many apps
    """

  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("refresh-bench: \(error)\n".utf8))
      exit(65)
    }
  }

  private static func run(_ arguments: [String]) throws {
    let options = arguments.filter { $0.hasPrefix("-") }
    let folders = arguments.filter { !$0.hasPrefix("-") }
    if options.contains("--help") || options.contains("-h") { return print(help) }
    guard options.allSatisfy({ $0 == "--quick" }), folders.count <= 1 else {
      FileHandle.standardError.write(Data("\(help)\n".utf8))
      exit(64)
    }
    let named = ProcessInfo.processInfo.environment["GREENROOM_TRACES"].flatMap {
      $0.isEmpty ? nil : $0
    }
    let folder = folders.first ?? named ?? shipped
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
    let traces = exists && isFolder.boolValue ? try load(folder) : []
    guard !traces.isEmpty else {
      FileHandle.standardError.write(
        Data("refresh-bench: no traces in \(folder)\n  name their folder: GREENROOM_TRACES\n".utf8))
      exit(66)
    }
    print("Traces: \(traces.map(\.user).joined(separator: ", ")), from \(folder)")
    let replays = traces.map(Replay.init)
    Curves.print(replays)
    Prices.print(replays)
    if options.isEmpty { Scale.print() }
  }

  private static func load(_ folder: String) throws -> [Trace] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".json") }
      .compactMap { try Trace(ifAt: folder + "/" + $0) }
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
