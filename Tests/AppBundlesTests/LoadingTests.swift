import AppBundles
import FoundationEssentials
import Multitasking
import Testing

@Suite struct LoadingTests {
  private static let everything = """
    <key>CFBundleDisplayName</key><string>Rise and Shine</string>
    <key>CFBundleShortVersionString</key><string>1.2</string>
    <key>CFBundleVersion</key><string>34</string>
    <key>UIApplicationExitsOnSuspend</key><true/>
    <key>UIBackgroundModes</key>
    <array><string>processing</string><string>audio</string><string>Fetch</string>
      <string>audio</string></array>
    <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>b</string><string>a</string></array>
    <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key>
      <array><string>Rise</string><string>http</string><string>1x</string><string>alarm+x</string>
      </array></dict></array>
    <key>UIApplicationSceneManifest</key><dict>
      <key>UIApplicationSupportsMultipleScenes</key><true/></dict>
    """

  @Test func `A bundle knows its paths, its version and its raw keys`() throws {
    let temporary = TemporaryBundle(keys: Self.everything)
    let bundle = try temporary.load()
    #expect(bundle.path == temporary.path)
    #expect(bundle.executablePath == "\(temporary.path)/Rise")
    #expect(bundle.version == "1.2")
    #expect(bundle.build == "34")
    #expect(bundle.info["CFBundleVersion"] == .string("34"))
    #expect(bundle.permittedTaskIdentifiers == ["b", "a"])
  }

  @Test func `Modern knows all background modes`() throws {
    let manifest = try TemporaryBundle(keys: Self.everything).load(.modern).manifest
    #expect(
      manifest
        == AppManifest(
          id: "com.example.Rise", displayName: "Rise and Shine", exitsOnSuspend: true,
          backgroundModes: [.audio, .processing], urlSchemes: ["alarm+x", "rise"],
          usesScenes: true, supportsMultipleScenes: true,
          permittedTaskIdentifiers: ["b", "a"]))
  }

  @Test func `Classic does not know the mode processing`() throws {
    let manifest = try TemporaryBundle(keys: Self.everything).load(.classic).manifest
    #expect(
      manifest
        == AppManifest(
          id: "com.example.Rise", displayName: "Rise and Shine", exitsOnSuspend: true,
          backgroundModes: [.audio], urlSchemes: ["alarm+x", "rise"],
          usesScenes: true, supportsMultipleScenes: true,
          permittedTaskIdentifiers: ["b", "a"]))
  }

  @Test func `The name falls back from display name to bundle name to executable`() throws {
    #expect(try TemporaryBundle().load().manifest.displayName == "Rise")
    let named = TemporaryBundle(keys: "<key>CFBundleName</key><string>Dawn</string>")
    #expect(try named.load().manifest.displayName == "Dawn")
  }

  @Test func `A trailing slash and a symbolic link lead to the same bundle`() throws {
    let temporary = TemporaryBundle()
    #expect(try AppBundle(at: "\(temporary.path)/", profile: .modern).path == temporary.path)
    let link = "\(temporary.home.path)/Link.app"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: temporary.path)
    #expect(try AppBundle(at: link, profile: .modern).path == temporary.path)
  }

  @Test func `Every type of value is read`() throws {
    let info = try TemporaryBundle(
      keys: """
        <key>a</key><true/><key>b</key><integer>-5</integer><key>c</key><real>1.5</real>
        <key>d</key><date>2001-01-01T00:00:00Z</date><key>e</key><data>AQI=</data>
        <key>f</key><array><string>&lt;x&gt;</string></array><key>g</key><dict/>
        <key>h</key><string><![CDATA[<array>]]></string><!-- <array> -->
        """
    ).load().info
    #expect(info["a"]?.boolean == true)
    #expect(info["b"] == .integer(-5))
    #expect(info["c"] == .real(1.5))
    #expect(info["d"]?.typeName == "a date")
    #expect(info["e"]?.typeName == "data")
    #expect(info["f"]?.strings == ["<x>"])
    #expect(info["g"]?.dictionary?.isEmpty == true)
    #expect(info["h"]?.string == "<array>")
  }
}
