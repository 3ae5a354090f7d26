import AppLink
import Dispatch
import Foundation
import Synchronization

/// The app's end of scheduled tasks: launch handlers, requests, tasks that run. `BackgroundTasks`
/// gives it Apple's shape.
///
/// Usable from any thread. Answers of the device are taken on the thread that reads the link, so that
/// the main thread may wait for one.
package final class TaskScheduling: Sendable {
  package typealias Handler = @Sendable (Launched) -> Void

  private struct State {
    var hasFinishedLaunching = false
    var plist: (identifiers: [String], bundle: String) = ([], "")
    var handlers: [String: Handler] = [:]
    var running: [UInt64: Launched] = [:]
    var lastRequest: UInt64 = 0
    var submissions: [UInt64: Submission] = [:]
    var questions: [UInt64: @Sendable ([TaskRequest]) -> Void] = [:]
  }

  private final class Submission: Sendable {
    let isAnswered = DispatchSemaphore(value: 0)
    let refusal = Mutex<TaskRefusal?>(nil)
  }

  private let state = Mutex(State())
  private let send: @Sendable (AppMessage) -> Void

  init(send: @escaping @Sendable (AppMessage) -> Void) { self.send = send }

  private static let instance = Mutex<TaskScheduling?>(nil)

  /// That of the app of this process; nil before ``UIApplicationMain(_:_:_:_:)``.
  package static var current: TaskScheduling? { instance.withLock { $0 } }

  func becomeCurrent() { TaskScheduling.instance.withLock { $0 = self } }

  func giveUp() {
    TaskScheduling.instance.withLock { if $0 === self { $0 = nil } }
    // Whoever waits for an answer does not get one any more.
    let waiting = state.withLock { state in
      defer { state.submissions = [:] }
      return state.submissions
    }
    for submission in waiting.values { submission.isAnswered.signal() }
  }

  // MARK: Registration

  /// F20: false for an identifier that Info.plist does not permit.
  package func register(_ identifier: String, _ handler: @escaping Handler) -> Bool {
    let isPermitted = state.withLock { state -> Bool in
      let (permitted, isWildcard) = Self.permission(for: identifier, in: state.plist.identifiers)
      guard permitted else { return false }
      // F40: only continued tasks come under wildcards, and they may be registered when needed.
      guard !state.hasFinishedLaunching || isWildcard else {
        fatalError("All launch handlers must be registered before application finishes launching")
      }
      guard state.handlers[identifier] == nil else {
        fatalError(
          "Launch handler for task with identifier \(identifier) has already been registered")
      }
      state.handlers[identifier] = handler
      return true
    }
    if isPermitted { send(.taskHandlers([identifier])) }
    return isPermitted
  }

  private static func permission(
    for identifier: String, in list: [String]
  ) -> (isPermitted: Bool, isWildcard: Bool) {
    if list.contains(identifier) { return (true, false) }
    let isCovered = list.contains { entry in
      entry.hasSuffix(".*") && identifier.hasPrefix(entry.dropLast())
        && identifier.count >= entry.count
    }
    return (isCovered, isCovered)
  }

  /// What Info.plist permits, before the delegate is made.
  func begin(permitted: [String], bundle: String) {
    state.withLock { $0.plist = (permitted, bundle) }
  }

  /// From here on handlers come too late (F20).
  func finishLaunching() { state.withLock { $0.hasFinishedLaunching = true } }

  // MARK: Requests

  /// Hands a request over and waits for the device's word (F22, F31).
  ///
  /// - Throws: why it was not taken.
  package func submit(_ request: TaskRequest) throws(TaskRefusal) {
    let submission = Submission()
    let number = state.withLock { state in
      state.lastRequest += 1
      state.submissions[state.lastRequest] = submission
      return state.lastRequest
    }
    send(.submitTask(request: number, request))
    submission.isAnswered.wait()
    if let refusal = submission.refusal.withLock({ $0 }) { throw refusal }
  }

  /// Nil: all (F29).
  package func cancel(_ identifier: String?) { send(.cancelTasks(identifier: identifier)) }

  /// Calls back on the thread that reads the link.
  package func pending(_ completion: @escaping @Sendable ([TaskRequest]) -> Void) {
    let number = state.withLock { state in
      state.lastRequest += 1
      state.questions[state.lastRequest] = completion
      return state.lastRequest
    }
    send(.pendingTasks(request: number))
  }

  /// Takes an answer of the device; false for everything else.
  func take(_ message: DeviceMessage) -> Bool {
    switch message {
    case .taskSubmitted(let request, let refusal):
      guard let submission = state.withLock({ $0.submissions.removeValue(forKey: request) }) else {
        return true
      }
      submission.refusal.withLock { $0 = refusal }
      submission.isAnswered.signal()
      return true
    case .pendingTasks(let request, let requests):
      state.withLock { $0.questions.removeValue(forKey: request) }?(requests)
      return true
    default: return false
    }
  }

  // MARK: Tasks

  /// A task that the device has launched, until it is completed.
  package final class Launched: Sendable {
    package let launch: DeviceMessage.TaskLaunch
    private let scheduling: TaskScheduling
    private let onExpiration = Mutex<(@Sendable () -> Void)?>(nil)
    private let isCompleted = Atomic(false)

    init(_ launch: DeviceMessage.TaskLaunch, _ scheduling: TaskScheduling) {
      self.launch = launch
      self.scheduling = scheduling
    }

    /// Called once, when the task is to end.
    package func whenExpired(_ body: @escaping @Sendable () -> Void) {
      onExpiration.withLock { $0 = body }
    }

    func expire() { onExpiration.withLock { $0 }?() }

    /// False when it was completed before.
    package func complete(success: Bool) -> Bool {
      guard !isCompleted.exchange(true, ordering: .acquiringAndReleasing) else { return false }
      scheduling.end(launch.work)
      scheduling.send(.taskCompleted(work: launch.work, success: success))
      return true
    }

    package func progress(_ completed: Int64, of total: Int64) {
      guard !isCompleted.load(ordering: .acquiring) else { return }
      scheduling.send(.taskProgress(work: launch.work, completed: completed, total: total))
    }
  }

  private func end(_ work: UInt64) { state.withLock { $0.running[work] = nil } }

  /// F26: on the queue that the handler was registered with.
  func launch(_ launch: DeviceMessage.TaskLaunch) {
    let launched = Launched(launch, self)
    let handler = state.withLock { state -> Handler? in
      guard let handler = state.handlers[launch.identifier] else { return nil }
      state.running[launch.work] = launched
      return handler
    }
    guard let handler else {
      fatalError("No launch handler registered for task with identifier \(launch.identifier)")
    }
    handler(launched)
  }

  /// F27.
  func expire(_ work: UInt64) { state.withLock { $0.running[work] }?.expire() }
}
