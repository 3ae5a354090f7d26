import AppLink
import ControlAPI
import Foundation
import Multitasking
import ProcessControl
import Testing

/// The pictures that apps leave for the app switcher.
struct SnapshotTests {
  static let app = ScreenTests.app

  /// What the app switcher has of an app that did something in `didEnterBackground`.
  private static func snapshot(
    _ device: any DeviceDriver, after argument: String
  ) throws -> ScreenPicture {
    try device.bringUp(app, argument)
    try device.sendAway(app)
    let picture = try device.screen(of: app, snapshot: true)
    try device.call(.terminate(app: app))
    try device.waitForEnd(of: app)
    return picture
  }

  @Test("The snapshot shows what didEnterBackground left, but not what was still to be drawn (L43)")
  func moment() async throws {
    try await scenario { device in
      try device.install(ScreenTests.bundle())
      let plain = try Self.snapshot(device, after: "--nothing")
      #expect(plain.texts.contains(ScreenTests.banner))
      let hidden = try Self.snapshot(device, after: "--hide")
      #expect(!hidden.texts.contains(ScreenTests.banner))
      #expect(try Self.snapshot(device, after: "--cover").texts.last == "Private")
      let late = try Self.snapshot(device, after: "--text")
      #expect(!late.texts.contains("Changed") && late.texts.contains(ScreenTests.banner))
      #expect(try Self.snapshot(device, after: "--text-drawn").texts.contains("Changed"))
    }
  }

  @Test("The app switcher shows the snapshots of apps that are away, the latest at the end (L43)")
  func switcher() async throws {
    try await scenario { device in
      let other: AppID = "com.example.other"
      try device.install(ScreenTests.bundle())
      try device.install(ScreenTests.bundle(other))
      try device.bringUp(Self.app, "--cover")
      try device.bringUp(other)
      try device.wait(until: Self.app, is: .suspended)
      try device.call(.switcher(.open))
      guard case .switcher(let cards) = try device.screen().content else {
        Issue.record("no switcher")
        return
      }
      #expect(cards.map(\.app) == [Self.app.bundleIdentifier, other.bundleIdentifier])
      #expect(cards.map(\.source) == [.snapshot, .app])
      #expect(cards[0].list?.items.last?.text?.string == "Private")
      // L74: what is removed has no card.
      try device.call(.switcher(.quit(app: Self.app)))
      try device.waitForEnd(of: Self.app)
      guard case .switcher(let left) = try device.screen().content else { return }
      #expect(left.map(\.app) == [other.bundleIdentifier])
    }
  }

  @Test("A snapshot survives its app and its daemon, and goes with the app")
  func lasting() async throws {
    try await scenario(realOnly: "the daemon is killed") { device in
      try device.install(ScreenTests.bundle())
      try device.bringUp(Self.app)
      try device.sendAway(Self.app)
      let file = device.paths.snapshots + "/\(Self.app).json"
      #expect(FileManager.default.fileExists(atPath: file))
      try device.call(.kill(app: Self.app))
      #expect(try device.screen(of: Self.app).app?.source == .snapshot)
      try device.killDaemon()
      try device.boot()
      #expect(try device.screen(of: Self.app).texts.contains(ScreenTests.banner))
      try device.call(.uninstall(app: Self.app))
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  }

  @Test(
    "A snapshot's file that was spoilt is none",
    arguments: ["", "{", "[]", #"{"width":1}"#, "\u{0}\u{0}"])
  func spoilt(_ content: String) async throws {
    try await scenario(realOnly: "a file is spoilt") { device in
      try device.install(ScreenTests.bundle())
      try device.bringUp(Self.app)
      try device.sendAway(Self.app)
      let file = device.paths.snapshots + "/\(Self.app).json"
      try Data(content.utf8).write(to: URL(fileURLWithPath: file))
      let error = #expect(throws: ControlError.self) { try device.screen(of: Self.app) }
      #expect(error?.code == .refused)
      // The next one is as good as ever.
      try device.bringUp(Self.app)
      try device.sendAway(Self.app)
      #expect(try device.screen(of: Self.app).texts.contains(ScreenTests.banner))
    }
  }

  // MARK: What apps may send

  private static func script(_ message: AppMessage) throws -> String {
    try [
      LinkLimitTests.say(.hello(protocolVersion: LinkLimits.protocolVersion)),
      LinkLimitTests.say(message), "exec sleep 3600",
    ].joined(separator: "\n")
  }

  @Test("A snapshot beyond all bounds is cut, and files of others are not drawn")
  func hostile() async throws {
    try await scenario { device in
      var list = DisplayList(width: 1e300, height: -1)
      let image = DisplayList.Image(source: .file(path: "/etc/passwd"))
      list.items = Array(
        repeating: .init(frame: .init(x: 1e300, y: 0, width: 1, height: 1), image: image),
        count: LinkLimits.displayItemsMax + 1)
      let id: AppID = "com.example.painter"
      try device.install(ProbeBundle(id, script: try Self.script(.snapshot(content: list))))
      try device.open(id)
      var picture: ScreenPicture?
      try device.wait(for: "a snapshot") { _ in
        picture = try? device.screen(of: id, snapshot: true)
        return picture != nil
      }
      let shown = try #require(picture?.app?.list)
      #expect(shown.items.count == LinkLimits.displayItemsMax)
      #expect(shown.isTruncated == true)
      #expect(shown.items.allSatisfy { $0.image == nil })
      #expect(shown.items[0].frame.x == LinkLimits.displaySideMax)
    }
  }

  @Test("An app whose description is none is ended, and the device goes on")
  func malformed() async throws {
    try await scenario { device in
      let id: AppID = "com.example.painter"
      let json = #"{"snapshot":{"content":{"width":"wide"}}}"#
      let length = [0, 0, 0, UInt8(json.utf8.count)].map { "\\" + String($0, radix: 8) }.joined()
      let script = try [
        LinkLimitTests.say(.hello(protocolVersion: LinkLimits.protocolVersion)),
        "printf '\(length)\(json)' >&3", "exec sleep 3600",
      ].joined(separator: "\n")
      try device.install(ProbeBundle(id, script: script))
      try device.open(id)
      let record = try device.waitForEnd(of: id)
      guard case .linkViolation = record.reason else {
        Issue.record("ended because \(record.reason)")
        return
      }
      #expect(try device.status().apps == 1)
    }
  }

  @Test("An answer to a question that nobody asked changes nothing")
  func unasked() async throws {
    try await scenario { device in
      let id: AppID = "com.example.painter"
      let list = DisplayList(width: 1, height: 1)
      try device.install(
        ProbeBundle(id, script: try Self.script(.screen(request: 1, content: list))))
      try device.install(ScreenTests.bundle())
      try device.open(id)
      try device.bringUp(Self.app)
      #expect(try device.screen().texts.contains(ScreenTests.banner))
    }
  }
}
