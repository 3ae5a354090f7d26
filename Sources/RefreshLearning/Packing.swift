// Habits as bytes: what a device keeps of them, exactly, in little room.
extension AppHabits {
  /// The layout; another one is not read.
  private static let version: UInt8 = 2

  /// All that is known of the app, in about 0.9 KB.
  public var bytes: [UInt8] {
    var packer = Packer(version: AppHabits.version)
    var copy = self
    copy.visit { packer.add($0) }
    return packer.bytes
  }

  /// What ``bytes`` has kept; nil for bytes of another layout, cut ones, and numbers that no model
  /// comes to.
  public init?(_ name: String, bytes: [UInt8], parameters: Parameters = Parameters()) {
    self.init(name, at: 0, parameters)
    var reader = Unpacker(bytes, version: AppHabits.version)
    visit { $0 = reader.next() ?? .nan }
    var isSound = reader.isAtEnd
    visit { if !$0.isFinite { isSound = false } }
    guard isSound, openings.isSound, content.isSound else { return nil }
    openings.rebuild(parameters)
  }

  /// Every number, in the order of the layout.
  private mutating func visit(_ body: (inout Double) -> Void) {
    openings.visit(body)
    content.visit(body)
    cost.visit(body)
    body(&minimumInterval)
    body(&leftAt)
    body(&syncedAt)
    body(&notBefore)
    body(&opensInTick)
    body(&sinceUse)
    var flags = [isInFront, isEnrolled, answeredAt != nil].map { $0 ? 1.0 : 0.0 }
    for index in flags.indices { body(&flags[index]) }
    isInFront = flags[0] == 1
    isEnrolled = flags[1] == 1
    var answered = answeredAt ?? 0
    body(&answered)
    answeredAt = flags[2] == 1 ? answered : nil
    var counts = [Double(withoutNews), Double(failures)]
    for index in counts.indices { body(&counts[index]) }
    withoutNews = Self.count(counts[0])
    failures = Self.count(counts[1])
  }

  private static func count(_ value: Double) -> Int {
    value.isFinite ? Int(min(max(value, 0), 1e6)) : 0
  }
}

private struct Packer {
  var bytes: [UInt8]

  init(version: UInt8) { bytes = [version] }

  mutating func add(_ value: Double) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(shift)))
    }
  }
}

private struct Unpacker {
  private var rest: ArraySlice<UInt8>
  private let isKnown: Bool

  init(_ bytes: [UInt8], version: UInt8) {
    isKnown = bytes.first == version
    rest = bytes.dropFirst()
  }

  var isAtEnd: Bool { isKnown && rest.isEmpty }

  mutating func next() -> Double? {
    guard isKnown, rest.count >= 8 else { return nil }
    let pattern = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(8)
    return Double(bitPattern: pattern)
  }
}
