import CUIKit
import Dispatch
import Foundation
import Synchronization
import UIKit

/// A task that the system has launched. Apple's page: `BGTask`.
open class BGTask: NSObject, @unchecked Sendable {
  // Unchecked: what changes is behind a lock.

  /// The identifier of its request.
  public let identifier: String

  private let launched: TaskScheduling.Launched
  private let handler = Mutex(Body(nil))

  init(_ launched: TaskScheduling.Launched, _ queue: DispatchQueue) {
    self.launched = launched
    identifier = launched.launch.identifier
    super.init()
    launched.whenExpired { queue.async { self.expire() } }
  }

  static func make(_ launched: TaskScheduling.Launched, _ queue: DispatchQueue) -> BGTask {
    switch launched.launch.kind {
    case .refresh: BGAppRefreshTask(launched, queue)
    case .processing: BGProcessingTask(launched, queue)
    case .continued: BGContinuedProcessingTask(launched, queue)
    }
  }

  /// Called once, shortly before the time of the task is up, and when its conditions are lost (F27);
  /// nil afterwards. Without one the task is completed then, without success.
  ///
  /// Runs on the queue of the launch handler.
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

  private func expire() {
    let expiring = handler.withLock { handler -> Body in
      defer { handler = Body(nil) }
      return handler
    }
    if let body = expiring.body { body() } else { setTaskCompleted(success: false) }
  }

  /// Ends the task, and with it the app's reason to run (F28). Necessary after an expiration, too.
  ///
  /// - Parameter success: false: the app wants it to be tried again; the app submits a new request.
  open func setTaskCompleted(success: Bool) {
    end()
    guard !launched.complete(success: success) else { return }
    cuikit_write_error_line(
      "BackgroundTasks: \(identifier) was completed already; the first answer counts.")
  }

  /// Called when it is completed.
  func end() {}

  func report(_ completed: Int64, of total: Int64) { launched.progress(completed, of: total) }
}

/// A short task to refresh the app's content (F26).
open class BGAppRefreshTask: BGTask, @unchecked Sendable {
  // Unchecked: see BGTask.
}

/// Minutes of work while nobody uses the device (F25).
open class BGProcessingTask: BGTask, @unchecked Sendable {
  // Unchecked: see BGTask.
}

/// Work that the person has begun (F40-F43).
///
/// It has to tell how it gets on, by ``progress``: without progress it expires.
open class BGContinuedProcessingTask: BGTask, ProgressReporting, @unchecked Sendable {
  // Unchecked: see BGTask.

  /// How far it is. The device is told once a second, if it has changed.
  public let progress = Progress(totalUnitCount: 0)
  open private(set) var title: String
  open private(set) var subtitle: String
  private let timer: any DispatchSourceTimer
  private let told = Mutex(Int64(0))

  override init(_ launched: TaskScheduling.Launched, _ queue: DispatchQueue) {
    title = launched.launch.title ?? ""
    subtitle = launched.launch.subtitle ?? ""
    // `Progress` tells nobody on Linux: it is looked at.
    timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    super.init(launched, queue)
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { [weak self] in self?.tellProgress() }
    timer.resume()
  }

  deinit { timer.cancel() }

  /// Changes what the person reads.
  open func updateTitle(_ title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
  }

  private static let parts: Int64 = 10_000

  private func tellProgress() {
    let now = Int64(progress.fractionCompleted * Double(Self.parts))
    let isNews = told.withLock { told in
      defer { told = now }
      return told != now
    }
    if isNews { report(now, of: Self.parts) }
  }

  override func end() { timer.cancel() }
}
