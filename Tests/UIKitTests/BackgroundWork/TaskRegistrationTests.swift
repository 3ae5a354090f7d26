import AppLink
import Foundation
import Testing

/// Launch handlers, and the tasks that they get, over the link.
@Suite(.serialized)
struct TaskRegistrationTests {
  private let bundle = "dev.greenroom.BackgroundWorkProbe"

  private func launched(_ arguments: [String]) throws -> FakeDevice {
    let device = try FakeDevice.probe(arguments, bundle: "Tasks")
    try device.send(.launch(background: true))
    return device
  }

  private func task(
    _ name: String, _ kind: TaskRequest.Kind = .refresh, work: UInt64 = 1
  ) -> DeviceMessage {
    .launchTask(
      DeviceMessage.TaskLaunch(
        work: work, identifier: "\(bundle).\(name)", kind: kind, title: "Export", subtitle: "0"))
  }

  @Test("Handlers are told before the launch is answered; what is not permitted gets false (F20)")
  func registers() throws {
    let device = try FakeDevice.probe(["--register", "refresh,other,clean"], bundle: "Tasks")
    let lines = try device.send(.launch())
    #expect(
      lines.filter { $0.hasPrefix("register") } == [
        "register refresh true", "register other false", "register clean true",
      ])
    // These came before `handled`: nothing was read after it.
    #expect(
      device.otherMessages == [
        .taskHandlers(["\(bundle).refresh"]), .taskHandlers(["\(bundle).clean"]),
      ])
    #expect(
      try device.nextErrorOutput().contains(
        "it is not among the BGTaskSchedulerPermittedIdentifiers of Info.plist"))
  }

  @Test(
    "Too late, and twice for one identifier, trap with the words of iOS (F20)",
    arguments: [
      (
        ["--register-late", "refresh"],
        "All launch handlers must be registered before application finishes launching"
      ),
      (
        ["--register", "refresh,refresh"],
        "Launch handler for task with identifier dev.greenroom.BackgroundWorkProbe.refresh has already "
          + "been registered"
      ),
    ])
  func traps(arguments: [String], words: String) throws {
    let device = try FakeDevice.probe(arguments, bundle: "Tasks")
    try device.post(.launch())
    try device.post(.didBecomeActive(scene: ""))
    #expect(try device.exitCode() < 0)
    #expect(device.errorOutput().contains(words))
  }

  @Test(
    "Handlers of continued tasks, which come under wildcards, may be registered late (F20, F40)")
  func late() throws {
    let device = try FakeDevice.activeProbe(
      ["--register-late", "export.1,export.,exports.1"], bundle: "Tasks")
    #expect(device.otherMessages == [.taskHandlers(["\(bundle).export.1"])])
  }

  @Test("A task without a handler traps with the words of iOS")
  func noHandler() throws {
    let device = try launched(["--register", "clean"])
    try device.post(task("refresh"))
    #expect(try device.exitCode() < 0)
    #expect(
      device.errorOutput().contains(
        "No launch handler registered for task with identifier \(bundle).refresh"))
  }

  @Test(
    "A task comes as its class, on the queue that was asked for; nil: in the background (F21, F28)",
    arguments: [
      ("refresh", TaskRequest.Kind.refresh, "BGAppRefreshTask"),
      ("clean", .processing, "BGProcessingTask"),
      ("export.1", .continued, "BGContinuedProcessingTask"),
    ], [nil, "main"])
  func runs(kind: (name: String, kind: TaskRequest.Kind, type: String), queue: String?) throws {
    let device = try launched(
      ["--register", kind.name] + (queue.map { ["--register-queue", $0] } ?? []))
    _ = try device.nextOther()
    try device.post(task(kind.name, kind.kind, work: 5))
    #expect(
      try device.nextLine("task").line
        == "task \(kind.type) \(bundle).\(kind.name) main=\(queue == "main")")
    while true {
      let message = try device.nextOther()
      guard case .taskCompleted = message else { continue }
      #expect(message == .taskCompleted(work: 5, success: true))
      break
    }
  }

  @Test("Several tasks in one launch are told apart (F26)")
  func several() throws {
    let device = try launched(["--register", "refresh,clean", "--task", "fail"])
    try device.send(task("refresh", work: 1))
    try device.send(task("clean", .processing, work: 2))
    var completed: Set<AppMessage> = []
    while completed.count < 2 {
      let message = try device.nextOther()
      if case .taskCompleted = message { completed.insert(message) }
    }
    #expect(
      completed == [
        .taskCompleted(work: 1, success: false), .taskCompleted(work: 2, success: false),
      ])
  }

  @Test("The first answer counts; a second one is only a line on standard error")
  func twice() throws {
    let device = try launched(["--register", "refresh", "--task", "twice"])
    _ = try device.nextOther()
    try device.post(task("refresh"))
    #expect(try device.nextErrorOutput().contains("was completed already; the first answer counts"))
    while true {
      guard case .taskCompleted(1, let success) = try device.nextOther() else { continue }
      #expect(success)
      break
    }
    try device.send(.memoryWarning)
    #expect(!device.otherMessages.contains { if case .taskCompleted = $0 { true } else { false } })
  }

  @Test(
    "The expiration handler is called once, while the launch handler is at work, nil then (F27)",
    arguments: [nil, "main"])
  func expires(queue: String?) throws {
    let device = try launched(
      ["--register", "refresh", "--task", "keep", "--on-expiration", "complete"]
        + (queue.map { ["--register-queue", $0] } ?? ["--task-after", "60"]))
    _ = try device.nextOther()
    var printed = try device.send(task("refresh"))
    while printed.isEmpty { printed += try device.nextLines() }
    #expect(printed.count == 1)
    printed = try device.send(.expireTask(work: 1)) + device.send(.expireTask(work: 1))
    while printed.isEmpty { printed += try device.nextLines() }
    #expect(printed == ["expiration main=\(queue == "main") nil=true"])
    while true {
      guard case .taskCompleted(1, let success) = try device.nextOther() else { continue }
      #expect(!success)
      break
    }
    // Nothing is left to expire, and what never was has nothing to expire either.
    try device.send(.expireTask(work: 1))
    try device.send(.expireTask(work: 99))
    #expect(device.drainOutput().isEmpty)
  }

  @Test("Without an expiration handler the task is completed for the app, without success (F27)")
  func expiresWithoutHandler() throws {
    let device = try launched(["--register", "refresh", "--task", "keep"])
    _ = try device.nextOther()
    try device.post(task("refresh"))
    _ = try device.nextLine("task").line
    try device.post(.expireTask(work: 1))
    while true {
      guard case .taskCompleted(1, let success) = try device.nextOther() else { continue }
      #expect(!success)
      break
    }
  }

  @Test("Progress is told at once and at the end, not at every step (F42)")
  func progress() throws {
    let device = try launched(["--register", "export.1", "--progress", "1000"])
    _ = try device.nextOther()
    try device.post(task("export.1", .continued))
    #expect(try device.nextLine("title").line == "title Done subtitle 1000 steps")
    var told: [Int64] = []
    while true {
      let message = try device.nextOther()
      if case .taskProgress(1, let completed, 10_000) = message { told.append(completed) }
      if case .taskCompleted = message { break }
    }
    #expect(told == told.sorted())
    #expect(told.last == 10_000)
    #expect(told.count < 100)
  }
}
