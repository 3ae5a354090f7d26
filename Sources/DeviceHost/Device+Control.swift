import AppLink
import ControlAPI
import Foundation
import Glibc
import Multitasking
import ProcessControl

/// Where the answers to one request go.
@MainActor
struct Responder {
  let id: Int
  let send: (ControlResponse) -> Void
  /// Registers what is to be undone when the client goes away.
  let onDisconnect: (@escaping () -> Void) -> Void

  func answer(_ result: ControlResult) { send(ControlResponse(id: id, result: result)) }
  func more(_ result: ControlResult) {
    send(ControlResponse(id: id, result: result, isLast: false))
  }
  func fail(_ error: ControlError) { send(ControlResponse(id: id, error: error)) }
}

// What a command means. Each is one event, or a question.
extension Device {
  func perform(_ command: ControlCommand, _ responder: Responder) {
    useCode()
    if let error = objection(to: command) { return responder.fail(error) }
    switch command {
    case .status: responder.answer(.device(info()))
    case .profile: responder.answer(.profile(profileLines()))
    case .shutdown: shutDown(responder)
    case .install(let path):
      install(from: path) { result in
        switch result {
        case .success(let app): self.answerApp(app, responder)
        case .failure(let error): responder.fail(error)
        }
      }
    case .uninstall(let app):
      if removeUnusableApp(app) { return responder.answer(.done) }
      uninstall(app, responder)
    case .listApps: responder.answer(.apps(policy.installed.compactMap { appInfo($0.id) }))
    case .appInfo(let app): answerApp(app, responder)
    case .launch(let launch): self.launch(launch, responder)
    case .terminate(let app): act([.terminated(app)], responder)
    case .suspend(let app): act([.suspended(app)], responder)
    case .resume(let app): act([.resumed(app)], responder)
    case .explain(let app): explain(app, responder)
    case .describeViews(let app): describeViews(app, responder)
    case .screenshot(let app, let snapshot):
      screenshot(app, wantsSnapshot: snapshot, responder)
    case .open(let app, _, newScene: true): act([.openedNewScene(app)], launching: app, responder)
    case .open(let app, let scene, _):
      act([.opened(app, scene: scene.map { SceneID($0) })], launching: app, responder)
    case .openURL(let url): act([.urlOpened(url, source: nil)], responder)
    case .home: act([.homePressed], responder)
    case .switcher(let action): act(events(for: action), responder)
    case .alert(let show): act([show ? .alertShown : .alertDismissed], responder)
    case .call(.incoming): act([.callIncoming], responder)
    case .call(.answer(let cover)): act([.callAnswered(covering: cover)], responder)
    case .call(.decline): act([.callDeclined], responder)
    case .call(.end): act([.callEnded], responder)
    case .lock: act([.locked], responder)
    case .unlock: act([.unlocked], responder)
    case .memoryWarning(let critical):
      sampleFootprints()
      act([.memoryPressure(critical ? .critical : .warning)], responder)
    case .environment(let changes): act(changes.map { .environment($0) }, responder)
    case .kill(let app): kill(app, responder)
    case .work(let command): perform(command, responder)
    case .sound(let command): perform(command, responder)
    case .location(let order): perform(order, responder)
    case .privacy(let app, let decision):
      act([.location(app, .decided(decision))], responder)
    case .energy(let app): tellEnergy(of: app, responder)
    case .time: responder.answer(.time(timeInfo()))
    case .advance(let nanoseconds):
      if let error = objection(toMovingBy: nanoseconds) { return responder.fail(error) }
      advance(to: clock.now + .nanoseconds(nanoseconds), responder)
    case .advanceTo(let instant): advance(to: instant, responder)
    case .runUntilIdle(let limit): runUntilIdle(limit, responder)
    case .runUntil(let app, let state, let limit): runUntil(app, state, limit, responder)
    case .runStory(let story): run(story, responder)
    case .log(let count, let app, let follow): log(count, app, follow, responder)
    }
  }

