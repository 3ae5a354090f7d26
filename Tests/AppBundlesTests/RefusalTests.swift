import AppBundles
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite struct RefusalTests {
  private func code(at path: String) -> BundleError.Code? {
    do {
      _ = try AppBundle(at: path, profile: .modern)
      return nil
    } catch { return error.code }
  }

  @Test func `What is no directory is refused`() {
    let home = TemporaryDirectory()
    #expect(code(at: "\(home.path)/Missing.app") == .notADirectory)
    #expect(code(at: home.file("File.app", [])) == .notADirectory)
    #expect(code(at: "") == .notADirectory)
    #expect(code(at: "\(home.path)\0/x.app") == .notADirectory)
  }

  @Test func `A directory of another name is refused`() {
    let temporary = TemporaryBundle()
    rename(temporary.path, "\(temporary.home.path)/Rise")
    #expect(code(at: "\(temporary.home.path)/Rise") == .notAnApp)
  }

  @Test func `A bundle without an Info.plist is refused`() {
    let home = TemporaryDirectory()
    #expect(code(at: home.directory("Rise.app")) == .missingInfoPlist)
  }

  @Test func `An Info.plist that is a directory or a pipe is refused without waiting`() {
    let home = TemporaryDirectory()
    let first = home.directory("A.app")
    mkdir("\(first)/Info.plist", 0o755)
    #expect(code(at: first) == .unreadableInfoPlist)
    let second = home.directory("B.app")
    mkfifo("\(second)/Info.plist", 0o644)
    #expect(code(at: second) == .unreadableInfoPlist)
  }

  @Test func `An Info.plist over the limit is refused, one at the limit is read`() {
    let xml = TemporaryBundle.xml("<dict>\(TemporaryBundle.identity)</dict>")
    let limit = BundleLimits.infoPlistBytesMax
    let full = Array(xml.utf8) + Array(repeating: 0x20, count: limit - xml.utf8.count)
    #expect(TemporaryBundle(plist: full).loadError() == nil)
    #expect(TemporaryBundle(plist: full + [0x20]).loadError()?.code == .infoPlistTooLarge)
  }

  @Test(arguments: [
    "", "com..example", ".com", "com.", "..", "com/example", "../../etc", "com.exa mple",
    "com.exämple", "com.example_app", "com.example\n", String(repeating: "a", count: 156),
  ])
  func `An identifier against the rule is refused`(identifier: String) {
    let error = TemporaryBundle(
      onlyKeys: """
        <key>CFBundleIdentifier</key><string>\(identifier)</string>
        <key>CFBundleExecutable</key><string>Rise</string>
        """
    ).loadError()
    #expect(error?.code == .invalidIdentifier)
    #expect(error?.key == "CFBundleIdentifier")
  }

  @Test(arguments: ["a", "com.example.Rise-2", String(repeating: "a", count: 155)])
  func `An identifier by the rule is accepted`(identifier: String) throws {
    let bundle = try TemporaryBundle(
      onlyKeys: """
        <key>CFBundleIdentifier</key><string>\(identifier)</string>
        <key>CFBundleExecutable</key><string>Rise</string>
        """
    ).load()
    #expect(bundle.manifest.id.bundleIdentifier == identifier)
  }

  @Test func `The next step for a bad identifier is a good one`() {
    let error = TemporaryBundle(
      onlyKeys: "<key>CFBundleIdentifier</key><string>com.example_x..Rise</string>"
    ).loadError()
    #expect(error?.nextStep == "Write ‘com.example-x.Rise’.")
  }

  @Test func `Missing keys are named`() {
    let errors = TemporaryBundle(onlyKeys: "").findings().filter { $0.severity == .error }
    #expect(errors.map(\.code) == ["missing-identifier", "missing-executable-key"])
  }

  @Test(arguments: ["", ".", "..", "../Rise", "/bin/sh", "sub/Rise", "Ri\nse"])
  func `An executable name that is a path is refused`(name: String) {
    #expect(bundle(executable: name).loadError()?.code == .invalidExecutableName)
  }

  private func bundle(executable: String) -> TemporaryBundle {
    TemporaryBundle(
      onlyKeys: """
        <key>CFBundleIdentifier</key><string>com.example.Rise</string>
        <key>CFBundleExecutable</key><string>\(executable)</string>
        """)
  }

  @Test func `An executable that is missing, a directory or without mode x is refused`() {
    #expect(bundle(executable: "Other").loadError()?.code == .executableMissing)
    let folder = bundle(executable: "Folder")
    _ = folder.home.directory("Rise.app/Folder")
    #expect(folder.loadError()?.code == .executableNotRegular)
    let plain = TemporaryBundle()
    chmod("\(plain.path)/Rise", 0o644)
    #expect(plain.loadError()?.code == .executableNotExecutable)
  }

  @Test func `A symbolic link out of the bundle is refused, one inside is not`() {
    let outside = bundle(executable: "Link")
    symlink("/bin/sh", "\(outside.path)/Link")
    #expect(outside.loadError()?.code == .executableOutsideBundle)
    let sibling = bundle(executable: "Link")
    // A name that has the bundle's as its beginning.
    _ = sibling.home.directory("Rise.app2")
    sibling.home.file("Rise.app2/x", [], mode: 0o755)
    symlink("../Rise.app2/x", "\(sibling.path)/Link")
    #expect(sibling.loadError()?.code == .executableOutsideBundle)
    let inside = bundle(executable: "Link")
    symlink("Rise", "\(inside.path)/Link")
    #expect(inside.loadError() == nil)
    let loop = bundle(executable: "Link")
    symlink("Link", "\(loop.path)/Link")
    #expect(loop.loadError()?.code == .executableMissing)
  }

  private func bundle(schemes: [String]) -> TemporaryBundle {
    let values = schemes.map { "<string>\($0)</string>" }.joined()
    return TemporaryBundle(
      keys: """
        <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key>
        <array>\(values)</array></dict></array>
        """)
  }

  @Test func `More URL schemes than the limit are refused, as many are accepted`() throws {
    let most = BundleLimits.urlSchemesMax
    let full = try bundle(schemes: (1...most).map { "a\($0)" }).load()
    #expect(full.manifest.urlSchemes.count == most)
    let over = bundle(schemes: (0...most).map { "a\($0)" })
    #expect(over.loadError()?.code == .tooManyURLSchemes)
    #expect(over.loadError()?.key == "CFBundleURLTypes")
    #expect(over.codes() == ["too-many-url-schemes"])
    // Also when they are all the same.
    let same = bundle(schemes: Array(repeating: "a", count: most + 1))
    #expect(same.loadError()?.code == .tooManyURLSchemes)
  }

  @Test func `A URL scheme over the limit is refused, one at the limit is accepted`() throws {
    let longest = String(repeating: "a", count: BundleLimits.urlSchemeCharactersMax)
    #expect(try bundle(schemes: [longest]).load().manifest.urlSchemes == [longest])
    let over = bundle(schemes: ["a", longest + "a"])
    #expect(over.loadError()?.code == .urlSchemeTooLong)
    #expect(over.loadError()?.key == "CFBundleURLTypes[0].CFBundleURLSchemes[1]")
    #expect(over.codes() == ["url-scheme-too-long"])
  }

  @Test func `An error says file, key, cause and next step in one line`() {
    let temporary = TemporaryBundle(onlyKeys: "<key>CFBundleExecutable</key><string>Rise</string>")
    #expect(
      temporary.loadError()?.description == """
        \(temporary.path)/Info.plist: CFBundleIdentifier: The bundle has no identifier. Add one in \
        reverse DNS form, for example ‘com.example.Rise’.
        """)
  }
}
