/// Walks a binary property list once, with every offset, length and reference checked.
///
/// A list that refers to itself has no end to its depth, and one whose arrays share their elements
/// may unfold into billions; the limits on depth and on values *reached* stop both.
struct BinaryPlistGuard {
  private let bytes: [UInt8]
  private var offsetSize = 0
  private var referenceSize = 0
  private var objectCount = 0
  private var tableStart = 0
  private var values = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func check() throws(PlistProblem) {
    let headerSize = 8
    let trailerSize = 32
    guard bytes.count > headerSize + trailerSize, bytes.starts(with: Array("bplist00".utf8)) else {
      throw .truncated
    }
    let trailer = bytes.count - trailerSize
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else { throw .truncated }
    objectCount = try integer(at: trailer + 8, size: 8, end: bytes.count)
    let top = try integer(at: trailer + 16, size: 8, end: bytes.count)
    tableStart = try integer(at: trailer + 24, size: 8, end: bytes.count)
    guard (1...BundleLimits.plistValuesMax).contains(objectCount) else { throw .tooManyValues }
    guard tableStart >= headerSize, tableStart <= trailer,
      objectCount * offsetSize <= trailer - tableStart
    else { throw .truncated }
    try visit(top, depth: 0, asKey: false)
  }

  private mutating func visit(
    _ object: Int, depth: Int, asKey: Bool
  ) throws(PlistProblem) {
    values += 1
    if values > BundleLimits.plistValuesMax { throw .tooManyValues }
    if depth > BundleLimits.plistDepthMax {
      throw PlistProblem(
        message: "The values nest deeper than \(BundleLimits.plistDepthMax) levels "
          + "or contain themselves.")
    }
    guard object < objectCount else { throw .truncated }
    let start = try integer(
      at: tableStart + object * offsetSize, size: offsetSize, end: bytes.count)
    guard start >= 8, start < tableStart else { throw .truncated }
    let kind = bytes[start] >> 4
    let low = Int(bytes[start] & 0x0F)
    if asKey, kind != 0x5, kind != 0x6 {
      throw PlistProblem(message: "A key of a dictionary is not a string.")
    }
    switch kind {
    case 0x0:
      guard low == 8 || low == 9 else { throw .unknownObject }
    case 0x1:
      guard low <= 4 else { throw .unknownObject }
      try need(1 << low, at: start + 1)
    case 0x2:
      guard low == 2 || low == 3 else { throw .unknownObject }
      try need(1 << low, at: start + 1)
    case 0x3:
      guard low == 3 else { throw .unknownObject }
      try need(8, at: start + 1)
    case 0x4, 0x5, 0x6:
      let (count, body) = try length(low, at: start)
      try need(kind == 0x6 ? 2 * count : count, at: body)
    case 0xA:
      let (count, body) = try length(low, at: start)
      try references(count, at: body, depth: depth, keys: 0)
    case 0xD:
      let (count, body) = try length(low, at: start)
      try references(2 * count, at: body, depth: depth, keys: count)
    default:
      throw .unknownObject
    }
  }

  private mutating func references(
    _ count: Int, at body: Int, depth: Int, keys: Int
  ) throws(PlistProblem) {
    try need(count * referenceSize, at: body)
    for index in 0..<count {
      let object = try integer(
        at: body + index * referenceSize, size: referenceSize, end: tableStart)
      try visit(object, depth: depth + 1, asKey: index < keys)
    }
  }

  /// The length of an object, which stands in the low half byte or in an integer behind it.
  private func length(_ low: Int, at start: Int) throws(PlistProblem) -> (count: Int, body: Int) {
    if low < 0xF { return (low, start + 1) }
    guard start + 1 < tableStart, bytes[start + 1] >> 4 == 0x1, bytes[start + 1] & 0x0F <= 3 else {
      throw .truncated
    }
    let size = 1 << Int(bytes[start + 1] & 0x0F)
    let count = try integer(at: start + 2, size: size, end: tableStart)
    // No object is longer than the file, and so no product of the count overflows.
    guard count <= bytes.count else { throw .truncated }
    return (count, start + 2 + size)
  }

  private func need(_ count: Int, at index: Int) throws(PlistProblem) {
    guard index <= tableStart, count <= tableStart - index else { throw .truncated }
  }

  private func integer(at index: Int, size: Int, end: Int) throws(PlistProblem) -> Int {
    guard index <= end, size <= end - index else { throw .truncated }
    let value = bytes[index..<(index + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let value = Int(exactly: value) else { throw .truncated }
    return value
  }
}

extension PlistProblem {
  fileprivate static var truncated: PlistProblem {
    PlistProblem(message: "The binary property list is cut off or points outside itself.")
  }
  fileprivate static var unknownObject: PlistProblem {
    PlistProblem(message: "The binary property list holds an object that is no plist type.")
  }
}
