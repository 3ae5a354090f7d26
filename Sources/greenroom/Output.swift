import CLinux
import ControlAPI
import FoundationEssentials
import Glibc
import Multitasking

/// The environment of this program.
enum ProgramEnvironment {
  static let values: [String: String] = {
    var values: [String: String] = [:]
    guard var entry = greenroom_environment() else { return values }
    while let text = entry.pointee {
      let pair = String(cString: text)
      if let equals = pair.firstIndex(of: "=") {
        values[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
      }
      entry += 1
    }
    return values
  }()
}

enum JSON {
  /// For people: indented, keys sorted.
  static func print(_ value: some Encodable) throws {
    Swift.print(try text(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]))
  }

  /// For streams: one line.
  static func printLine(_ value: some Encodable) throws {
    Swift.print(try text(value, [.sortedKeys, .withoutEscapingSlashes]))
    fflush(nil)
  }

  /// One line with its end, for stderr.
  static func line(_ value: some Encodable) throws -> String {
    try text(value, [.sortedKeys, .withoutEscapingSlashes]) + "\n"
  }

  private static func text(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

/// Rows of text in columns as wide as they must be.
struct Table {
  var rows: [[String]] = []

  mutating func add(_ cells: String...) { rows.append(cells) }

  func print() {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    for row in rows {
      let cells = row.enumerated().map { column, cell in
        column == row.count - 1 ? cell : cell.padded(to: widths[column])
      }
      Swift.print(cells.joined(separator: "  "))
    }
  }
}
