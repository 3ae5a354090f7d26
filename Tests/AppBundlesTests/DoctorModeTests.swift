import AppBundles
import Testing

@Suite struct DoctorModeTests {
  private func bundle(modes: [String], keys: String = "") -> TemporaryBundle {
    let values = modes.map { "<string>\($0)</string>" }.joined()
    return TemporaryBundle(keys: "<key>UIBackgroundModes</key><array>\(values)</array>\(keys)")
  }

  private func permitted(_ identifiers: String...) -> String {
    let values = identifiers.map { "<string>\($0)</string>" }.joined()
    return "<key>BGTaskSchedulerPermittedIdentifiers</key><array>\(values)</array>"
  }

  @Test(arguments: [
    ("background-fetch", "fetch"), ("backgroundFetch", "fetch"), ("Fetch", "fetch"),
    ("fetched", "fetch"), ("fecth", "fetch"), ("remote-notifications", "remote-notification"),
    ("remoteNotification", "remote-notification"), ("bluetooth", "bluetooth-central"),
    ("bluetooth_peripheral", "bluetooth-peripheral"), ("locations", "location"),
    ("voIP", "voip"), ("proccessing", "processing"), ("gps", "location"),
  ])
  func `An unknown mode comes with the one that was meant`(wrong: String, right: String) {
    let findings = bundle(modes: [wrong]).findings()
    #expect(findings.map(\.code) == ["unknown-background-mode"])
    #expect(findings.first?.nextStep == "Did you mean ‘\(right)’?")
  }

  @Test(arguments: ["unboundedTaskCompletion", "continuous", "", "x"])
  func `A mode like no other comes with the list`(mode: String) {
    let findings = bundle(modes: [mode]).findings()
    #expect(findings.map(\.code) == ["unknown-background-mode"])
    #expect(findings.first?.nextStep?.contains("known are audio, ") == true)
  }

  @Test(arguments: [
    ("App plays audio or streams audio/video using AirPlay", "audio"),
    ("App registers for location updates", "location"),
    ("Remote notifications", "remote-notification"),
    ("App downloads content from the network", "fetch"),
  ])
  func `What Xcode shows is told from what it writes`(name: String, mode: String) {
    let findings = bundle(modes: [name]).findings()
    #expect(findings.map(\.code) == ["display-name-background-mode"])
    #expect(findings.first?.nextStep == "Write ‘\(mode)’.")
  }

  @Test func `A mode twice is a warning`() {
    #expect(bundle(modes: ["audio", "voip", "audio"]).codes() == ["duplicate-background-mode"])
  }

  @Test(arguments: ["processing", "push-to-talk", "nearby-interaction"])
  func `A mode of a later iOS has no effect in classic`(mode: String) {
    #expect(bundle(modes: [mode]).codes(.classic) == ["no-effect"])
  }

  @Test func `Newsstand is outdated in modern`() {
    #expect(bundle(modes: ["newsstand-content"]).codes() == ["outdated-background-mode"])
    #expect(bundle(modes: ["newsstand-content"]).codes(.classic) == [])
  }

  @Test func `Permitted identifiers end performFetch (F13)`() {
    #expect(bundle(modes: ["fetch"], keys: permitted("a")).codes() == ["fetch-superseded"])
    #expect(bundle(modes: ["fetch"]).codes() == [])
  }

