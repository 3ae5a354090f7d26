import AppLink
import Testing

/// Every way in which apps write their entry point, launched for real. The apps are compile-only
/// targets beside this one.
@Suite(.serialized)
struct EntryFormTests {
  @Test(
    "An app without scenes launches and terminates, however its entry point is written",
    arguments: [
      "AttributeApp", "MainApp", "ObjectDelegateApp", "MainFileApp", "ConformancesApp",
      "ConformancesApp6", "BackgroundTaskApp", "NewsListApp",
    ])
  func application(name: String) throws {
    let device = try FakeDevice(executable: name)
    #expect(try device.hello() == .hello(protocolVersion: LinkLimits.protocolVersion))
    try device.send(.launch())
    try device.send(.didBecomeActive(scene: ""))
    try device.send(.willResignActive(scene: ""))
    try device.send(.background())
    try device.send(.willTerminate)
    #expect(try device.exitCode() == 0)
  }

  @Test(
    "An app with scenes gets its scene delegate, by class or by name",
    arguments: [
      "SceneTemplateApp", "SceneWindowApp",
    ])
  func scenes(name: String) throws {
    let device = try FakeDevice(bundle: "Scenes", executable: name)
    _ = try device.hello()
    try device.send(.launch(scenes: true))
    try device.send(.connect("main"))
    try device.send(.willEnterForeground(scene: "main"))
    try device.send(.didBecomeActive(scene: "main"))
    try device.send(.describeViews(request: 1))
    guard case .viewTree(_, let screen) = try device.nextOther() else {
      Issue.record("no view tree")
      return
    }
    // The template waits for a storyboard and shows nothing; the other one makes its window.
    #expect(screen.subviews.count == (name == "SceneTemplateApp" ? 0 : 1))
    try device.send(.willTerminate)
    #expect(try device.exitCode() == 0)
    #expect(!device.errorOutput().contains("could not load class"))
  }

  @Test("A URL that the app opens goes to the device, and its answer to the app")
  func openURL() throws {
    let device = try FakeDevice(executable: "MainApp")
    _ = try device.hello()
    var lines = try device.send(.launch())
    guard case .openURL(let request, "app-settings:") = try device.nextOther() else {
      Issue.record("nothing was opened")
      return
    }
    lines += device.drainOutput()
    let id = try device.post(.urlOpened(request: request, success: true))
    #expect(try device.nextOther() == .started(id: id))
    while !lines.contains(where: { $0.hasPrefix("true 18.0 ") }) { lines += try device.nextLines() }
    // The same app asks for remote notifications.
    #expect(lines.contains("32 bytes of token"))
  }

  @Test("The background task of the chapter's recipe is seen by the device (S14.2)")
  func recipe() throws {
    let device = try FakeDevice(executable: "BackgroundTaskApp")
    _ = try device.hello()
    try device.send(.launch())
    try device.send(.didBecomeActive(scene: ""))
    try device.send(.willResignActive(scene: ""))
    #expect(
      try device.exchange(.background()).tasks
        == AppMessage.OpenTasks(count: 1, names: ["task1"]))
    // The recipe ends its task in a later turn of the main queue.
    #expect(try device.exchange(.expireBackgroundTasks).tasks?.count == 1)
    #expect(
      try device.nextOther()
        == .backgroundTasks(AppMessage.OpenTasks(count: 0, names: [], lastEnded: "task1")))
  }
}
