import AppLink
import ControlAPI
import Dispatch
import Foundation
import Glibc
import LinkTranslation
import Multitasking
import ProcessControl

/// The real driver: feeds the policy with what happens and does what it says, with real processes
/// in real time. Decides nothing.
///
/// Everything runs on the main queue. ``handle(_:)`` is the only way into the policy.
@MainActor
public final class Device {
  public let paths: DevicePaths
  let configuration: DeviceConfiguration
  let clock = DeviceClock()
  let bootedAt: Instant
  let store: DeviceStore
  let journal: Journal
  let groups: any ProcessGroups
  /// Nil on a device that lives in real time.
  let held: HeldClock?
  let codeMemory = CodeMemory()
  var policy: Policy
  var processes: [AppID: AppProcess] = [:]
  /// Arguments and environment for the next start of an app.
  var launchOptions: [AppID: ControlCommand.Launch] = [:]
  var consoles: [AppID: [Int: (ConsoleEvent) -> Void]] = [:]
  var nextConsole = 0
  /// By the app that was asked: no other can answer.
  var viewRequests: [AppID: [UInt64: (AppMessage.ViewDescription?) -> Void]] = [:]
  var nextViewRequest: UInt64 = 1
  /// What apps look like, and looked like last.
  let pictures: AppPictures
  var sound = DeviceSound()
  var location = DeviceLocation()
  var watchers: [Int: Watcher] = [:]
  var nextWatcher = 0
  /// The story that is being played.
  var story: StoryRun?
  /// Called when the last process is gone after a shutdown.
  public var onShutdown: () -> Void = {}

  private var timer: (any DispatchSourceTimer)?
  var footprintTimer: (any DispatchSourceTimer)?
  private var armedFor: Instant?
  private var events: [Event] = []
  private var isHandling = false
  private var afterHandling: [() -> Void] = []
  private var memory: MemoryMonitor?
  private var wallClock: WallClockWatch?
  private let debuggers = DebuggerWatch()
  private var selfCheck: SelfCheck?

  enum ConsoleEvent {
    case line(String)
    case exited(ExitRecord?)
  }

  /// Boots a device: opens what it remembers, ends what an earlier daemon left, reads its apps.
  ///
  /// - Throws: ``DeviceError``, `ProcessError`.
  public init(paths: DevicePaths, options: BootOptions) throws {
    self.paths = paths
    bootedAt = clock.now
    held = VirtualTime.current.map { HeldClock($0) }
    store = try DeviceStore(path: paths.database)
    try store.keepTimeKind(isVirtual: held != nil, of: paths.name)
    configuration = try DeviceConfiguration.resolve(options, store)
    journal = try Journal(path: paths.journal)
    if held != nil { try journal.expectEnd(before: bootedAt) }
    var unreadable: [String] = []
    pictures = AppPictures(folder: paths.snapshots)
    groups = try makeProcessGroups(
      device: paths.name, marker: AppMarker(deviceDirectory: paths.folder),
      preferring: configuration.freezer)
    policy = Policy(
      profile: configuration.profile,
      isMultitaskingSupported: configuration.isMultitaskingSupported,
      isLocked: options.isLocked, learned: try store.learned(note: { unreadable.append($0) }),
      at: bootedAt)
    if held != nil { selfCheck = SelfCheck() }
    note(
      "booted \(paths.name): profile \(configuration.profile.name.rawValue), freezer "
        + groups.choice)
    for sentence in unreadable { note(sentence) }
    try reconcile()
    if watchesMachine {
      wallClock = WallClockWatch { [weak self] in
        guard let self else { return }
        handle(clock.setting)
        handle(.environment(.significantTimeChange))
      }
      memory = MemoryMonitor(
        note: { [weak self] in self?.note($0) },
        onPressure: { [weak self] in self?.memoryPressure($0) })
    } else {
      note(
        "virtual time from \(bootedAt.text): the machine's memory pressure, the apps' footprints "
          + "and debuggers are not looked at, since they differ from run to run")
    }
  }

  /// What is measured of the machine is no function of what happens on the device.
  var watchesMachine: Bool { held == nil }

  func note(_ text: String) { journal.record(.note(text), at: clock.now) }

  /// Has the policy handle an event, and does what it says.
  ///
  /// - Returns: The effects of this event; of an event that another one brings about, nothing.
  @discardableResult
  func handle(_ event: Event) -> [Effect] {
    useCode()
    events.append(event)
    guard !isHandling else { return [] }
    isHandling = true
    var first: [Effect]?
    while !events.isEmpty {
      let event = events.removeFirst()
      let now = clock.now
      if watchesMachine, let deadline = policy.nextDeadline, deadline <= now {
        for change in debuggers.changes(running) { feed(change, at: policy.now) }
      }
      let effects = feed(event, at: now)
      if first == nil { first = effects }
    }
    isHandling = false
    armTimer()
    watchFootprints()
    debuggers.watch { [weak self] in self?.lookForDebuggers() }
    let due = afterHandling
    afterHandling = []
    for body in due { body() }
    lookForWatchers()
    presentSound()
    return first ?? []
  }

