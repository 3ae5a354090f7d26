import Foundation
import Testing

/// The names in the table of dynamic symbols of a 64-bit ELF file.
struct DynamicSymbols {
  /// What it asks others for.
  private(set) var undefined: Set<String> = []
  /// What it has for others.
  private(set) var defined: Set<String> = []

  init(path: String) throws {
    let file = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    try #require(
      file.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]), "\(path) is no 64-bit ELF file")
    func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) throws -> Number {
      try #require(offset >= 0 && offset + MemoryLayout<Number>.size <= file.count)
      return file.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }
    let sections = Int(try number(0x28, UInt64.self))
    let sectionSize = Int(try number(0x3a, UInt16.self))
    let sectionCount = Int(try number(0x3c, UInt16.self))
    func section(_ index: Int) throws -> (type: UInt32, offset: Int, size: Int, link: Int) {
      let start = sections + index * sectionSize
      return (
        try number(start + 4, UInt32.self), Int(try number(start + 0x18, UInt64.self)),
        Int(try number(start + 0x20, UInt64.self)), Int(try number(start + 0x28, UInt32.self))
      )
    }
    let dynamicSymbolTable: UInt32 = 11
    let symbolSize = 24
    for index in 0..<sectionCount {
      let table = try section(index)
      guard table.type == dynamicSymbolTable else { continue }
      let strings = try section(table.link)
      for symbol in 1..<max(1, table.size / symbolSize) {
        let start = table.offset + symbol * symbolSize
        let nameStart = strings.offset + Int(try number(start, UInt32.self))
        try #require(nameStart < file.count)
        let name = String(decoding: file[nameStart...].prefix { $0 != 0 }, as: UTF8.self)
        if try number(start + 6, UInt16.self) == 0 {
          undefined.insert(name)
        } else {
          defined.insert(name)
        }
      }
    }
  }
}
