import CUIKit
import Dispatch
import Foundation
import Synchronization
import UIKit

/// A task that the system has launched.
///
/// The launch handler that was registered for its identifier gets it, and has to complete it.
/// Usable from any thread. Apple's page: `BGTask`.
open class BGTask: NSObject, @unchecked Sendable {
  // Unchecked: what changes is behind a lock.

  /// The identifier of its request.
  open var identifier: String { launched.launch.identifier }

  private let launched: TaskScheduling.Launched
  private let handler = Mutex(Body(nil))

  init(_ launched: TaskScheduling.Launched, _ queues: TaskQueues) {
    self.launched = launched
    super.init()
    launched.whenExpired { queues.expiration.async { self.expire() } }
  }

  static func make(_ launched: TaskScheduling.Launched, _ queues: TaskQueues) -> BGTask {
    switch launched.launch.kind {
    case .refresh: BGAppRefreshTask(launched, queues)
    case .processing: BGProcessingTask(launched, queues)
    case .continued: BGContinuedProcessingTask(launched, queues)
    }
  }

  /// Called once, shortly before the time of the task is up, and when its conditions are lost; nil
  /// afterwards (F27).
  ///
  /// It has to end the work and to call ``setTaskCompleted(success:)``, or to see to it that somebody
  /// does. Without a handler the task is completed then, without success.
  ///
  /// Called on the main thread where the launch handler's queue is the main queue; else on a queue
  /// of its own, because the launch handler may still be at work on its own.
  open var expirationHandler: (() -> Void)? {
    get { handler.withLock { $0 }.body }
    set {
      let body = Body(newValue)
      handler.withLock { $0 = body }
    }
  }

  private struct Body: @unchecked Sendable {
    // Unchecked: handed from one thread to another, as on iOS.
    let body: (() -> Void)?
    init(_ body: (() -> Void)?) { self.body = body }
  }

  private func takeHandler() -> (() -> Void)? {
    let taken = handler.withLock { handler -> Body in
      defer { handler = Body(nil) }
      return handler
    }
    return taken.body
  }

  private func expire() {
    // It was completed while this waited for its turn.
    guard !launched.isCompleted else { return }
    if let body = takeHandler() {
      body()
    } else {
      finish()
      _ = launched.complete(success: false)
    }
  }

  /// Ends the task, and with it the app's reason to run (F28). Necessary after an expiration, too.
  ///
  /// Once all tasks of a launch are completed, the app is suspended. A second call changes nothing,
  /// and says so on standard error.
  ///
  /// - Parameter success: whether the work is done. Nothing is repeated by itself: an app that wants
  ///   another try submits a new request (F23).
  open func setTaskCompleted(success: Bool) {
    finish()
    guard launched.complete(success: success) else {
      return cuikit_write_error_line(
        "BackgroundTasks: \(identifier) was completed already; the first answer counts.")
    }
    // What it holds is needed no more, and often it holds the task.
    _ = takeHandler()
  }

  /// Called before the task is completed.
  func finish() {}
}

/// A short task to refresh the app's content: up to 30 s for all tasks of a launch (F26).
open class BGAppRefreshTask: BGTask, @unchecked Sendable {
  // Unchecked: see BGTask.
}

/// Minutes of work while nobody uses the device (F25).
open class BGProcessingTask: BGTask, @unchecked Sendable {
  // Unchecked: see BGTask.
}

/// Work that the person has begun, and that goes on in the background (F40-F43).
///
/// It has to tell how it gets on, by ``progress``: without progress it expires.
/// ```swift
/// task.progress.totalUnitCount = Int64(files.count)
/// for file in files {
///   export(file)
///   task.progress.completedUnitCount += 1
/// }
/// task.setTaskCompleted(success: true)
/// ```
open class BGContinuedProcessingTask: BGTask, ProgressReporting, @unchecked Sendable {
  // Unchecked: see BGTask.

  /// How far it is. The device is told of changes, a few times a second at most (F42).
  public let progress: Progress

  private let texts: Mutex<(title: String, subtitle: String)>

  override init(_ launched: TaskScheduling.Launched, _ queues: TaskQueues) {
    texts = Mutex((launched.launch.title ?? "", launched.launch.subtitle ?? ""))
    let report = ProgressReport(queues.expiration) {
      launched.progress($0, of: ProgressReport.parts)
    }
    progress = ReportingProgress(report, queues.expiration)
    super.init(launched, queues)
  }

  /// What the person reads.
  open var title: String { texts.withLock { $0.title } }

  /// What the person reads below.
  open var subtitle: String { texts.withLock { $0.subtitle } }

  /// Changes what the person reads.
  open func updateTitle(_ title: String, subtitle: String) {
    texts.withLock { $0 = (title, subtitle) }
  }

  override func finish() { (progress as? ReportingProgress)?.finish() }
}

/// Where the code of an app runs for the tasks of one identifier.
struct TaskQueues: Sendable {
  let launch: DispatchQueue
  let expiration: DispatchQueue

  /// - Parameter queue: what the app asked for; nil: a serial queue in the background (F21).
  init(_ queue: DispatchQueue?, identifier: String) {
    launch = queue ?? DispatchQueue(label: "com.apple.BGTaskScheduler (\(identifier))")
    let isMain = queue?.getSpecific(key: Self.markOfMainQueue) == true
    expiration =
      isMain
      ? .main : DispatchQueue(label: "com.apple.BGTaskScheduler.expiration (\(identifier))")
  }

  /// `DispatchQueue.main` is another object each time on Linux: it is known by a mark on the queue.
  private static let markOfMainQueue: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()
}