  /// The device has something to do.
  func useCode() { if watchesMachine { codeMemory.use() } }

  /// The policy's turn, and what it says.
  @discardableResult
  private func feed(_ event: Event, at instant: Instant) -> [Effect] {
    let effects = policy.handle(event, at: instant)
    // What is kept in the store is no news, and connections only if there were some.
    let told = effects.filter {
      ![.keepBackgroundRecord, .reclaimSockets, .location(.keepRecord)].contains($0.action)
    }
    if event.isWorthKeeping || !told.isEmpty {
      journal.add(.event(event, effects: told), at: instant)
    }
    for effect in effects {
      perform(effect)
      selfCheck?.hasPerformed()
    }
    for sentence in selfCheck?.violations(of: policy, after: effects) ?? [] {
      journal.add(.note("invariant violated: \(sentence)"), at: instant)
    }
    // Writing takes as long as all the rest: apps do not wait for it.
    journal.write()
    return effects
  }

  /// Calls `body` when every event so far has been handled.
  private func whenHandled(_ body: @escaping () -> Void) {
    if isHandling { afterHandling.append(body) } else { body() }
  }

  // MARK: Effects

  private func perform(_ effect: Effect) {
    if case .location(let command) = effect.action { return perform(command, of: effect.app) }
    guard let app = effect.app else { return }
    switch effect.action {
    case .spawn: spawn(app)
    case .deliver(let delivery):
      // What its work costs is counted from here.
      if delivery.message.beginsWork { _ = cost(of: app) }
      processes[app]?.send(
        AppLink.Delivery(
          id: delivery.id,
          message: DeviceMessage(
            delivery.message, context: launchContext(for: app),
            monotonic: clock.monotonic)))
      if case .launch = delivery.message { tellLocation(to: app) }
    case .freeze: freeze(app)
    case .thaw:
      attempt("resume \(app)") { try processes[app]?.group.thaw() }
    case .kill: kill(app, because: effect.reason)
    case .recordExit(let record):
      attempt("keep the exit of \(app)") { try store.noteExit(record, of: app) }
    case .recordForceQuit(let isForceQuit):
      attempt("keep the force quit of \(app)") { try store.noteForceQuit(isForceQuit, of: app) }
    case .forget: forget(app)
    case .refuse, .hold, .location: break
    case .audio(let command): perform(command, of: app)
    case .reclaimSockets: reclaimSockets(of: app)
    case .keepBackgroundRecord:
      attempt("keep what \(app) waits for") {
        guard let record = policy.backgroundRecord(of: app) else { return }
        try store.noteBackground(
          record, habits: policy.habits(of: app) ?? [], learned: policy.learned, of: app)
      }
    case .answerSubmission(let request, let refusal):
      answer(
        app, .taskSubmitted(request: request, refusal: refusal.map(AppLink.TaskRefusal.init)))
    }
  }

  /// The answer to what an app asked outside of the life cycle.
  func answer(_ app: AppID, _ message: DeviceMessage) {
    processes[app]?.send(AppLink.Delivery(id: AppLink.Delivery.unawaited, message: message))
  }

  private func spawn(_ app: AppID) {
    let launch = launchOptions.removeValue(forKey: app)
    do {
      try store.noteStart(of: app)
      let process = try startProcess(app, launch)
      process.onMessage = { [weak self] in self?.take($0, with: $1, from: app) }
      process.onViolation = { [weak self] in _ = self?.handle(.linkBroke(app, $0)) }
      process.onExit = { [weak self] in self?.ended(app, $0) }
      process.output.onLine = { [weak self] in self?.printed($0, by: app) }
      processes[app] = process
      process.start()
      // A program that can't live in virtual time shows at its birth.
      if let held, let report = held.report(on: getpid(), unlessIn: held.ownReport) {
        held.ownReport = report
        printed(report, by: app)
      }
    } catch let error as ProcessError {
      handle(
        .spawnFailed(
          app,
          SpawnFailure(operation: error.operation, message: "\(error.object): \(error)")))
    } catch {
      handle(.spawnFailed(app, SpawnFailure(operation: "prepare", message: "\(error)")))
    }
  }

  private func freeze(_ app: AppID) {
    guard let process = processes[app] else { return }
    do {
      try process.group.freeze()
      pictures.refuse(app, because: .frozen)
      attempt("keep the snapshot of \(app)") { try pictures.keep(app) }
    } catch {
      // An app that is gone has an exit on its way; that tells more.
      if error.code == .gone { return }
      handle(.freezeFailed(app, "\(error)"))
    }
  }

  private func kill(_ app: AppID, because reason: Reason) {
    guard let process = processes[app] else { return }
    noteWaits(of: app, process, reason)
    attempt("end \(app)") { try process.group.kill() }
  }