  /// What an app's link can't carry is refused here: it must not become the app's fault.
  private func objection(to command: ControlCommand) -> ControlError? {
    switch command {
    case .openURL(let url): return Device.objection(toURL: url)
    case .environment(let changes):
      for case .locale(let identifier) in changes {
        let error = Device.objection(
          toLengthOf: identifier, "locale identifier", limit: ControlLimits.localeLengthMax)
        if let error { return error }
      }
      return nil
    default: return nil
    }
  }

  /// What speaks against handing a text to an app as a URL. An app gets a `URL`, or nothing.
  static func objection(toURL text: String) -> ControlError? {
    if let error = objection(toLengthOf: text, "URL", limit: LinkLimits.urlLengthMax) {
      return error
    }
    guard URL(string: text) == nil else { return nil }
    return ControlError(
      .refused, "\"\(text.cut(to: 200))\" is not a URL",
      nextStep: "write it as scheme:rest, with %20 for a space")
  }

  private static func objection(
    toLengthOf text: String, _ what: String, limit: Int
  ) -> ControlError? {
    guard text.boundedLength > limit else { return nil }
    return ControlError(
      .refused, "a \(what) of \(text.boundedLength) characters is longer than an app can be told",
      nextStep: "give one of at most \(limit)")
  }

  /// A running app is ended first; the answer waits until nothing is left of it.
  private func uninstall(_ app: AppID, _ responder: Responder) {
    if let refusal = refusal(in: handle(.uninstalled(app))) {
      return responder.fail(ControlError(refusal))
    }
    let answer = { [self] in
      if ((try? store.app(app)) ?? nil) == nil || policy.state(of: app) != nil {
        return responder.answer(.done)
      }
      responder.fail(
        ControlError(
          .system, "\(app) could not be removed from the database",
          object: app.bundleIdentifier, nextStep: "`greenroom log` tells why"))
    }
    guard processes[app] != nil else { return answer() }
    let token = addConsole(app) { if case .exited = $0 { answer() } }
    responder.onDisconnect { self.removeConsole(app, token) }
  }

  /// From outside of the policy, which hears of the exit; answered when that has come.
  private func kill(_ app: AppID, _ responder: Responder) {
    guard policy.state(of: app) != nil else {
      return responder.fail(ControlError(.unknownApp(app)))
    }
    guard let process = processes[app] else {
      return responder.fail(ControlError(.notRunning(app)))
    }
    do {
      try process.group.kill()
    } catch {
      return responder.fail(
        ControlError(.system, "\(error)", object: app.bundleIdentifier, nextStep: error.nextStep))
    }
    let token = addConsole(app) { if case .exited = $0 { responder.answer(.done) } }
    responder.onDisconnect { self.removeConsole(app, token) }
  }

  /// Handles events in turn; the first refusal ends it and is the answer.
  func act(_ events: [Event], launching app: AppID? = nil, _ responder: Responder) {
    for event in events {
      if let refusal = refusal(in: handle(event)) { return responder.fail(ControlError(refusal)) }
    }
    if let app, let failure = launchFailure(of: app) { return responder.fail(failure) }
    responder.answer(.done)
  }

  func refusal(in effects: [Effect]) -> Refusal? {
    for effect in effects {
      if case .refuse(let refusal) = effect.action { return refusal }
    }
    return nil
  }

  func launchFailure(of app: AppID) -> ControlError? {
    guard policy.state(of: app)?.name == .notRunning,
      case .neverStarted(let failure) = policy.lastExit(of: app)?.reason
    else { return nil }
    return ControlError(
      .launchFailed, "\(app) could not be started: \(failure.operation): \(failure.message)",
      object: app.bundleIdentifier, nextStep: "`greenroom doctor` on its bundle tells more")
  }

  private func events(for action: ControlCommand.SwitcherAction) -> [Event] {
    switch action {
    case .open: [.switcherOpened]
    case .close: [.switcherClosed]
    case .quit(let app): [.forceQuit(app)]
    case .closeScene(let app, let scene): [.sceneClosed(app, SceneID(scene))]
    }
  }

  // MARK: Launch

