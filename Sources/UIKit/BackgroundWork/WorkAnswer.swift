import AppLink
import Foundation
import Synchronization

/// The completion handler of a fetch or a push: callable from any thread, good for one answer.
final class WorkAnswer: Sendable {
  private let work: UInt64
  /// As iOS names it in what it says about it.
  private let selector: String
  private let send: @Sendable (AppMessage) -> Void
  private let isGiven = Atomic(false)

  init(_ work: UInt64, selector: String, _ send: @escaping @Sendable (AppMessage) -> Void) {
    self.work = work
    self.selector = selector
    self.send = send
  }

  /// Traps when called a second time, as on iOS: whoever answers twice has lost track of its work.
  func give(_ result: UIBackgroundFetchResult) {
    guard !isGiven.exchange(true, ordering: .acquiringAndReleasing) else {
      fatalError(
        "this request has been neutered - you can't call -sendResponse: twice nor after encoding it"
          + " (the completion handler of -\(selector))")
    }
    EndOfWork.tell(.workAnswered(work: work, FetchResult(result)), send)
  }

  // Nobody has the completion handler any more, so nobody will call it. The device ends the app when
  // its time is up (F6).
  deinit {
    guard !isGiven.load(ordering: .acquiring) else { return }
    ProcessEnd.report(
      "Warning: Application delegate received call to -\(selector) but the completion handler was "
        + "never called.")
  }
}

/// Where the app's last word about a fetch, a push or a task goes out.
enum EndOfWork {
  /// Tells the device, on the main thread: as soon as it has heard, it may freeze the app (F7, F28).
  static func tell(_ message: AppMessage, _ send: @escaping @Sendable (AppMessage) -> Void) {
    if Thread.isMainThread {
      MainActor.assumeIsolated {
        prepare()
        send(message)
      }
    } else {
      MainRunLoop.perform {
        prepare()
        send(message)
      }
    }
  }

  /// Called before each such message: the app switcher shows what the work has brought (L44).
  @MainActor
  private static func prepare() {
    UIApplication.current?.lifeCycle?.takeSnapshotAfterBackgroundWork()
  }
}

extension FetchResult {
  fileprivate init(_ result: UIBackgroundFetchResult) {
    self =
      switch result {
      case .newData: .newData
      case .noData: .noData
      case .failed: .failed
      }
  }
}
