import AppLink
import Testing

/// When an app leaves its picture for the app switcher, and what is to be seen on it.
@Suite(.serialized)
struct SnapshotTests {
  private func inFront(_ arguments: String...) throws -> FakeDevice {
    let device = try FakeDevice(arguments, executable: "ListProbe")
    _ = try device.hello()
    try device.send(.launch())
    try device.send(.didBecomeActive(scene: ""))
    return device
  }

  /// The picture that an app leaves when it goes to the background.
  private func snapshot(_ arguments: String...) throws -> DisplayList {
    let device = try FakeDevice(arguments, executable: "ListProbe")
    _ = try device.hello()
    try device.send(.launch())
    try device.send(.didBecomeActive(scene: ""))
    try device.send(.willResignActive(scene: ""))
    #expect(device.snapshots.isEmpty)
    try device.send(.background())
    #expect(device.snapshots.count == 1)
    return try #require(device.snapshots.last)
  }

  private func texts(_ list: DisplayList) -> [String] { list.items.compactMap(\.text?.string) }
  private static let banner = "Three sources, all of them good"

  @Test(
    "The picture comes before the answer to didEnterBackground, and shows the screen (L40, L43)")
  func picture() throws {
    let texts = texts(try snapshot())
    #expect(texts.contains(Self.banner))
    #expect(texts.contains("News"))
    #expect(texts.contains("Rain ends the longest dry spell in a decade"))
  }

  @Test("What didEnterBackground hides, or puts over everything, is seen on the picture (L43)")
  func changes() throws {
    #expect(!texts(try snapshot("--hide")).contains(Self.banner))
    let covered = try snapshot("--cover")
    #expect(covered.items.last?.text?.string == "Private")
    #expect(covered.items.last?.frame == .init(x: 0, y: 0, width: 390, height: 844))
  }

  @Test(
    "A text that is to be drawn anew in didEnterBackground is too late, unless it is drawn (L43)")
  func redraw() throws {
    let late = texts(try snapshot("--text"))
    #expect(late.contains(Self.banner) && !late.contains("Changed"))
    let drawn = texts(try snapshot("--text-drawn"))
    #expect(drawn.contains("Changed") && !drawn.contains(Self.banner))
  }

  @Test("A table that is to be laid out anew in didEnterBackground is too late (L43)")
  func reload() throws {
    #expect(!texts(try snapshot("--reload")).contains("Late news"))
  }

  @Test("An app that was launched into the background leaves no picture (L33)")
  func background() throws {
    let device = try FakeDevice(executable: "ListProbe")
    _ = try device.hello()
    try device.send(.launch(background: true))
    try device.send(.background())
    #expect(device.snapshots.isEmpty)
  }

  @Test("A scene in the background has its picture taken anew when the app asks for it (L41, L45)")
  func refresh() throws {
    let device = try FakeDevice(bundle: "Scenes", executable: "NewsListApp6")
    _ = try device.hello()
    try device.send(.launch(scenes: true))
    try device.send(.connect("main"))
    try device.send(.willEnterForeground(scene: "main"))
    try device.send(.didBecomeActive(scene: "main"))
    try device.send(.willResignActive(scene: "main"))
    #expect(device.snapshots.isEmpty)
    // The scene's delegate asks for it in `sceneDidEnterBackground`.
    try device.send(.background("main"))
    #expect(device.snapshots.count == 2)
    #expect(device.snapshots.allSatisfy { texts($0).contains("Two") })
  }

  @Test("Of an app with two scenes one is described at a time (L8)")
  func scenes() throws {
    let device = try FakeDevice(bundle: "Scenes", executable: "NewsListApp6")
    _ = try device.hello()
    try device.send(.launch(scenes: true))
    for scene in ["one", "two"] {
      try device.send(.connect(scene))
      try device.send(.willEnterForeground(scene: scene))
    }
    for (scene, count) in [("two", 1), ("one", 1), ("three", 0)] {
      try device.send(.describeScreen(request: 1, scene: scene))
      guard case .screen(1, let content) = try device.nextOther() else {
        Issue.record("no screen")
        return
      }
      #expect(texts(content).count { $0 == "Two" } == count)
    }
  }

  @Test("Whoever asks sees the present, also what has just changed")
  func screen() throws {
    let device = try inFront("--scroll", "20")
    try device.send(.describeScreen(request: 5, scene: ""))
    guard case .screen(5, let content) = try device.nextOther() else {
      Issue.record("no screen")
      return
    }
    #expect(texts(content).contains { $0.hasSuffix("21 min ago") })
    #expect(!texts(content).contains { $0.hasSuffix(" 1 min ago") })
    #expect(content.isTruncated == nil)
  }

  @Test("A screen that is too large for a message comes cut")
  func huge() throws {
    let device = try inFront("--huge", "--pictures")
    try device.send(.describeScreen(request: 1, scene: ""))
    guard case .screen(1, let content) = try device.nextOther() else {
      Issue.record("no screen")
      return
    }
    #expect(content.isTruncated == true)
    #expect(content.items.count > 10)
  }
}
