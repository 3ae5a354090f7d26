import AppBundles
import FoundationEssentials
import SeededRandom
import Testing

@Suite struct PlistFuzzTests {
  private static let tokens: [[UInt8]] = [
    "<array>", "</array>", "<dict>", "</dict>", "<key>", "</key>", "<integer>", "-", "<data>", "=",
    "<date>", "</date>", "<![CDATA[", "]]>", "<!--", "-->", "&#", "&lt;", "&#xFFFFFFFF;", ";", "0x",
    "&#x110000;", "99999999999999999999", "<!DOCTYPE", "<?", "?>", "<real>", "1e999", "/>", "<",
    ">", "\0", "T", "Z", "9", "<true/>", "$(", "${X}",
  ].map { Array($0.utf8) }

  private static let markers: [UInt8] = [0xFF, 0x00, 0x80, 0xAF, 0xDF, 0x13]

  private static let sample: [String: PlistValue] = [
    "CFBundleIdentifier": .string("com.example.Rise"), "CFBundleExecutable": .string("Rise"),
    "UIApplicationExitsOnSuspend": .boolean(true), "n": .integer(70_000), "r": .real(1.5),
    "d": .date(Date(timeIntervalSinceReferenceDate: 1e6)), "b": .data(Data([1, 2, 3])),
    "UIBackgroundModes": .array([.string("fetch"), .string("audio, héllo and a long string")]),
    "CFBundleURLTypes": .array([.dictionary(["CFBundleURLSchemes": .array([.string("rise")])])]),
  ]

  private static func mutated(_ original: [UInt8], by random: inout SplitMix64) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      // Half of the changes near the end, where a binary plist keeps its table.
      let low = Bool.random(using: &random) ? max(0, bytes.count - 60) : 0
      let position = Int.random(in: low..<bytes.count, using: &random)
      let end = min(bytes.count, position + Int.random(in: 1...30, using: &random))
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2 where Int.random(in: 0..<4, using: &random) == 0: bytes.removeSubrange(position...)
      case 3: bytes.removeSubrange(position..<end)
      case 4: bytes.insert(contentsOf: tokens.randomElement(using: &random)!, at: position)
      case 5: bytes.insert(contentsOf: Array(bytes[position..<end]), at: position)
      default: bytes[position] = markers.randomElement(using: &random)!
      }
    }
    return bytes
  }

  @Test(arguments: [PropertyListDecoder.PropertyListFormat.xml, .binary])
  func `Two thousand spoilt plists never crash, and doctor and loader agree`(
    format: PropertyListDecoder.PropertyListFormat
  ) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    let original = Array(try encoder.encode(Self.sample))
    let temporary = TemporaryBundle(plist: original)
    #expect(temporary.loadError() == nil)
    for seed in UInt64(0)..<2_000 {
      var random = SplitMix64(seed: seed)
      temporary.home.file("Rise.app/Info.plist", Self.mutated(original, by: &random))
      let profile: BundleProfile = seed.isMultiple(of: 2) ? .classic : .modern
      let error = temporary.loadError(profile)
      let first = temporary.findings(profile).first { $0.severity == .error }
      #expect(error?.code.rawValue == first?.code, "format \(format), seed \(seed)")
    }
  }
}
