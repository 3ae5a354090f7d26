import Testing

@testable import Multitasking

@Suite("Installation")
struct InstallationTests {
  @Test("Apps hear of other schemes at once, suspended ones when they are thawed, once (L90)")
  func schemes() {
    var device = Scenario(.classic, AppManifest(id: "a"), AppManifest(id: "b"))
    device.open("a")
    device.open("b")
    device.advance(by: .seconds(10))
    let game = AppManifest(id: "game", urlSchemes: ["game"])
    #expect(
      device.send(.installed(game, lastExit: nil, isForceQuit: false)) == ["b changed(urlSchemes)"])
    #expect(
      device.send(.installed(AppManifest(id: "c"), lastExit: nil, isForceQuit: false)) == [])
    #expect(device.send(.uninstalled("game")).last == "b changed(urlSchemes)")
    let thawed = device.open("a").filter { $0.hasPrefix("a ") }
    #expect(thawed.prefix(2) == ["a resume", "a changed(urlSchemes)"])
    #expect(thawed.count { $0.contains("urlSchemes") } == 1)
  }

  @Test("An update ends the running app and keeps what is known of it")
  func update() {
    var device = Scenario()
    device.open("a")
    let lines = device.install(AppManifest(id: "a", displayName: "New"))
    #expect(lines == ["a exit: updated", "a kill"])
    #expect(device.policy.manifest(of: "a")?.displayName == "New")
    #expect(device.policy.screen.front == nil)
    #expect(device.open("a").first == "a launch")
    #expect(device.policy.installed.map(\.id) == ["a", "b"])
  }

  @Test("An update of an app that is not running ends nothing")
  func updateAtRest() {
    var device = Scenario()
    #expect(device.install(AppManifest(id: "a")) == [])
  }

  @Test("An app that is uninstalled while it runs is forgotten when it is gone")
  func uninstallRunning() {
    var device = Scenario()
    device.open("a")
    device.outliveItsEnd("a")
    #expect(device.send(.uninstalled("a")) == ["a exit: uninstalled", "a kill"])
    #expect(device.policy.state(of: "a") != nil)
    #expect(device.open("a") == ["refused: no app a is installed"])
    #expect(device.exit("a", .signaled(9)) == ["a uninstall"])
    #expect(device.policy.state(of: "a") == nil)
    #expect(device.open("a") == ["refused: no app a is installed"])
    #expect(device.open("b").last == "b didBecomeActive")
  }

  @Test("An app at rest is forgotten at once, and the others keep their places")
  func uninstall() {
    var device = Scenario()
    device.open("b")
    #expect(device.send(.uninstalled("a")) == ["a uninstall"])
    #expect(device.policy.installed.map(\.id) == ["b"])
    #expect(device.home() == ["b willResignActive", "b didEnterBackground"])
    #expect(device.advance(by: .seconds(5)) == ["5 s: b suspend"])
    #expect(device.send(.uninstalled("a")) == ["refused: no app a is installed"])
  }

  @Test("Installed again before it is gone, an app stays")
  func reinstall() {
    var device = Scenario()
    device.open("a")
    device.outliveItsEnd("a")
    device.send(.uninstalled("a"))
    device.install(AppManifest(id: "a"))
    #expect(device.exit("a", .signaled(9)) == [])
    #expect(device.open("a").first == "a launch")
  }

  @Test("An update that gives up windows leaves the app with its main one (L8)")
  func updateWithoutScenes() {
    var device = Scenario(.modern, .scenes("a", many: true))
    device.open("a")
    device.send(.openedNewScene("a"))
    device.install(AppManifest(id: "a"))
    device.open("a")
    #expect(device.policy.screen.front?.scene == .main)
    #expect(device.state("a") == .active)
  }
}
