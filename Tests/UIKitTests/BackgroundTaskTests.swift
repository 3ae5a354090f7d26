import AppLink
import Foundation
import Testing

/// Background tasks, as the device sees them over the link.
@Suite(.serialized)
struct BackgroundTaskTests {
  @Test("A task begun in didEnterBackground is in the answer; its end is reported (T10, T24)")
  func reportsTheEnd() throws {
    let device = try FakeDevice.active(
      .launch(), ["--begin-task", "save", "--end-task-after", "0.05"])
    try device.send(.willResignActive(scene: ""))
    let answer = try device.exchange(.background())
    #expect(answer.tasks == AppMessage.OpenTasks(count: 1, names: ["save"]))
    #expect(answer.lines.contains("task begun save valid=true counting=true"))
    #expect(
      try device.nextOther()
        == .backgroundTasks(AppMessage.OpenTasks(count: 0, names: [], lastEnded: "save")))
    // Nothing else was sent on the way.
    #expect(device.otherMessages.isEmpty)
  }

  @Test("Time up: the handler runs on the main thread, then the answer says what is open (T21)")
  func expires() throws {
    let device = try FakeDevice.active(.launch(), ["--begin-task", "save"])
    try device.send(.willResignActive(scene: ""))
    try device.send(.background())
    let answer = try device.exchange(.expireBackgroundTasks)
    #expect(answer.lines == ["task expired save", "task ended save"])
    #expect(answer.tasks == AppMessage.OpenTasks(count: 0, names: []))
  }

  @Test("A task that its handler forgets is in the answer (T23)")
  func forgotten() throws {
    let device = try FakeDevice.active(.launch(), ["--begin-task", "save", "--forget-task"])
    try device.send(.willResignActive(scene: ""))
    try device.send(.background())
    let answer = try device.exchange(.expireBackgroundTasks)
    #expect(answer.lines == ["task expired save"])
    #expect(answer.tasks == AppMessage.OpenTasks(count: 1, names: ["save"]))
    // Its handler is not called a second time.
    #expect(try device.exchange(.expireBackgroundTasks).lines == [])
  }

  @Test("Without multitasking every begin answers .invalid (T11, O2)")
  func unsupported() throws {
    let device = try FakeDevice.active(.launch(multitasking: false), ["--begin-task", "save"])
    try device.send(.willResignActive(scene: ""))
    let answer = try device.exchange(.didEnterBackground(scene: "", grant: nil))
    #expect(answer.lines.contains("task begun save valid=false counting=false"))
    #expect(answer.tasks == AppMessage.OpenTasks(count: 0, names: []))
  }

  @Test("Nothing counts down where the grant has no end (T20)")
  func noCountdown() throws {
    let device = try FakeDevice.active(.launch(), ["--begin-task", "save"])
    try device.send(.willResignActive(scene: ""))
    let answer = try device.exchange(.background(endsAt: nil))
    #expect(answer.lines.contains("task begun save valid=true counting=false"))
  }

  @Test("After the time was withdrawn nothing begins, until a new grant (T11, T18)")
  func withdrawn() throws {
    let device = try FakeDevice.active(.launch(), ["--begin-task", "save"])
    try device.send(.willResignActive(scene: ""))
    try device.send(.background())
    try device.send(.expireBackgroundTasks)
    let grant = DeviceMessage.BackgroundGrant(endsAt: .max)
    #expect(
      try device.exchange(.runInBackground(grant: grant)).tasks
        == AppMessage.OpenTasks(count: 0, names: []))
  }

  @Test("Ending a task in the foreground is not reported (T28)")
  func silentInForeground() throws {
    let device = try FakeDevice.active(
      .launch(), ["--begin-task", "save", "--end-task-after", "0.1"])
    try device.send(.willResignActive(scene: ""))
    try device.send(.background())
    try device.send(.willEnterForeground(scene: ""))
    try device.send(.didBecomeActive(scene: ""))
    while !(try device.nextLines()).contains("task ended save") {}
    try device.send(.willResignActive(scene: ""))
    #expect(device.otherMessages.isEmpty)
  }

  @Test("A task that begins after another one was warned of is warned of too (T26)")
  func secondOldTask() throws {
    let device = try FakeDevice.active(.launch(warningAge: 0.05), ["--begin-task", "save"])
    for number in 1...2 {
      try device.send(.willResignActive(scene: ""))
      try device.send(.background())
      #expect(try device.nextErrorOutput().hasPrefix("Background Task \(number) (\"save\")"))
      try device.send(.willEnterForeground(scene: ""))
      try device.send(.didBecomeActive(scene: ""))
    }
  }

  @Test("A task that is open for too long in the background is warned of once (T26)")
  func oldTask() throws {
    let device = try FakeDevice.active(.launch(warningAge: 0.05), ["--begin-task", "save"])
    try device.send(.willResignActive(scene: ""))
    try device.send(.background())
    #expect(
      try device.nextErrorOutput() == """
        Background Task 1 ("save"), was created over 0 seconds ago. In applications running in the \
        background, this creates a risk of termination. Remember to call \
        UIApplication.endBackgroundTask(_:) for your task in a timely manner to avoid this.

        """)
  }
}
