import ControlAPI
import Multitasking
import ProcessControl

// Fetches, tasks and remote notifications: commands, questions, and what they cost.
extension Device {
  func perform(_ command: WorkCommand, _ responder: Responder) {
    switch command {
    case .fetch(let app): begin(.work(app, .fetchSimulated), app, responder)
    case .push(let app, let payload):
      do throws(ControlError) {
        let push = Push(try PushPayload(json: payload))
        begin(.work(app, .pushed(push)), app, responder)
      } catch {
        responder.fail(error)
      }
    case .list(let app): list(app, responder)
    case .launchTask(let identifier, let app):
      onTask(identifier, app, responder) { .taskLaunchSimulated(identifier: identifier) }
    case .expireTask(let identifier, let app):
      onTask(identifier, app, responder) { .taskExpirationSimulated(identifier: identifier) }
    case .setRefresh(let app, let isOn): act([.work(app, .refreshSwitched(isOn))], responder)
    }
  }

  /// One event, answered with what it brought about: done, or why it has to wait.
  private func begin(_ event: Event, _ app: AppID, _ responder: Responder) {
    let effects = handle(event)
    if let refusal = refusal(in: effects) { return responder.fail(ControlError(refusal)) }
    if let failure = launchFailure(of: app) { return responder.fail(failure) }
    responder.answer(holds(in: effects).map { .held($0) } ?? .done)
  }

  /// What keeps something from being begun; nil: nothing does.
  func holds(in effects: [Effect]) -> [WakeHold]? {
    for effect in effects {
      if case .hold(let holds) = effect.action { return holds }
    }
    return nil
  }

  private func onTask(
    _ identifier: String, _ app: AppID?, _ responder: Responder, _ event: () -> WorkEvent
  ) {
    let owners = app.map { [$0] } ?? owners(of: identifier)
    guard let owner = owners.first else {
      return responder.fail(
        ControlError(
          .notFound, "no app has a request or a task \(identifier)", object: identifier,
          nextStep: "`greenroom bgtask list` shows what waits and what runs"))
    }
    guard owners.count == 1 else {
      return responder.fail(
        ControlError(
          .refused,
          "\(identifier) is one of \(owners.map(\.description).joined(separator: " and of "))",
          object: identifier, nextStep: "choose one with --app"))
    }
    begin(.work(owner, event()), owner, responder)
  }

  /// Apps with a request or a task of this identifier.
  private func owners(of identifier: String) -> [AppID] {
    policy.installed.map(\.id).filter { app in
      policy.workOutlook(of: app, at: clock.now)?.contains { $0.identifier == identifier } ?? false
    }
  }

  private func list(_ app: AppID?, _ responder: Responder) {
    if let app, policy.state(of: app) == nil {
      return responder.fail(ControlError(.unknownApp(app)))
    }
    if let app { return responder.answer(.work([work(of: app)].compactMap(\.self))) }
    // Of all apps in as many answers as they need.
    let works = policy.installed.compactMap { work(of: $0.id) }
    let parts = stride(from: 0, to: works.count, by: Device.worksInAnswer).map {
      Array(works[$0..<min($0 + Device.worksInAnswer, works.count)])
    }
    for part in parts.dropLast() { responder.more(.work(part)) }
    responder.answer(.work(parts.last ?? []))
  }

  /// As many as fit into a frame with all of their history.
  private static let worksInAnswer = 100

  private func work(of app: AppID) -> AppWork? {
    guard let state = policy.state(of: app), let status = policy.refreshStatus(of: app),
      let record = policy.backgroundRecord(of: app),
      let outlook = policy.workOutlook(of: app, at: clock.now)
    else { return nil }
    return AppWork(
      app: app, state: state.name, refreshStatus: status,
      minimumFetchInterval: record.minimumFetchInterval?.inSeconds,
      isForceQuit: policy.isForceQuit(app), outlook: outlook, history: record.history)
  }

  /// What the app's processes have used since the last question.
  func cost(of app: AppID) -> WorkCost? {
    // What is measured of the machine is no function of what happens on a virtual device.
    guard held == nil, let process = processes[app], let used = try? process.group.cpuUsage() else {
      return nil
    }
    let before = process.told
    let traffic = (try? process.group.processIDs()).flatMap { Traffic(of: $0) }
    process.told = (used, traffic)
    let cpu = Duration.nanoseconds(Int64(used - min(before.cpu, used)))
    return WorkCost(cpu: cpu, bytes: Self.bytes(before.traffic, traffic, cpu))
  }

  /// What the app has received and sent between two looks; nil: not known.
  ///
  /// A connection that was closed meanwhile has taken its count along. That nothing was transferred
  /// is certain only where nobody had the time for it.
  private static func bytes(_ before: Traffic?, _ after: Traffic?, _ cpu: Duration) -> Int? {
    guard let before, let after else { return nil }
    if after.bytes > before.bytes { return Int(after.bytes - before.bytes) }
    let hasConnections = before.connections + after.connections > 0
    return !hasConnections && cpu < requestCost ? 0 : nil
  }

  /// The least processor time of a request over the network, with room: one of URLSession to this
  /// machine takes 3 ms.
  private static let requestCost = Duration.microseconds(500)
}

extension Push {
  init(_ payload: PushPayload) {
    self.init(payload: payload.json, isContentAvailable: payload.isContentAvailable)
  }
}
