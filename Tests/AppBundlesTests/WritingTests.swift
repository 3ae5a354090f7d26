import AppBundles
import FoundationEssentials
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite struct WritingTests {
  private let home = TemporaryDirectory()
  private let program: String
  private let out: String

  init() {
    program = home.file("rise-tool", Array("#!/bin/sh\n".utf8), mode: 0o755)
    out = home.directory("out")
  }

  private func plist(_ keys: String) -> String {
    home.file("In.plist", Array(TemporaryBundle.xml("<dict>\(keys)</dict>").utf8))
  }

  private func assemble(
    _ infoPlist: String?, name: String? = "Rise", resources: [String] = []
  ) throws(BundleError) -> AppBundle {
    let path = try BundleWriter.assemble(
      executable: program, infoPlist: infoPlist, name: name, into: out, extraResources: resources)
    return try AppBundle(at: path, profile: .modern)
  }

  private func code(
    _ infoPlist: String?, name: String? = "Rise", resources: [String] = []
  ) -> BundleError.Code? {
    do {
      _ = try assemble(infoPlist, name: name, resources: resources)
      return nil
    } catch { return error.code }
  }

  private var leftovers: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: out)) ?? []).sorted()
  }

  @Test func `A program alone becomes a bundle`() throws {
    let bundle = try assemble(nil, name: nil)
    #expect(bundle.path == "\(out)/rise-tool.app")
    #expect(bundle.executablePath == "\(out)/rise-tool.app/rise-tool")
    #expect(bundle.manifest.id == "local.rise-tool")
    #expect(leftovers == ["rise-tool.app"])
  }

  @Test func `Xcode's template is filled in`() throws {
    let bundle = try assemble(
      plist(
        """
        <key>CFBundleIdentifier</key><string>com.example.$(PRODUCT_NAME:rfc1034identifier)</string>
        <key>CFBundleExecutable</key><string>${EXECUTABLE_NAME}</string>
        <key>CFBundleName</key><string>$(PRODUCT_NAME)</string>
        <key>BGTaskSchedulerPermittedIdentifiers</key>
        <array><string>$(PRODUCT_BUNDLE_IDENTIFIER).refresh</string></array>
        <key>CFBundleVersion</key><string>$(CURRENT_PROJECT_VERSION)</string>
        """), name: "Rise It.app")
    #expect(bundle.manifest.id == "com.example.Rise-It")
    #expect(bundle.manifest.displayName == "Rise It")
    #expect(bundle.info["CFBundleExecutable"] == .string("rise-tool"))
    #expect(bundle.permittedTaskIdentifiers == ["com.example.Rise-It.refresh"])
    #expect(bundle.build == "$(CURRENT_PROJECT_VERSION)")
  }

  @Test func `An identifier that only Xcode knows is an error and leaves nothing`() {
    let keys = "<key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>"
    #expect(code(plist(keys)) == .unexpandedPlaceholder)
    #expect(leftovers == [])
  }

  @Test func `A bundle that is there is replaced as a whole, and kept on failure`() throws {
    _ = try assemble(nil, resources: [home.file("old.txt", [1])])
    #expect(home.bytes("out/Rise.app/old.txt") == [1])
    #expect(code(plist("<key>UIBackgroundModes</key><true/>")) == .missingIdentifier)
    #expect(home.bytes("out/Rise.app/old.txt") == [1])
    _ = try assemble(nil)
    #expect(home.bytes("out/Rise.app/old.txt") == nil)
    #expect(leftovers == ["Rise.app"])
  }

  @Test func `A file in the place of the bundle is not replaced`() {
    home.file("out/Rise.app", [1])
    #expect(code(nil) == .notWritten)
    #expect(home.bytes("out/Rise.app") == [1])
    #expect(leftovers == ["Rise.app"])
  }

  @Test func `A linked program is copied by content with its mode`() throws {
    let link = "\(home.path)/link"
    symlink(program, link)
    chmod(program, 0o4751)
    let path = try BundleWriter.assemble(
      executable: link, infoPlist: nil, name: nil, into: out, extraResources: [])
    var status = stat()
    #expect(lstat("\(path)/link", &status) == 0)
    #expect(status.st_mode == S_IFREG | 0o751)
  }

  @Test func `Resources are copied with their folders and inner links`() throws {
    let folder = home.directory("Sounds")
    home.file("Sounds/a.caf", [7])
    symlink("a.caf", "\(folder)/b.caf")
    _ = try assemble(nil, resources: [folder, home.file("c.txt", [8])])
    #expect(home.bytes("out/Rise.app/Sounds/b.caf") == [7])
    #expect(home.bytes("out/Rise.app/c.txt") == [8])
  }

  @Test func `Resources that are missing, in the way or lead out are refused`() {
    #expect(code(nil, resources: ["\(home.path)/none"]) == .unusableResource)
    let twice = home.file("x", [])
    #expect(code(nil, resources: [twice, twice]) == .unusableResource)
    #expect(code(nil, resources: [home.file("Info.plist", [])]) == .unusableResource)
    let folder = home.directory("Out")
    symlink("../rise-tool", "\(folder)/link")
    #expect(code(nil, resources: [folder]) == .unusableResource)
    #expect(leftovers == [])
  }

  @Test(arguments: ["", ".app", "..", "../Rise", "a/b", "x\0y"])
  func `A name that is a path is refused`(name: String) {
    #expect(code(nil, name: name) == .invalidName)
  }

  @Test func `A program that cannot be started is refused`() {
    chmod(program, 0o644)
    #expect(code(nil) == .executableNotExecutable)
  }

  @Test func `Messages name the bundle and not the place where it grew`() {
    do {
      _ = try assemble(plist("<key>CFBundleVersion</key><string>1</string>"))
      Issue.record("It has no identifier.")
    } catch {
      #expect(error.file == "\(out)/Rise.app/Info.plist")
    }
  }

  @Test func `All types of values survive the rewriting`() throws {
    let keys = """
      <key>CFBundleIdentifier</key><string>com.example.Rise</string><key>CFBundleName</key>
      <string>a&amp;&lt;b</string><key>d</key><date>2001-01-01T00:00:00Z</date>
      <key>e</key><data>AQI=</data><key>f</key><real>1.5</real><key>g</key><integer>-7</integer>
      """
    let original = TemporaryBundle(
      onlyKeys: keys + "<key>CFBundleExecutable</key><string>Rise</string>")
    var expected = try original.load().info
    expected["CFBundleExecutable"] = .string("rise-tool")
    #expect(try assemble(plist(keys)).info == expected)
  }
}
