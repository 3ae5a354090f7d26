import Foundation
import Testing

@testable import BackgroundTasks

/// Requests and errors as values. What goes over the link is tested in UIKitTests.
struct RequestTests {
  @Test("A copy is of the same class and says the same (F29)")
  func copies() throws {
    let request = BGContinuedProcessingTaskRequest(identifier: "a", title: "t", subtitle: "s")
    request.strategy = .fail
    request.requiredResources = .gpu
    request.earliestBeginDate = Date(timeIntervalSinceReferenceDate: 1.123456789)
    let copy = try #require(request.copy() as? BGContinuedProcessingTaskRequest)
    #expect(copy !== request)
    #expect(copy.identifier == "a")
    #expect(copy.title == "t")
    #expect(copy.subtitle == "s")
    #expect(copy.strategy == .fail)
    #expect(copy.requiredResources == .gpu)
    #expect(copy.earliestBeginDate == request.earliestBeginDate)
    request.strategy = .queue
    #expect(copy.strategy == .fail)
  }

  @Test("Requests begin without conditions; a continued one queues (F24, F25, F41)")
  func defaults() {
    let processing = BGProcessingTaskRequest(identifier: "a")
    #expect(!processing.requiresExternalPower)
    #expect(!processing.requiresNetworkConnectivity)
    #expect(processing.earliestBeginDate == nil)
    let continued = BGContinuedProcessingTaskRequest(identifier: "a", title: "", subtitle: "")
    #expect(continued.strategy == .queue)
    #expect(continued.requiredResources.isEmpty)
    // F43.
    #expect(BGTaskScheduler.supportedResources.isEmpty)
  }

  @Test("Errors have Apple's domain and codes, and match by code (F22)")
  func errors() {
    let codes: [BGTaskScheduler.Error.Code] = [
      .unavailable, .tooManyPendingTaskRequests, .notPermitted, .immediateRunIneligible,
    ]
    #expect(codes.map(\.rawValue) == [1, 2, 3, 4])
    for code in codes {
      let error = BGTaskScheduler.Error(code)
      #expect((error as NSError).domain == "BGTaskSchedulerErrorDomain")
      #expect((error as NSError).code == code.rawValue)
      #expect(code ~= (error as any Error))
    }
    #expect(!(BGTaskScheduler.Error.Code.unavailable ~= CancellationError()))
  }

  @Test("Without an app in the process submit throws, register is false, nothing is pending")
  func noApp() async {
    await #expect(processExitsWith: .success) {
      #expect(throws: BGTaskScheduler.Error.self) {
        try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a"))
      }
      #expect(
        !BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { _ in })
      BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "a")
      BGTaskScheduler.shared.cancelAllTaskRequests()
      #expect(await BGTaskScheduler.shared.pendingTaskRequests().isEmpty)
    }
  }
}
