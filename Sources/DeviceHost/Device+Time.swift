import ControlAPI
import Dispatch
import Multitasking
import ProcessControl

// Waits: for an instant, for the state of an app, for nothing left to do.
//
// Each calls back on the main queue when the device has come to rest at that instant, and returns
// what gives the wait up.
extension Device {
  typealias Cancel = () -> Void

  /// Calls back when nothing can run any more at this instant. In real time that is nobody's to
  /// know: as soon as what is queued has had its turn.
  func whenSettled(_ body: @escaping @MainActor () -> Void) {
    guard let held else {
      return DispatchQueue.main.async { MainActor.assumeIsolated(body) }
    }
    held.whenIdle { _ in body() }
  }

  @discardableResult
  func wait(until instant: Instant, _ body: @escaping @MainActor () -> Void) -> Cancel {
    let source = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    source.schedule(
      deadline: DispatchTime(uptimeNanoseconds: UInt64(max(1, clock.monotonic(instant)))),
      leeway: .nanoseconds(0))
    var isOver = false
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        source.cancel()
        self?.whenSettled { if !isOver { body() } }
      }
    }
    source.resume()
    return {
      isOver = true
      source.cancel()
    }
  }

  /// Waits for a condition on what the device and its apps have done; tells whether it came to hold.
  @discardableResult
  func wait(
    for condition: @escaping () -> Bool, until limit: Instant,
    _ body: @escaping @MainActor (Bool) -> Void
  ) -> Cancel {
    if condition() {
      var isOver = false
      whenSettled { if !isOver { body(true) } }
      return { isOver = true }
    }
    nextWatcher += 1
    let number = nextWatcher
    var isOver = false
    let cancelTimer = wait(until: limit) { [weak self] in
      self?.watchers[number] = nil
      body(condition())
    }
    watchers[number] = Watcher(condition: condition) { [weak self] in
      cancelTimer()
      self?.whenSettled { if !isOver { body(true) } }
    }
    return { [weak self] in
      isOver = true
      cancelTimer()
      self?.watchers[number] = nil
    }
  }

  /// Waits until nothing wants to run within `limit` from the instant reached, and gives up when
  /// `limit` has passed; tells which of the two. Of virtual devices only.
  func waitUntilIdle(_ limit: Duration, _ body: @escaping @MainActor (Bool) -> Void) -> Cancel {
    guard let held else {
      body(false)
      return {}
    }
    let end = clock.now + limit
    var isOver = false
    var cancelTimer: Cancel = {}
    func look() {
      held.whenIdle { [weak self] next in
        guard let self, !isOver else { return }
        guard let next, next <= self.clock.now + limit else { return body(true) }
        if next > end { return cancelTimer = self.wait(until: end) { body(false) } }
        cancelTimer = self.wait(until: next, look)
      }
    }
    look()
    return {
      isOver = true
      cancelTimer()
    }
  }

  /// Tells those that wait for a condition that it holds.
  func lookForWatchers() {
    guard !watchers.isEmpty else { return }
    for number in watchers.keys.sorted() {
      guard let watcher = watchers[number], watcher.condition() else { continue }
      watchers[number] = nil
      watcher.body()
    }
  }

  struct Watcher {
    var condition: () -> Bool
    var body: () -> Void
  }
}

// Commands.
extension Device {
  func timeInfo() -> TimeInfo {
    var info = TimeInfo(
      isVirtual: held != nil, now: clock.now, bootedAt: bootedAt, nextDecision: policy.nextDeadline)
    guard let time = held?.time else { return info }
    let (limit, next) = (time.limit, time.nextDeadline)
    info.seed = time.seed
    info.limit = limit == VirtualTime.never ? nil : Instant(nanoseconds: limit)
    info.nextDeadline = next == VirtualTime.never ? nil : Instant(nanoseconds: next)
    info.switches = time.switches
    info.trace = hexadecimal(time.trace)
    return info
  }

  func advance(to instant: Instant, _ responder: Responder) {
    if let error = objection(toMovingTo: instant) { return responder.fail(error) }
    let cancel = wait(until: instant) { responder.answer(.time(self.timeInfo())) }
    responder.onDisconnect(cancel)
  }

  func runUntilIdle(_ nanoseconds: Int64, _ responder: Responder) {
    if let error = objection(toMovingBy: nanoseconds) { return responder.fail(error) }
    let limit = Duration.nanoseconds(nanoseconds)
    let cancel = waitUntilIdle(limit) { isIdle in
      if isIdle { return responder.answer(.time(self.timeInfo())) }
      responder.fail(self.notIdle(after: limit))
    }
    responder.onDisconnect(cancel)
  }

  func runUntil(
    _ app: AppID, _ state: AppState.Name, _ nanoseconds: Int64, _ responder: Responder
  ) {
    if let error = objection(toMovingBy: nanoseconds) ?? objection(toWaitingFor: app) {
      return responder.fail(error)
    }
    let limit = Duration.nanoseconds(nanoseconds)
    let cancel = wait(for: { self.policy.state(of: app)?.name == state }, until: clock.now + limit)
    { isReached in
      if isReached { return responder.answer(.time(self.timeInfo())) }
      responder.fail(self.notReached(app, state, after: limit))
    }
    responder.onDisconnect(cancel)
  }

  func notIdle(after limit: Duration) -> ControlError {
    let next = held.map(\.time.nextDeadline).map { Instant(nanoseconds: $0).text } ?? "any time"
    return ControlError(
      .timedOut, "the device is not idle after \(limit.text): something runs again at \(next)",
      nextStep: "`greenroom listapps` tells which apps are not suspended")
  }

  func notReached(_ app: AppID, _ state: AppState.Name, after limit: Duration) -> ControlError {
    let now = policy.state(of: app)?.name.rawValue ?? "gone"
    return ControlError(
      .timedOut, "\(app) is \(now) after \(limit.text), not \(state.rawValue)",
      object: app.bundleIdentifier, nextStep: "`greenroom explain \(app)` tells why")
  }

  func objection(toWaitingFor app: AppID) -> ControlError? {
    policy.state(of: app) == nil ? ControlError(.unknownApp(app)) : nil
  }

  func objection(toMovingBy nanoseconds: Int64) -> ControlError? {
    if held == nil { return Device.livesInRealTime }
    guard (0...ControlLimits.waitNanosecondsMax).contains(nanoseconds) else {
      return ControlError(
        .badRequest, "\(nanoseconds) ns is not a time that can pass",
        nextStep: "give 0 to \(ControlLimits.waitNanosecondsMax)")
    }
    return nil
  }

  private func objection(toMovingTo instant: Instant) -> ControlError? {
    if held == nil { return Device.livesInRealTime }
    guard instant >= clock.now else {
      return ControlError(
        .refused, "\(instant.text) has passed: it is \(clock.now.text)",
        nextStep: "give a later date; time does not go back")
    }
    return objection(toMovingBy: clock.now.duration(to: instant).inNanoseconds)
  }

  private static let livesInRealTime = ControlError(
    .refused, "this device lives in real time, which passes by itself",
    nextStep: "`greenroom boot --virtual` boots a device whose time can be moved")

  /// The number of a process: the kernel's, or that within its world in virtual time, where the
  /// kernel's differs from run to run.
  func number(of process: AppProcess) -> Int32 {
    held?.time.number(of: process.processID) ?? process.processID
  }
}

/// 16 digits.
func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
