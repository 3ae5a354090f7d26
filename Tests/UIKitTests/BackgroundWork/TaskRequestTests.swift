import AppLink
import Foundation
import Testing

/// What apps ask of the scheduler, over the link.
@Suite(.serialized)
struct TaskRequestTests {
  private let bundle = "dev.greenroom.BackgroundWorkProbe"

  /// The next message that is a request.
  private func question(_ device: FakeDevice) throws -> AppMessage {
    while true {
      let message = try device.nextOther()
      switch message {
      case .submitTask, .cancelTasks, .pendingTasks: return message
      default: continue
      }
    }
  }

  private func started(_ arguments: [String]) throws -> FakeDevice {
    let device = try FakeDevice.probe(arguments, bundle: "Tasks")
    try device.send(.launch())
    try device.post(.didBecomeActive(scene: ""))
    return device
  }

  @Test("submit waits for the device, on the main thread too (F22, F31)")
  func submits() throws {
    let device = try started(["--submit", "refresh:refresh", "--earliest", "1700000000"])
    guard case .submitTask(let request, let task) = try question(device) else { return }
    #expect(
      task
        == TaskRequest(
          identifier: "\(bundle).refresh", kind: .refresh, earliestBegin: 1_700_000_000))
    #expect(!device.drainOutput().contains { $0.hasPrefix("submit") })
    // Answers to questions that nobody asked are of no consequence.
    try device.post(.taskSubmitted(request: request + 100, refusal: nil))
    try device.post(.taskSubmitted(request: request, refusal: nil))
    #expect(try device.nextLine("submit").line == "submit refresh:refresh taken")
    try device.post(.taskSubmitted(request: request, refusal: nil))
  }

  @Test("Requests carry what Apple's classes carry (F25, F41)")
  func kinds() throws {
    let device = try started(
      ["--register", "export.1", "--submit", "processing:clean,continued:export.1"])
    guard case .submitTask(let first, let clean) = try question(device) else { return }
    #expect(
      clean
        == TaskRequest(
          identifier: "\(bundle).clean", kind: .processing, requiresNetwork: true,
          requiresExternalPower: true))
    try device.post(.taskSubmitted(request: first, refusal: nil))
    guard case .submitTask(let second, let export) = try question(device) else { return }
    #expect(second != first)
    #expect(
      export
        == TaskRequest(
          identifier: "\(bundle).export.1", kind: .continued, title: "Export",
          subtitle: "3 files", strategy: .fail))
  }

  @Test(
    "A refusal is thrown with its code, in Apple's domain (F22, C16)",
    arguments: [
      (TaskRefusal.Code.unavailable, "BGTaskSchedulerErrorDomain 1 not now"),
      (.tooManyPendingTaskRequests, "too many"),
      (.notPermitted, "BGTaskSchedulerErrorDomain 3 not now"),
      (.immediateRunIneligible, "BGTaskSchedulerErrorDomain 4 not now"),
    ])
  func refusals(code: TaskRefusal.Code, text: String) throws {
    let device = try started(["--submit", "refresh:refresh"])
    guard case .submitTask(let request, _) = try question(device) else { return }
    try device.post(.taskSubmitted(request: request, refusal: TaskRefusal(code, "not now")))
    #expect(try device.nextLine("submit").line == "submit refresh:refresh \(text)")
  }

  @Test("A continued task needs its handler when it is submitted: else a trap, as on iOS (F40)")
  func continuedWithoutHandler() throws {
    let device = try started(["--submit", "continued:export.1"])
    #expect(try device.exitCode() < 0)
    #expect(
      device.errorOutput().contains(
        "No launch handler registered for task with identifier \(bundle).export.1"))
  }

  @Test("An identifier beyond the limit is refused without asking")
  func longIdentifier() throws {
    let name = String(repeating: "x", count: LinkLimits.taskIdentifierLengthMax)
    let device = try FakeDevice.activeProbe(["--submit", "refresh:\(name)"], bundle: "Tasks")
    #expect(device.otherMessages.isEmpty)
  }

  @Test("Requests are withdrawn by identifier, or all (F29)")
  func cancels() throws {
    let device = try FakeDevice.activeProbe(["--cancel", "refresh,all"], bundle: "Tasks")
    #expect(
      device.otherMessages == [
        .cancelTasks(identifier: "\(bundle).refresh"), .cancelTasks(identifier: nil),
      ])
  }

  @Test("Pending requests come as copies, not on the main thread (F29)")
  func pending() throws {
    let device = try started(["--list-pending"])
    guard case .pendingTasks(let request) = try question(device) else { return }
    try device.post(
      .pendingTasks(
        request: request,
        requests: [
          TaskRequest(identifier: "a", kind: .refresh),
          TaskRequest(identifier: "b", kind: .processing),
          TaskRequest(identifier: "c", kind: .continued),
        ]))
    #expect(
      try device.nextLine("pending").line
        == "pending main=false BGAppRefreshTaskRequest:a,BGProcessingTaskRequest:b,"
        + "BGContinuedProcessingTaskRequest:c")
  }
}
