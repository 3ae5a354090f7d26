import AppLink
import CUIKit
import Dispatch
import Foundation
import Synchronization
import UIKit

/// Asks for launches in the background, and takes them.
///
/// ```swift
/// BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
///   refresh { task.setTaskCompleted(success: $0) }
/// }
/// ```
/// Usable from any thread. Apple's page: `BGTaskScheduler`.
open class BGTaskScheduler: NSObject, @unchecked Sendable {
  // Unchecked: it has no state of its own.

  /// The domain of ``Error``, "BGTaskSchedulerErrorDomain".
  public static let errorDomain = "BGTaskSchedulerErrorDomain"

  /// The scheduler of this process.
  public static let shared = BGTaskScheduler()

  /// Resources that continued tasks may ask for: none on this device (F43).
  open class var supportedResources: BGContinuedProcessingTaskRequest.Resources { [] }

  /// Registers what is to run when a task is launched.
  ///
  /// To be called before the launch of the app has finished; later, and twice for one identifier, it
  /// traps, as on iOS. Tasks under a wildcard (`com.example.export.*`) may come later (F20, F40).
  ///
  /// - Parameters:
  ///   - identifier: One of `BGTaskSchedulerPermittedIdentifiers` in Info.plist.
  ///   - queue: Where `launchHandler` is called; nil: on a serial queue in the background (F21).
  ///   - launchHandler: Gets the task; it has to complete it.
  /// - Returns: false for an identifier that Info.plist does not permit.
  @discardableResult
  open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    let call = LaunchHandler(launchHandler)
    guard let scheduling = TaskScheduling.current else {
      cuikit_write_error_line(
        "BackgroundTasks: no launch handler is registered for \(identifier.debugDescription): no app "
          + "runs in this process. Register in application(_:didFinishLaunchingWithOptions:).")
      return false
    }
    let queues = TaskQueues(queue, identifier: identifier)
    return scheduling.register(identifier) { launched in
      let task = BGTask.make(launched, queues)
      queues.launch.async { call.body(task) }
    }
  }

  private static let queue = DispatchQueue(label: "com.apple.BGTaskScheduler.requests")

  private struct LaunchHandler: @unchecked Sendable {
    // Unchecked: called on the queue that the caller chose for it, and nowhere else.
    let body: (BGTask) -> Void
    init(_ body: @escaping (BGTask) -> Void) { self.body = body }
  }

  /// Asks for a launch, and waits for the device's word (F31).
  ///
  /// A request of the same identifier that waits is replaced (F23). `greenroom bgtask why` tells what
  /// a request waits for.
  ///
  /// - Throws: ``Error`` (F22).
  open func submit(_ taskRequest: BGTaskRequest) throws {
    guard let scheduling = TaskScheduling.current else {
      throw Error(.unavailable, "no app runs in this process: there is no UIApplication")
    }
    do {
      try scheduling.submit(try taskRequest.wire)
    } catch let refusal as TaskRefusal {
      throw Error(refusal)
    }
  }

  /// Withdraws the request of this identifier, if one waits.
  open func cancel(taskRequestWithIdentifier identifier: String) {
    TaskScheduling.current?.cancel(identifier)
  }

  /// Withdraws all requests.
  open func cancelAllTaskRequests() { TaskScheduling.current?.cancel(nil) }

  /// Calls back on a queue in the background with copies of the requests that wait (F29).
  open func getPendingTaskRequests(completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void)
  {
    guard let scheduling = TaskScheduling.current else {
      return BGTaskScheduler.queue.async { completionHandler([]) }
    }
    scheduling.pending { requests in
      BGTaskScheduler.queue.async { completionHandler(requests.map(BGTaskRequest.make)) }
    }
  }

  /// Copies of the requests that wait (F29).
  open func pendingTaskRequests() async -> [BGTaskRequest] {
    await withCheckedContinuation { continuation in
      getPendingTaskRequests { continuation.resume(returning: $0) }
    }
  }
}

extension BGTaskScheduler {
  /// Why a request was not taken.
  ///
  /// ```swift
  /// do { try BGTaskScheduler.shared.submit(request) } catch BGTaskScheduler.Error.notPermitted { … }
  /// ```
  public struct Error: Swift.Error, CustomNSError, LocalizedError, Hashable, Sendable {
    /// What stood in the way.
    public enum Code: Int, Sendable {
      /// Background App Refresh is off, or there is no scheduler.
      case unavailable = 1
      /// More than one refresh or ten processing requests wait.
      case tooManyPendingTaskRequests = 2
      /// Info.plist lacks the mode or the identifier.
      case notPermitted = 3
      /// A continued task can't run at once, and is not to be queued.
      case immediateRunIneligible = 4

      /// So that `catch BGTaskScheduler.Error.notPermitted` works.
      public static func ~= (code: Code, error: any Swift.Error) -> Bool {
        (error as? BGTaskScheduler.Error)?.code == code
      }
    }

    /// What stood in the way.
    public let code: Code
    private let reason: String

    init(_ code: Code, _ reason: String) {
      self.code = code
      self.reason = reason
    }

    /// An error as a device would give it, for tests.
    public init(_ code: Code) { self.init(code, "BGTaskScheduler error \(code.rawValue)") }

    public static var unavailable: Code { .unavailable }
    public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
    public static var notPermitted: Code { .notPermitted }
    public static var immediateRunIneligible: Code { .immediateRunIneligible }

    public static var errorDomain: String { BGTaskScheduler.errorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorDescription: String? { reason }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason] }
  }
}

extension BGTaskScheduler.Error {
  init(_ refusal: TaskRefusal) {
    let code: Code =
      switch refusal.code {
      case .unavailable: .unavailable
      case .tooManyPendingTaskRequests: .tooManyPendingTaskRequests
      case .notPermitted: .notPermitted
      case .immediateRunIneligible: .immediateRunIneligible
      }
    self.init(code, refusal.message)
  }
}
