import AppBundles
import FoundationEssentials
import Testing

@Suite struct DoctorTests {
  @Test func `A sound bundle has no findings`() {
    #expect(TemporaryBundle().findings(.modern) == [])
    #expect(TemporaryBundle().findings(.classic) == [])
  }

  @Test func `A path that is nothing is one finding`() {
    let findings = Doctor.examine(at: "/nowhere/Rise.app", profile: .modern)
    #expect(findings.map(\.code) == ["not-a-directory"])
  }

  @Test func `Errors come first`() {
    let temporary = TemporaryBundle(
      keys: """
        <key>UIBackgroundMode</key><array/><key>UIApplicationSceneManifest</key><dict/>
        <key>CFBundleName</key><true/>
        """)
    #expect(temporary.findings().map(\.severity) == [.error, .warning, .note])
  }

  @Test func `A finding survives JSON and reads like a compiler's line`() throws {
    let finding = Finding(
      severity: .warning, code: "misspelt-key", file: "Rise.app/Info.plist",
      key: "UIBackgroundMode", message: "Nobody reads it.", nextStep: "Rename it.")
    let json = try JSONEncoder().encode(finding)
    #expect(try JSONDecoder().decode(Finding.self, from: json) == finding)
    #expect(
      finding.description
        == "warning: Rise.app/Info.plist: UIBackgroundMode: Nobody reads it. Rename it. [misspelt-key]"
    )
  }

  // MARK: Life cycle

  @Test func `Opting out has no effect in modern (O6) and is silent in classic (O3)`() {
    let temporary = TemporaryBundle(keys: "<key>UIApplicationExitsOnSuspend</key><true/>")
    #expect(temporary.codes(.modern) == ["no-effect"])
    #expect(temporary.codes(.classic) == [])
    let no = TemporaryBundle(keys: "<key>UIApplicationExitsOnSuspend</key><false/>")
    #expect(no.codes(.modern) == [])
  }

  @Test func `A scene manifest has no effect in classic (L13)`() {
    let temporary = TemporaryBundle(
      keys: """
        <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>
        <key>UIWindowSceneSessionRoleApplication</key><array><dict>
        <key>UISceneDelegateClassName</key><string>S</string></dict></array></dict></dict>
        """)
    #expect(temporary.codes(.classic) == ["no-effect"])
    #expect(temporary.codes(.modern) == [])
  }

  @Test func `Scenes without configurations or delegates are noted`() {
    let empty = TemporaryBundle(keys: "<key>UIApplicationSceneManifest</key><dict/>")
    #expect(empty.codes() == ["no-scene-configurations"])
    let bare = TemporaryBundle(
      keys: """
        <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>
        <key>role</key><array><dict/></array></dict></dict>
        """)
    #expect(bare.codes() == ["no-scene-delegate"])
  }

  // MARK: Key names

  @Test(arguments: [
    ("UIBackgroundMode", "UIBackgroundModes"), ("uibackgroundmodes", "UIBackgroundModes"),
    ("UIApplicationExitOnSuspend", "UIApplicationExitsOnSuspend"),
    ("BGTaskSchedulerPermittedIdentifier", "BGTaskSchedulerPermittedIdentifiers"),
    ("CFBundleURLType", "CFBundleURLTypes"), ("CFBundelName", "CFBundleName"),
    ("UIApplicationSceneManifests", "UIApplicationSceneManifest"),
  ])
  func `A misspelt key is named with the right one`(wrong: String, right: String) {
    let findings = TemporaryBundle(keys: "<key>\(wrong)</key><dict/>").findings()
    #expect(findings.map(\.code) == ["misspelt-key"])
    #expect(findings.first?.nextStep == "Did you mean ‘\(right)’?")
  }

  @Test(arguments: [
    "MyOwnKey", "UISupportedInterfaceOrientations~ipad", "CFBundleIcons~ipad", "FacebookAppID", "X",
    "",
  ])
  func `A key of one's own is nobody's business`(key: String) {
    #expect(TemporaryBundle(keys: "<key>\(key)</key><dict/>").codes() == [])
  }

  @Test func `A key on the wrong level is named with its place`() {
    let findings = TemporaryBundle(keys: "<key>CFBundleURLSchemes</key><array/>").findings()
    #expect(findings.map(\.code) == ["misplaced-key"])
    #expect(findings.first?.nextStep == "Move it into CFBundleURLTypes.")
  }

  // MARK: Executable and placeholders

  @Test func `An executable that Linux cannot start is a warning`() {
    let temporary = TemporaryBundle()
    for content in [[], Array("echo".utf8), [0xCF, 0xFA, 0xED, 0xFE, 0]] as [[UInt8]] {
      temporary.home.file("Rise.app/Rise", content, mode: 0o755)
      #expect(temporary.codes() == ["executable-format"])
    }
    temporary.home.file("Rise.app/Rise", [0x7F, 0x45, 0x4C, 0x46, 2], mode: 0o755)
    #expect(temporary.codes() == [])
  }

  @Test(arguments: [
    "$(EXECUTABLE_NAME)", "${EXECUTABLE_NAME}", "a-$(PRODUCT_NAME:rfc1034identifier)",
  ])
  func `A build setting in a key the device acts on is an error`(value: String) {
    let temporary = TemporaryBundle(
      onlyKeys: """
        <key>CFBundleIdentifier</key><string>com.example.Rise</string>
        <key>CFBundleExecutable</key><string>\(value)</string>
        """)
    #expect(temporary.loadError()?.code == .unexpandedPlaceholder)
    #expect(temporary.codes() == ["unexpanded-placeholder"])
  }

  @Test func `A build setting elsewhere is a warning, and other dollars are none`() {
    let version = TemporaryBundle(
      keys: "<key>CFBundleVersion</key><string>$(CURRENT_PROJECT_VERSION)</string>")
    #expect(version.findings().map(\.severity) == [.warning])
    let dollars = TemporaryBundle(
      keys: "<key>CFBundleName</key><string>$5 $() $( ${a $(b} $(c d)</string>")
    #expect(dollars.codes() == [])
  }
}
