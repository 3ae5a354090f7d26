import Foundation
import Synchronization

/// How far a continued task is, as the device is told: at once, and then a few times a second (F42).
final class ProgressReport: Sendable {
  /// What is told: how many of so many parts are done. Units of its own, because those of a
  /// `Progress` change their meaning with its total and its children.
  static let parts: Int64 = 10_000
  /// Seconds between two messages.
  static let interval = 0.25

  private struct State {
    var done: Int64 = 0
    var told: Int64 = 0
    /// The next message has to wait.
    var isResting = false
    var isOver = false
  }

  private let state = Mutex(State())
  private let queue: DispatchQueue
  private let tell: @Sendable (Int64) -> Void

  init(_ queue: DispatchQueue, tell: @escaping @Sendable (Int64) -> Void) {
    self.queue = queue
    self.tell = tell
  }

  /// - Parameter fraction: 0...1.
  func note(_ fraction: Double) {
    let done = fraction.isFinite ? Int64(min(max(fraction, 0), 1) * Double(Self.parts)) : 0
    state.withLock { $0.done = done }
    tellNews()
  }

  private func tellNews() {
    let news = state.withLock { state -> Int64? in
      guard !state.isOver, !state.isResting, state.done != state.told else { return nil }
      state.told = state.done
      state.isResting = true
      return state.done
    }
    guard let news else { return }
    tell(news)
    queue.asyncAfter(deadline: .now() + Self.interval) {
      self.state.withLock { $0.isResting = false }
      self.tellNews()
    }
  }

  /// Tells what was not told yet, and nothing from then on.
  func finish() {
    let news = state.withLock { state -> Int64? in
      defer { state.isOver = true }
      return state.isOver || state.done == state.told ? nil : state.done
    }
    if let news { tell(news) }
  }
}

/// A `Progress` that says when it changes: on Linux nobody can observe one.
final class ReportingProgress: Progress, @unchecked Sendable {
  // Unchecked, as `Progress` is: what is added here is set before anybody else has the object.

  private let report: ProgressReport
  private let queue: DispatchQueue
  /// Runs while there are children: what they do reaches their parent behind its back.
  private let timer = Mutex<(any DispatchSourceTimer)?>(nil)

  init(_ report: ProgressReport, _ queue: DispatchQueue) {
    self.report = report
    self.queue = queue
    super.init(parent: nil, userInfo: nil)
  }

  deinit { stopLooking() }

  override var completedUnitCount: Int64 { didSet { report.note(fractionCompleted) } }

  override var totalUnitCount: Int64 { didSet { report.note(fractionCompleted) } }

  override func addChild(_ child: Progress, withPendingUnitCount inUnitCount: Int64) {
    super.addChild(child, withPendingUnitCount: inUnitCount)
    timer.withLock { timer in
      guard timer == nil else { return }
      let new = DispatchSource.makeTimerSource(queue: queue)
      new.schedule(
        deadline: .now() + ProgressReport.interval, repeating: ProgressReport.interval)
      new.setEventHandler { [weak self] in
        guard let self else { return }
        report.note(fractionCompleted)
      }
      new.resume()
      timer = new
    }
  }

  /// The task is over.
  func finish() {
    stopLooking()
    report.note(fractionCompleted)
    report.finish()
  }

  private func stopLooking() {
    timer.withLock { timer in
      timer?.cancel()
      timer = nil
    }
  }
}
