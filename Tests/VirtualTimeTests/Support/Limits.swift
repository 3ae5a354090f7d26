import Foundation
import Testing

/// The library's limits, as `World.h` has them.
struct Limits {
  private var values: [String: Int] = [:]
  var names: [String] { values.keys.sorted() }

  init() throws {
    let header = try String(
      contentsOf: ProbeRun.root.appending(path: "Sources/CVirtualTime/World.h"), encoding: .utf8)
    let block = try #require(header.components(separatedBy: "/// Limits.").dropFirst().first)
    for match in block.prefix(while: { $0 != "}" }).matches(of: /(\w+) = (\d+),/) {
      values[String(match.1)] = Int(match.2)
    }
    #expect(values.count >= 9)
  }

  subscript(_ name: String) -> Int { values[name] ?? -1 }
}