  private func launch(_ launch: ControlCommand.Launch, _ responder: Responder) {
    let app = launch.app
    guard policy.state(of: app) != nil else {
      return responder.fail(ControlError(.unknownApp(app)))
    }
    if launch.terminatesRunning, processes[app] != nil {
      if let refusal = refusal(in: handle(.terminated(app))) {
        return responder.fail(ControlError(refusal))
      }
      // The policy starts it again when the old process is gone; the answer waits for that.
      var waiting = launch
      waiting.terminatesRunning = false
      return self.launch(waiting, whenGone: app, responder)
    }
    launchOptions[app] = launch
    let event: Event
    do {
      event = try self.event(for: launch)
    } catch {
      return responder.fail(error)
    }
    let effects = handle(event)
    let refused = refusal(in: effects)
    if let holds = holds(in: effects) {
      launchOptions[app] = nil
      return responder.answer(.held(holds))
    }
    if refused == nil, processes[app] != nil, policy.isEnding(app) {
      // Started again when the old process is gone, with these options; the answer waits for that.
      return self.launch(launch, whenGone: app, responder)
    }
    if processes[app] != nil || refused != nil { launchOptions[app] = nil }
    if let refused { return responder.fail(ControlError(refused)) }
    if let failure = launchFailure(of: app) { return responder.fail(failure) }
    guard let process = processes[app] else {
      return responder.fail(
        ControlError(
          .refused, "\(app) is being ended and starts again as soon as it is gone",
          nextStep: "`greenroom appinfo \(app)` tells its new process"))
    }
    guard launch.streamsConsole else {
      return responder.answer(.launched(app: app, pid: number(of: process)))
    }
    responder.more(.launched(app: app, pid: number(of: process)))
    let token = addConsole(app) { event in
      switch event {
      case .line(let line): responder.more(.output(line))
      case .exited(let record?): responder.answer(.exited(record))
      case .exited(nil): responder.answer(.done)
      }
    }
    responder.onDisconnect { self.removeConsole(app, token) }
  }

  /// What happens to the device when an app is launched like that.
  private func event(for launch: ControlCommand.Launch) throws(ControlError) -> Event {
    switch launch.purpose {
    case .fetch: .work(launch.app, .fetchSimulated)
    case .task(let identifier): .work(launch.app, .taskLaunchSimulated(identifier: identifier))
    case .push(let payload): .work(launch.app, .pushed(Push(try PushPayload(json: payload))))
    case nil:
      launch.inBackground ? .launchedInBackground(launch.app, .command) : .opened(launch.app)
    }
  }

  private func launch(
    _ launch: ControlCommand.Launch, whenGone app: AppID, _ responder: Responder
  ) {
    let token = addConsole(app) { [weak self] event in
      guard case .exited = event else { return }
      self?.launch(launch, responder)
    }
    responder.onDisconnect { self.removeConsole(app, token) }
  }

  private func addConsole(_ app: AppID, _ body: @escaping (ConsoleEvent) -> Void) -> Int {
    nextConsole += 1
    consoles[app, default: [:]][nextConsole] = body
    return nextConsole
  }

  private func removeConsole(_ app: AppID, _ token: Int) { consoles[app]?[token] = nil }

  private func shutDown(_ responder: Responder) {
    if policy.isShuttingDown { return responder.fail(ControlError(.shuttingDown)) }
    let finish = onShutdown
    onShutdown = {
      // Answered when the next boot has nothing to wait for.
      finish()
      responder.answer(.done)
    }
    shutDown()
  }

  /// Ends all apps (L75), then calls ``onShutdown``.
  public func shutDown() {
    guard !policy.isShuttingDown else { return }
    note("shutting down")
    _ = held?.letPass()
    handle(.shutDown)
    finishShutdown()
  }

  /// Ends the device if it is to end and no process is left.
  func finishShutdown() {
    guard policy.isShuttingDown, processes.isEmpty else { return }
    groups.remove()
    stopMedia()
    onShutdown()
  }

  // MARK: Questions

  private func explain(_ app: AppID, _ responder: Responder) {
    guard
      let explanation = policy.explain(app, at: clock.now, clock: { LocalTime.string($0) })
    else { return responder.fail(ControlError(.unknownApp(app))) }
    responder.answer(.explanation(explanation))
  }

