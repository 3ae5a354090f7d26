import AppBundles
import FoundationEssentials
import Testing

@Suite struct HostilePlistTests {
  private func problem(_ bytes: [UInt8]) -> BundleError? {
    TemporaryBundle(plist: bytes).loadError()
  }

  private func problem(xml body: String) -> BundleError? {
    problem(Array(TemporaryBundle.xml(body).utf8))
  }

  @Test(arguments: ["array", "dict", "foo", "plist"])
  func `Ten thousand nested tags are an error and no stack overflow`(tag: String) {
    let count = 10_000
    let inner = tag == "dict" ? "<key>k</key>" : ""
    let open = String(repeating: "<\(tag)>\(inner)", count: count)
    let close = String(repeating: "</\(tag)>", count: count)
    #expect(problem(xml: open + close)?.code == .malformedInfoPlist)
    #expect(problem(xml: open)?.code == .malformedInfoPlist)
  }

  @Test func `Sixty-four levels are read and sixty-six are not`() {
    func nested(_ count: Int) -> String {
      let arrays = String(repeating: "<array>", count: count)
      let ends = String(repeating: "</array>", count: count)
      return "<dict>\(TemporaryBundle.identity)<key>deep</key>\(arrays)\(ends)</dict>"
    }
    #expect(problem(xml: nested(63)) == nil)
    #expect(problem(xml: nested(66))?.code == .malformedInfoPlist)
  }

  @Test func `Nesting that hides in another encoding is refused`() {
    let xml = "<plist>" + String(repeating: "<array>", count: 10_000)
    var utf16: [UInt8] = [0xFF, 0xFE]
    for unit in xml.utf16 { utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(problem(utf16)?.code == .malformedInfoPlist)
    let declared = "<?xml version=\"1.0\" encoding=\"UTF-7\"?>" + xml
    #expect(problem(Array(declared.utf8))?.code == .malformedInfoPlist)
    let openStep = String(repeating: "(", count: 100_000)
    #expect(problem(Array(openStep.utf8))?.code == .malformedInfoPlist)
    #expect(problem(Array(("<!-- -->" + openStep).utf8))?.code == .malformedInfoPlist)
  }

  @Test(arguments: [
    "", "<", "<dict", "<dict>", "</dict>", "<dict></array>", "<!-- ", "<![CDATA[", "<string>&",
    "<string>&#xFFFFFFFFFFFF;</string>", "<dict><string>x</string></dict>", "<array/>",
    "<dict><key>a</key></dict>", "<integer>99999999999999999999999</integer>",
    "<dict><key>a</key><date>99999999999999-01-01T00:00:00Z</date></dict>",
    "<dict><key>a</key><date>x</date></dict>", "<dict><key>a</key><data>!</data></dict>",
    "<dict><key>a</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>",
  ])
  func `A malformed body is an error`(body: String) {
    #expect(problem(xml: body) != nil)
  }

  @Test func `NUL bytes, invalid UTF-8 and an empty file are errors`() {
    #expect(problem([])?.code == .malformedInfoPlist)
    #expect(problem([0])?.code == .malformedInfoPlist)
    let xml = Array(TemporaryBundle.xml("<dict>\(TemporaryBundle.identity)").utf8)
    let end = Array("</dict></plist>".utf8)
    #expect(problem(xml + [0xC3, 0x28] + end)?.code == .malformedInfoPlist)
    #expect(problem(xml + [0] + end)?.code == .malformedInfoPlist)
  }

  @Test func `More values than the limit are an error`() {
    let many = String(repeating: "<true/>", count: BundleLimits.plistValuesMax)
    let error = problem(xml: "<dict><key>k</key><array>\(many)</array></dict>")
    #expect(error?.code == .malformedInfoPlist)
  }

  // MARK: Binary

  /// A binary plist of one-byte offsets and references.
  private func binary(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)] + Array(repeating: 0, count: 8)
    return bytes + [0, 0, 0, 0, 0, 0, 0, table]
  }

  @Test func `A binary plist is read like an XML one`() throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let plist = ["CFBundleIdentifier": "com.example.Rise", "CFBundleExecutable": "Rise"]
    let bytes = Array(try encoder.encode(plist))
    #expect(problem(bytes) == nil)
    for length in 0..<bytes.count {
      #expect(problem(Array(bytes[..<length]))?.code == .malformedInfoPlist, "length \(length)")
    }
  }

  @Test func `A binary plist that contains itself is an error`() {
    #expect(problem(binary([[0xA1, 0]]))?.code == .malformedInfoPlist)
    #expect(problem(binary([[0xD1, 1, 0], [0x51, 0x61]]))?.code == .malformedInfoPlist)
    #expect(problem(binary([[0xD1, 0, 0]]))?.code == .malformedInfoPlist)
  }

  @Test func `A binary plist that unfolds into billions is an error`() {
    var objects: [[UInt8]] = (1...40).map { [0xA2, $0, $0] }
    objects.append([0x09])
    #expect(problem(binary(objects))?.code == .malformedInfoPlist)
  }

  @Test func `Counts and offsets beyond the file are errors`() {
    let huge: [UInt8] = [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    for marker: UInt8 in [0x4F, 0x5F, 0x6F, 0xAF, 0xDF] {
      #expect(problem(binary([[marker, 0x13] + huge])) != nil)
      #expect(problem(binary([[marker, 0x13, 0xFF] + huge.dropFirst()])) != nil)
    }
    let good = binary([[0xD0]])
    for index in (good.count - 32)..<good.count {
      for value: UInt8 in [0x00, 0x01, 0x7F, 0x80, 0xFF] {
        var bad = good
        bad[index] = value
        #expect(problem(bad) != nil)
      }
    }
  }

  @Test func `A date that is no number is an error`() {
    let nan: [UInt8] = [0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]
    #expect(problem(binary([[0xD1, 1, 2], [0x51, 0x61], nan]))?.code == .malformedInfoPlist)
  }
}
