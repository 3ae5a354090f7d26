import AppLink
import Foundation
import Synchronization
import Testing

@testable import UIKit

/// The bookkeeping alone: what is granted, what is sent, and when.
struct BackgroundTaskLedgerTests {
  /// A ledger that keeps its reports.
  final class Recorder: Sendable {
    private let sent = Mutex<[AppMessage.OpenTasks]>([])
    var reports: [AppMessage.OpenTasks] { sent.withLock { $0 } }

    func ledger(
      _ rules: BackgroundTaskLedger.Rules = BackgroundTaskLedger.Rules()
    ) -> BackgroundTaskLedger {
      let ledger = BackgroundTaskLedger { report in self.sent.withLock { $0.append(report) } }
      ledger.launch(rules)
      return ledger
    }
  }

  private func inBackground(_ ledger: BackgroundTaskLedger, endsAt: Int64? = nil) {
    ledger.enterBackground(endsAt: endsAt)
    ledger.settle { _ in }
  }

  @Test("Every begin has an id of its own (T10)")
  func ids() {
    let ledger = Recorder().ledger()
    let ids = (0..<100).map { _ in ledger.begin(name: .given("t"), handler: nil) }
    #expect(Set(ids).count == 100)
    #expect(!ids.contains(.invalid))
  }

  @Test("In the foreground nothing is sent (T13)")
  func foreground() {
    let recorder = Recorder()
    let ledger = recorder.ledger()
    for _ in 0..<10 { ledger.end(ledger.begin(name: .given("t"), handler: nil)) }
    #expect(recorder.reports.isEmpty)
  }

  @Test("In the background the first begin and the last end are sent, nothing between (T24)")
  func edges() {
    let recorder = Recorder()
    let ledger = recorder.ledger()
    inBackground(ledger)
    let first = ledger.begin(name: .given("first"), handler: nil)
    let second = ledger.begin(name: .given("second"), handler: nil)
    ledger.end(first)
    ledger.end(second)
    #expect(
      recorder.reports == [
        AppMessage.OpenTasks(count: 1, names: ["first"]),
        AppMessage.OpenTasks(count: 0, names: [], lastEnded: "second"),
      ])
  }

  @Test("More open tasks than allowed are reported at once, in the foreground too (T27)")
  func tooMany() {
    let recorder = Recorder()
    let ledger = recorder.ledger(BackgroundTaskLedger.Rules(openMax: 40))
    for number in 0..<42 { _ = ledger.begin(name: .given("\(number)"), handler: nil) }
    #expect(recorder.reports.map(\.count) == [41])
    #expect(recorder.reports[0].names.count == LinkLimits.taskNamesMax)
  }

  @Test("Handlers run in order of begin, once, and not for tasks that another handler ended (T21)")
  @MainActor func expiry() {
    let ledger = Recorder().ledger()
    inBackground(ledger)
    var called: [String] = []
    _ = ledger.begin(name: .given("a")) { called.append("a") }
    let third = Mutex(UIBackgroundTaskIdentifier.invalid)
    _ = ledger.begin(name: .given("b")) {
      called.append("b")
      ledger.end(third.withLock { $0 })
    }
    third.withLock { $0 = ledger.begin(name: .given("c")) { called.append("c") } }
    _ = ledger.begin(name: .given("d")) { called.append("d") }
    ledger.expire()
    ledger.expire()
    #expect(called == ["a", "b", "d"])
    #expect(ledger.begin(name: .given("e"), handler: nil) == .invalid)
  }

  @Test("Back in the foreground tasks stay, begin works again, nothing counts down (T19, T28)")
  func back() {
    let ledger = Recorder().ledger()
    #expect(ledger.timeRemaining == .greatestFiniteMagnitude)
    inBackground(ledger, endsAt: MonotonicClock.nanoseconds + 10_000_000_000)
    #expect((9...10).contains(ledger.timeRemaining))
    ledger.enterForeground()
    #expect(ledger.timeRemaining == .greatestFiniteMagnitude)
    #expect(ledger.begin(name: .given("t"), handler: nil) != .invalid)
  }

  @Test("Time that is over is 0, not negative (T19)")
  func timeOver() {
    let ledger = Recorder().ledger()
    inBackground(ledger, endsAt: 1)
    #expect(ledger.timeRemaining == 0)
  }

  @Test("A handler's captures may end tasks when they are released")
  func reentrantRelease() {
    final class Owner: Sendable {
      let ledger: BackgroundTaskLedger
      let id: UIBackgroundTaskIdentifier
      init(_ ledger: BackgroundTaskLedger) {
        self.ledger = ledger
        id = ledger.begin(name: .given("inner"), handler: nil)
      }
      deinit { ledger.end(id) }
    }
    let ledger = Recorder().ledger()
    let task = {
      let owner = Owner(ledger)
      return ledger.begin(name: .given("outer")) { withExtendedLifetime(owner) {} }
    }()
    ledger.end(task)
    ledger.settle { #expect($0.count == 0) }
  }

  @Test("A nameless task is called after its caller, a long name is cut (T29)")
  func names() {
    let name = BackgroundTaskName.given(String(repeating: "n", count: 500)).text
    #expect(name.count == LinkLimits.taskNameLengthMax)
    #expect(name.hasSuffix("…"))
    #expect(BackgroundTaskName.caller(0).text.hasPrefix("Called by "))
  }

  @Test("Threads that begin and end at once leave nothing open, and reports alternate (T30)")
  func threads() {
    let recorder = Recorder()
    let ledger = recorder.ledger()
    inBackground(ledger)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<500 { ledger.end(ledger.begin(name: .given("t"), handler: nil)) }
    }
    ledger.settle { #expect($0.count == 0) }
    let counts = recorder.reports.map(\.count)
    #expect(counts.last == 0)
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 != $1 })
  }
}