  /// Whoever is ended for being late is asked what it waits for, as far as there is somebody who knows.
  private func noteWaits(of app: AppID, _ process: AppProcess, _ reason: Reason) {
    guard let held, case .exit(.watchdog) = reason else { return }
    for line in held.time.waits(of: process.processID) { note(String(line.drop { $0 == " " })) }
  }

  func forget(_ app: AppID) {
    attempt("forget \(app)") { try removeApp(app) }
  }

  /// Does what must not fail; if it does, the journal says so and the device goes on.
  func attempt(_ what: String, _ body: () throws -> Void) {
    do { try body() } catch { note("could not \(what): \(error)") }
  }

  // MARK: What apps say

  private func take(_ message: AppMessage, with descriptor: OwnedDescriptor?, from app: AppID) {
    switch message {
    case .hello: handle(.connected(app))
    case .started(AppLink.Delivery.unawaited): break
    case .handled(let answer) where answer.id == AppLink.Delivery.unawaited: break
    case .started(let id): handle(.started(app, delivery: id))
    case .handled(let answer):
      handle(.handled(app, delivery: answer.id, tasks: answer.tasks.map { OpenTasks($0.clamped) }))
    case .backgroundTasks(let tasks): handle(.backgroundTasks(app, OpenTasks(tasks.clamped)))
    case .openURL(let request, let url):
      let isRefused =
        Device.objection(toURL: url) != nil
        || refusal(in: handle(.urlOpened(url, source: app))) != nil
      answer(app, .urlOpened(request: request, success: !isRefused))
    case .viewTree(let request, let tree):
      viewRequests[app]?.removeValue(forKey: request)?(tree)
    case .pendingTasks(let request):
      let pending = policy.backgroundRecord(of: app)?.requests ?? []
      answer(
        app, .pendingTasks(request: request, requests: pending.map(AppLink.TaskRequest.init)))
    case .fetchInterval, .taskHandlers, .submitTask, .cancelTasks, .workAnswered, .taskCompleted,
      .taskProgress:
      if let event = WorkEvent(message, cost: { cost(of: app) }) { handle(.work(app, event)) }
    case .screen(let request, let content): pictures.answer(request, of: app, content)
    case .snapshot(let content): pictures.take(snapshot: content, of: app)
    case .audio(let number, let request):
      take(request, number, with: descriptor, from: app)
    case .location(let request): take(request, from: app)
    case .transfer: break
    }
  }

  private func printed(_ line: String, by app: AppID) {
    if held != nil, line.hasPrefix(HeldClock.reportPrefix) { processes[app]?.lastReport = line }
    journal.recordOutput(line, of: app, at: clock.now)
    for (_, console) in (consoles[app] ?? [:]).sorted(by: { $0.key < $1.key }) {
      console(.line(line))
    }
    lookForWatchers()
  }

  private func ended(_ app: AppID, _ exit: Multitasking.ProcessExit) {
    if let process = processes[app],
      let report = held?.report(on: process.processID, unlessIn: process.lastReport)
    {
      printed(report, by: app)
    }
    noteProcessorTime(of: app)
    processes[app] = nil
    debuggers.forget(app)
    forgetSound(of: app)
    handle(.exited(app, exit))
    let requests = viewRequests.removeValue(forKey: app) ?? [:]
    for (_, request) in requests.sorted(by: { $0.key < $1.key }) { request(nil) }
    pictures.refuse(app, because: .ended)
    // An app that is being removed leaves nothing.
    if policy.state(of: app) != nil {
      attempt("keep the snapshot of \(app)") { try pictures.keep(app) }
    }
    whenHandled { [self] in
      let listeners = consoles.removeValue(forKey: app) ?? [:]
      for (_, console) in listeners.sorted(by: { $0.key < $1.key }) {
        console(.exited(policy.lastExit(of: app)))
      }
      finishShutdown()
    }
  }

  // MARK: Time

  private func armTimer() {
    let deadline = policy.nextDeadline
    guard deadline != armedFor else { return }
    armedFor = deadline
    timer?.cancel()
    timer = nil
    guard let deadline else { return }
    let source = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    source.schedule(
      deadline: DispatchTime(uptimeNanoseconds: UInt64(max(0, clock.monotonic(deadline)))),
      leeway: .nanoseconds(0))
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.timeIsUp() } }
    timer = source
    source.resume()
  }

  private func timeIsUp() {
    armedFor = nil
    handle(.deadline)
  }

  private func lookForDebuggers() {
    for change in debuggers.changes(processes) { handle(change) }
  }
}

extension Event {
  /// Events that say nothing unless something follows are left out of the journal.
  fileprivate var isWorthKeeping: Bool {
    switch self {
    case .started, .deadline, .footprint, .position(.fix): false
    default: true
    }
  }
}
