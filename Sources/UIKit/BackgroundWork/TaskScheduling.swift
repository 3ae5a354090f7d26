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
    var handlers: [String: Handler] = [:]
    var running: [UInt64: Launched] = [:]
    var lastRequest: UInt64 = 0
    var submissions: [UInt64: Submission] = [:]
    var questions: [UInt64: @Sendable ([TaskRequest]) -> Void] = [:]
  }

  private final class Submission: Sendable {
    let isAnswered = DispatchSemaphore(value: 0)
    let refusal = Mutex<TaskRefusal?>(nil)

    func answer(_ refusal: TaskRefusal?) {
      self.refusal.withLock { $0 = refusal }
      isAnswered.signal()
    }
  }

  private let state = Mutex(State())
  /// `BGTaskSchedulerPermittedIdentifiers`.
  private let permitted: [String]
  private let send: @Sendable (AppMessage) -> Void

  init(permitted: [String], send: @escaping @Sendable (AppMessage) -> Void) {
    self.permitted = permitted
    self.send = send
  }

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
    for submission in waiting.values {
      submission.answer(TaskRefusal(.unavailable, "the app has ended"))
    }
  }

  // MARK: Registration

  /// F20: false for an identifier that Info.plist does not permit.
  package func register(_ identifier: String, _ handler: @escaping Handler) -> Bool {
    guard let permission = permission(for: identifier) else {
      ProcessEnd.report(
        "BackgroundTasks: no launch handler is registered for \(identifier.debugDescription): it is "
          + "not among the BGTaskSchedulerPermittedIdentifiers of Info.plist.")
      return false
    }
    state.withLock { state in
      // F40: only continued tasks come under wildcards, and they may be registered when needed.
      guard !state.hasFinishedLaunching || permission == .wildcard else {
        fatalError("All launch handlers must be registered before application finishes launching")
      }
      guard state.handlers[identifier] == nil else {
        fatalError(
          "Launch handler for task with identifier \(identifier) has already been registered")
      }
      state.handlers[identifier] = handler
    }
    send(.taskHandlers([identifier]))
    return true
  }

  private enum Permission { case exact, wildcard }

  /// Nil: none.
  private func permission(for identifier: String) -> Permission? {
    if permitted.contains(identifier) { return identifier.hasSuffix(".*") ? .wildcard : .exact }
    let isCovered = permitted.contains { entry in
      entry.hasSuffix(".*") && identifier.hasPrefix(entry.dropLast())
        && identifier.count >= entry.count
    }
    return isCovered ? .wildcard : nil
  }

  /// From here on handlers come too late (F20).
  func finishLaunching() { state.withLock { $0.hasFinishedLaunching = true } }

  // MARK: Requests

  /// Hands a request over and waits for the device's word (F22, F31).
  ///
  /// A continued task, which may begin at once, needs its handler now: without one this traps, as on
  /// iOS. Handlers are found by their exact identifiers, those under wildcards as well.
  ///
  /// - Throws: why it was not taken.
  package func submit(_ request: TaskRequest) throws(TaskRefusal) {
    if request.kind == .continued, permission(for: request.identifier) != nil,
      !state.withLock({ $0.handlers.keys.contains(request.identifier) })
    {
      Self.trapForMissingHandler(request.identifier)
    }
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
      submission.answer(refusal)
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
    private let completion = Atomic(false)

    init(_ launch: DeviceMessage.TaskLaunch, _ scheduling: TaskScheduling) {
      self.launch = launch
      self.scheduling = scheduling
    }

    package var isCompleted: Bool { completion.load(ordering: .acquiring) }

    /// Called once, when the task is to end and has not been completed.
    package func whenExpired(_ body: @escaping @Sendable () -> Void) {
      onExpiration.withLock { $0 = body }
    }

    func expire() { takeExpiration()?() }

    private func takeExpiration() -> (@Sendable () -> Void)? {
      onExpiration.withLock { body in
        defer { body = nil }
        return body
      }
    }

    /// False when it was completed before.
    package func complete(success: Bool) -> Bool {
      guard !completion.exchange(true, ordering: .acquiringAndReleasing) else { return false }
      // It holds the task, which holds this.
      _ = takeExpiration()
      scheduling.end(launch.work)
      EndOfWork.tell(.taskCompleted(work: launch.work, success: success), scheduling.send)
      return true
    }

    package func progress(_ completed: Int64, of total: Int64) {
      guard !isCompleted else { return }
      scheduling.send(.taskProgress(work: launch.work, completed: completed, total: total))
    }
  }

  private func end(_ work: UInt64) { state.withLock { $0.running[work] = nil } }

  /// F26. The handler sees to its queue.
  func launch(_ launch: DeviceMessage.TaskLaunch) {
    let launched = Launched(launch, self)
    let handler = state.withLock { state -> Handler? in
      guard let handler = state.handlers[launch.identifier] else { return nil }
      state.running[launch.work] = launched
      return handler
    }
    guard let handler else { Self.trapForMissingHandler(launch.identifier) }
    handler(launched)
  }

  private static func trapForMissingHandler(_ identifier: String) -> Never {
    fatalError("No launch handler registered for task with identifier \(identifier)")
  }

  /// F27. A task that has been completed, or never was, has nothing to expire.
  func expire(_ work: UInt64) { state.withLock { $0.running[work] }?.expire() }
}
