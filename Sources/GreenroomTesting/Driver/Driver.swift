import AppLink
import ControlAPI
import Foundation
import LinkTranslation
import LocationDesk
import Multitasking
@_spi(InProcessDevice) import UIKit

/// The driver of a device inside a test's process: feeds the policy with what happens and does what
/// it says, with an app in this process. Decides nothing.
///
/// It has a thread of its own, and all of its state belongs to that thread; tests reach it by
/// requests, and read ``board``. While the app is suspended or does not run, the clock of the
/// process is held and the device's time runs ahead of it: nothing of the app can run, and at the
/// thaw the clock catches up, so that what is overdue fires then (L5).
package final class Driver: @unchecked Sendable {
  // Unchecked: `inbox`, `board` and `stage` may be used by all; everything else is only touched by
  // the thread that `start()` makes.
  let inbox = Inbox()
  let board = Board()
  let configuration: DeviceConfiguration

  var policy: Policy
  private var invariants = Invariants()
  private(set) var app: AppProcess?
  var sound = Sound()
  var location = LocationDesk()
  /// By how much the device's time is ahead of the clock.
  private var lead = Duration.zero
  private var events: [Event] = []
  private var isHandling = false
  private var entries: UInt64 = 0
  private var isOver = false

  init(_ configuration: DeviceConfiguration) {
    self.configuration = configuration
    // The app's sockets are those of the test's process: nobody takes them, and nothing waits for that.
    var profile = configuration.profile
    profile.socketReclaimDelay = nil
    policy = Policy(
      profile: profile,
      isMultitaskingSupported: configuration.isMultitaskingSupported, at: World.now)
    World.hold()
    board.publish(policy, at: World.now)
  }

  func start() {
    let thread = Thread { self.run() }
    thread.name = "greenroom.device"
    thread.start()
  }

  /// The device's time.
  package var now: Instant { World.now + lead }

  // MARK: The thread

  private func run() {
    while !isOver {
      takeMessages()
      if let request = inbox.takeRequest() {
        request(self)
        continue
      }
      // The test has the word. As long as it computes, this does not return.
      World.waitUntilIdle()
      if inbox.isEmpty { Standstill.report(self) }
    }
  }

  /// Ends the device; the process's clock goes on by itself.
  func stop() {
    isOver = true
    World.release()
  }

  private func takeMessages() {
    while let message = inbox.takeMessage() {
      switch message {
      case .made(let life, let application):
        if life == app?.life { app?.application = application }
      case .said(let life, let message, let descriptor):
        if let app, life == app.life { take(message, with: descriptor, from: app) }
      case .exited(let life, let exit):
        guard let ended = app, life == ended.life else { break }
        World.hold()
        app?.phase = .notRunning
        forgetSound(of: ended.id)
        handle(.exited(ended.id, exit))
      }
    }
  }

  private func take(
    _ message: AppMessage, with descriptor: PassedDescriptor?, from app: AppProcess
  ) {
    switch message {
    case .hello: handle(.connected(app.id))
    case .started(AppLink.Delivery.unawaited): break
    case .handled(let answer) where answer.id == AppLink.Delivery.unawaited: break
    case .started(let id): handle(.started(app.id, delivery: id))
    case .handled(let answer):
      handle(.handled(app.id, delivery: answer.id, tasks: answer.tasks.map { OpenTasks($0) }))
    case .backgroundTasks(let tasks): handle(.backgroundTasks(app.id, OpenTasks(tasks)))
    case .openURL(let request, let url):
      let isRefused = handle(.urlOpened(url, source: app.id)) != nil
      answer(app, .urlOpened(request: request, success: !isRefused))
    case .viewTree, .screen, .snapshot: break
    case .pendingTasks(let request):
      let pending = policy.backgroundRecord(of: app.id)?.requests ?? []
      answer(
        app,
        .pendingTasks(request: request, requests: pending.map(AppLink.TaskRequest.init)))
    case .fetchInterval, .taskHandlers, .submitTask, .cancelTasks, .workAnswered, .taskCompleted,
      .taskProgress:
      // Nobody measures in virtual time.
      if let event = WorkEvent(message, cost: { nil }) { handle(.work(app.id, event)) }
    case .audio(let number, let request):
      take(request, number, with: descriptor, from: app)
    case .location(let request): take(request, from: app)
    case .transfer: break
    }
  }

  /// The answer to what the app asked outside of the life cycle.
  func answer(_ app: AppProcess, _ message: DeviceMessage) {
    app.application?.deliver(
      AppLink.Delivery(id: AppLink.Delivery.unawaited, message: message))
  }

  // MARK: Events

  /// Has the policy handle an event, and does what it says.
  ///
  /// - Returns: why the event can't be; nil if it can.
  @discardableResult
  func handle(_ event: Event) -> Refusal? {
    events.append(event)
    guard !isHandling else { return nil }
    isHandling = true
    defer { isHandling = false }
    var refusal: Refusal?
    var isFirst = true
    while !events.isEmpty {
      let effects = feed(events.removeFirst())
      if isFirst {
        for case .refuse(let why) in effects.map(\.action) { refusal = refusal ?? why }
      }
      isFirst = false
    }
    return refusal
  }

  private func feed(_ event: Event) -> [Effect] {
    let instant = now
    let effects = policy.handle(event, at: instant)
    if event.isWorthKeeping || !effects.isEmpty {
      entries += 1
      board.add(
        JournalEntry(number: entries, at: instant, content: .event(event, effects: effects)))
    }
    for violation in invariants.check(policy, after: effects) {
      board.addFault("the device broke one of its own rules: \(violation)")
    }
    for effect in effects { perform(effect) }
    board.publish(policy, at: now)
    return effects
  }

  private func perform(_ effect: Effect) {
    if case .location(let command) = effect.action { return perform(command) }
    guard let id = effect.app else { return }
    guard let app, app.id == id else { return StandIn.perform(effect, of: id, on: self) }
    switch effect.action {
    case .spawn:
      catchUp()
      self.app?.spawn(inbox)
    case .deliver(let delivery):
      app.application?.deliver(
        AppLink.Delivery(
          id: delivery.id,
          message: DeviceMessage(
            delivery.message, context: launchContext, monotonic: monotonic)))
      if case .launch = delivery.message { tellLocation(to: app) }
    case .freeze:
      World.hold()
      self.app?.phase = .frozen
    case .thaw:
      catchUp()
      self.app?.phase = .running
    case .kill:
      catchUp()
      self.app?.end(inbox)
    case .answerSubmission(let request, let refusal):
      answer(app, .taskSubmitted(request: request, refusal: refusal.map(AppLink.TaskRefusal.init)))
    case .audio(let command): perform(command, of: id)
    case .recordExit, .recordForceQuit, .forget, .refuse, .keepBackgroundRecord, .hold,
      .reclaimSockets, .location:
      break
    }
  }

  private var launchContext: DeviceMessage.LaunchContext {
    DeviceMessage.LaunchContext(
      profile: policy.profile, isMultitaskingSupported: policy.isMultitaskingSupported,
      description: DeviceMessage.DeviceDescription(
        name: "Test", model: "iPhone", systemName: "iOS",
        systemVersion: policy.profile.systemVersion,
        identifierForVendor: "00000000-0000-4000-8000-000000000001", screenWidth: 390,
        screenHeight: 844, screenScale: 2),
      environment: app.map { policy.environment(of: $0.id) } ?? policy.environment,
      installedSchemes: policy.urlSchemes,
      audio: app.map { audioState(of: $0.id) } ?? AudioState(nil, policy.sound),
      location: app.flatMap { LocationAtLaunch(of: $0.id, in: policy) })
  }

  /// An app is only told of instants while it runs, and then its clock is the device's.
  private func monotonic(_ instant: Instant) -> Int64 {
    World.monotonic + now.duration(to: instant).inNanoseconds
  }

  // MARK: Apps

  /// Makes an app known to the device, in place of an earlier version of itself.
  func install(_ app: AppProcess, _ manifest: AppManifest) throws(DeviceError) {
    if let other = self.app, other.id != app.id { throw .anotherApp(app.id, beside: other.id) }
    if let known = self.app, known.phase != .notRunning { throw .alreadyRunning(app.id) }
    var app = app
    app.life = self.app?.life ?? 0
    self.app = app
    handle(.installed(manifest, lastExit: policy.lastExit(of: app.id), isForceQuit: false))
  }

  /// Ends the app as if its process had been killed by something that is no part of the device.
  func killFromOutside() {
    catchUp()
    app?.end(inbox)
  }

  // MARK: Time

  /// Whether code of the app may run.
  var appRuns: Bool {
    switch app?.phase {
    case .running, .ending: true
    case .frozen, .notRunning, nil: false
    }
  }

  /// Brings the clock to the device's time.
  private func catchUp() {
    World.skip(lead)
    lead = .zero
  }

  /// Lets time pass until the device's time is `target`, and everything has happened that happens
  /// by then. At an instant the app goes first, and then the policy's deadlines.
  func pass(until target: Instant) {
    while true {
      takeMessages()
      if let end = nextSoundEnd, end <= now {
        if settledBeforeDeadline() { endSounds() }
        continue
      }
      if let fix = location.nextFix, fix <= now {
        if settledBeforeDeadline() { giveFix() }
        continue
      }
      if let deadline = policy.nextDeadline, deadline <= now {
        if settledBeforeDeadline() { handle(.deadline) }
        continue
      }
      if now >= target {
        World.waitUntilIdle()
        if inbox.hasMessages { continue }
        board.publish(policy, at: now)
        return
      }
      let stop = min(
        policy.nextDeadline ?? target, nextSoundEnd ?? target, location.nextFix ?? target, target)
      guard appRuns else {
        lead += now.duration(to: stop)
        continue
      }
      World.run(to: stop)
      inbox.wait(until: stop)
      World.hold()
    }
  }

  /// What the app does at the instant of a deadline comes before the deadline.
  private func settledBeforeDeadline() -> Bool {
    World.waitUntilIdle()
    return !inbox.hasMessages
  }

  /// Lets everything happen that can happen without time passing, and what an end of the app takes.
  ///
  /// - Throws: `mainThreadBlocked` for an app that is to end while its main thread waits for ever.
  package func settle() throws(DeviceError) {
    pass(until: now)
    while app?.phase == .ending {
      guard let next = World.nextDeadline else { throw .mainThreadBlocked(app?.id) }
      pass(until: max(next, now))
    }
  }
}

extension Event {
  /// Events that say nothing unless something follows are left out of the journal.
  fileprivate var isWorthKeeping: Bool {
    switch self {
    case .started, .deadline: false
    default: true
    }
  }
}