  @Test func `Processing needs permitted identifiers (F20)`() {
    #expect(bundle(modes: ["processing"]).codes() == ["processing-without-identifiers"])
    #expect(
      bundle(modes: ["processing"], keys: permitted()).codes() == ["processing-without-identifiers"]
    )
    #expect(bundle(modes: ["processing"], keys: permitted("a")).codes() == [])
  }

  @Test func `Permitted identifiers need a mode (F22), except with a wildcard`() {
    #expect(bundle(modes: [], keys: permitted("a")).codes() == ["identifiers-without-mode"])
    #expect(bundle(modes: [], keys: permitted("a.*")).codes() == [])
  }

  @Test func `Permitted identifiers have no effect in classic`() {
    #expect(bundle(modes: [], keys: permitted("a")).codes(.classic) == ["no-effect"])
  }

  @Test func `Empty and repeated identifiers are warnings`() {
    #expect(
      bundle(modes: ["processing"], keys: permitted("a", "", "a")).codes()
        == ["empty-task-identifier", "duplicate-task-identifier"])
  }

  @Test func `Location needs a usage description in modern (G5)`() {
    let code = "location-without-usage-description"
    #expect(bundle(modes: ["location"]).codes() == [code])
    #expect(bundle(modes: ["location"]).codes(.classic) == [])
    let key = "<key>NSLocationWhenInUseUsageDescription</key>"
    #expect(bundle(modes: ["location"], keys: key + "<string>Maps</string>").codes() == [])
    #expect(bundle(modes: ["location"], keys: key + "<string></string>").codes() == [code])
  }

  @Test func `Keys of location that have no effect are found (G5)`() {
    func codes(_ keys: (String, String)...) -> [String] {
      bundle(
        modes: ["location"],
        keys: keys.map { "<key>\($0.0)</key><string>\($0.1)</string>" }.joined()
      ).codes()
    }
    let (inUse, always) = (
      "NSLocationWhenInUseUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription"
    )
    let old = "NSLocationAlwaysUsageDescription"
    #expect(codes((inUse, "Maps"), (always, "Maps")) == [])
    #expect(codes((always, "Maps")) == ["always-without-when-in-use"])
    #expect(codes((inUse, "Maps"), (old, "Maps")) == ["outdated-location-key"])
    #expect(codes((inUse, "Maps"), (old, "Maps"), (always, "Maps")) == [])
    #expect(codes((inUse, "Maps"), (always, "")) == ["empty-usage-description"])
    let purposes = """
      <key>NSLocationTemporaryUsageDescriptionDictionary</key>
      <dict><key>navigation</key><string></string></dict>
      <key>\(inUse)</key><string>Maps</string>
      """
    #expect(bundle(modes: ["location"], keys: purposes).codes() == ["purpose-without-text"])
  }

  // MARK: URL types

  private func types(_ xml: String) -> TemporaryBundle {
    TemporaryBundle(keys: "<key>CFBundleURLTypes</key><array>\(xml)</array>")
  }

  private func schemes(_ names: String...) -> TemporaryBundle {
    let values = names.map { "<string>\($0)</string>" }.joined()
    return types("<dict><key>CFBundleURLSchemes</key><array>\(values)</array></dict>")
  }

  @Test func `A URL type without schemes is a warning`() {
    #expect(types("<dict/>").codes() == ["url-type-without-schemes"])
    #expect(schemes().codes() == ["url-type-without-schemes"])
  }

  @Test(arguments: ["", "1a", "a_b", "a b", "ä", "rise://", "rise:", "-a"])
  func `What is no scheme by RFC 3986 is a warning`(name: String) throws {
    let temporary = schemes(name)
    #expect(temporary.codes() == ["invalid-url-scheme"])
    #expect(try temporary.load().manifest.urlSchemes == [])
  }

  @Test func `The scheme is cut out of a URL`() {
    #expect(schemes("rise://").findings().first?.nextStep == "Write ‘rise’.")
  }

  @Test(arguments: ["http", "HTTPS", "file", "tel", "mailto", "sms"])
  func `A scheme of the system is a warning`(name: String) throws {
    let temporary = schemes(name)
    #expect(temporary.codes() == ["reserved-url-scheme"])
    #expect(try temporary.load().manifest.urlSchemes == [])
  }

  @Test func `A scheme twice is a note, whatever its case`() throws {
    let temporary = schemes("rise", "Rise")
    #expect(temporary.codes() == ["duplicate-url-scheme"])
    #expect(try temporary.load().manifest.urlSchemes == ["rise"])
  }
}