  private func answerApp(_ app: AppID, _ responder: Responder) {
    guard let info = appInfo(app) else { return responder.fail(ControlError(.unknownApp(app))) }
    responder.answer(.app(info))
  }

  /// Asks the app itself; a suspended one can't answer.
  private func describeViews(_ app: AppID, _ responder: Responder) {
    guard let state = policy.state(of: app)?.name else {
      return responder.fail(ControlError(.unknownApp(app)))
    }
    guard let process = processes[app], state != .suspended else {
      return responder.fail(
        ControlError(
          .refused, "\(app) is \(state.rawValue) and can't be asked",
          nextStep: "`greenroom open \(app)` first"))
    }
    let request = nextViewRequest
    nextViewRequest += 1
    viewRequests[app, default: [:]][request] = { tree in
      if let tree { return responder.answer(.views(tree)) }
      responder.fail(
        ControlError(
          .refused, "\(app) ended before it described its views",
          nextStep: "`greenroom explain \(app)` tells why"))
    }
    process.send(
      AppLink.Delivery(id: AppLink.Delivery.unawaited, message: .describeViews(request: request)))
    DispatchQueue.main.asyncAfter(deadline: .now() + 5) {
      MainActor.assumeIsolated {
        guard self.viewRequests[app]?.removeValue(forKey: request) != nil else { return }
        responder.fail(
          ControlError(
            .timedOut, "\(app) did not describe its views within 5 s: its main thread is busy",
            nextStep: "`greenroom explain \(app)`"))
      }
    }
  }

  private func log(_ count: Int, _ app: AppID?, _ follow: Bool, _ responder: Responder) {
    let answers = LogAnswers(journal.latest(min(count, ControlLimits.entriesMax), of: app))
    for entries in answers.parts.dropLast() { responder.more(.entries(entries)) }
    let last = answers.parts.last ?? []
    guard follow else { return responder.answer(.entries(last)) }
    responder.more(.entries(last))
    let follower = journal.follow { entry in
      guard app.map(entry.concerns) ?? true else { return }
      responder.more(.entries([entry]))
    }
    responder.onDisconnect { self.journal.unfollow(follower) }
  }

  private func info() -> DeviceInfo {
    let states = policy.installed.compactMap { policy.state(of: $0.id)?.name }
    return DeviceInfo(
      name: paths.name, profile: configuration.profile.name,
      isMultitaskingSupported: configuration.isMultitaskingSupported, folder: paths.folder,
      pid: held?.time.number(of: getpid()) ?? getpid(), bootedAt: bootedAt, freezer: groups.choice,
      screen: policy.screen,
      environment: policy.environment, apps: states.count,
      running: states.count { $0 != .notRunning && $0 != .suspended },
      suspended: states.count { $0 == .suspended })
  }

  private func profileLines() -> [ProfileLine] {
    Profile.settings.map {
      ProfileLine(
        key: $0.key, value: $0.read(configuration.profile), unit: $0.unit.rawValue)
    }
  }

  func appInfo(_ app: AppID) -> AppInfo? {
    guard let manifest = policy.manifest(of: app), let state = policy.state(of: app),
      let row = try? store.app(app)
    else { return nil }
    let explanation = policy.explain(app, at: clock.now, clock: { LocalTime.string($0) })
    return AppInfo(
      manifest: manifest, version: row.version, bundle: paths.folder + "/" + row.bundle,
      container: paths.containers + "/" + app.bundleIdentifier + "/Data", state: state.name,
      why: explanation?.why ?? "", isForceQuit: policy.isForceQuit(app),
      lastExit: policy.lastExit(of: app), scenes: policy.scenes(of: app).map(\.number),
      process: processes[app].map { process in
        AppInfo.ProcessInfo(
          pid: number(of: process),
          footprintBytes: held != nil
            ? nil : (try? Footprint(of: process.processID)).map { Int($0.privateBytes) },
          cpuNanoseconds: try? process.group.cpuUsage(),
          frozenNanoseconds: (try? process.group.frozenTime()) ?? nil)
      })
  }
}
