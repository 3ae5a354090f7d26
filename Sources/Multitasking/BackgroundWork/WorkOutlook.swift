/// What an app waits for: one fetch, push or task that has not begun, or that runs.
public struct WorkOutlook: Hashable, Sendable, Codable {
  public var cause: WakeCause
  /// Of a task.
  public var identifier: String?
  public var request: TaskRequest?
  /// All that holds it back now, and when each could lift; empty while it runs.
  public var holds: [WakeHold]
  /// Since when it runs; nil: it waits.
  public var runningSince: Instant?
  /// When it must be over.
  public var endsAt: Instant?
  /// Whether the process that runs has a launch handler for it; nil: not a task, or no process.
  public var hasHandler: Bool?

  /// When all that time alone can lift will have lifted; nil: time alone does not do.
  public var nextChance: Instant? { holds.liftsAt }
}

extension Policy {
  /// Everything that an app waits for or does in the background; nil when it is not installed.
  ///
  /// - Parameters:
  ///   - app: The app in question.
  ///   - instant: When it is asked; a time before ``now`` counts as ``now``.
  public func workOutlook(of app: AppID, at instant: Instant) -> [WorkOutlook]? {
    guard let place = places[app] else { return nil }
    var copy = self
    copy.now = max(now, instant)
    return copy.workOutlook(of: place)
  }

  private func workOutlook(of place: Int) -> [WorkOutlook] {
    let app = apps[place]
    var outlooks = (app.process?.work ?? []).map { work in
      WorkOutlook(
        cause: work.cause, identifier: work.request?.identifier, request: work.request, holds: [],
        runningSince: work.startedAt ?? app.process?.launchedAt, endsAt: work.endsAt,
        hasHandler: hasHandler(for: work.request, place))
    }
    let isFetching = outlooks.contains { $0.cause == .fetch }
    if !isFetching,
      app.manifest.backgroundModes.contains(.fetch)
        || app.background.minimumFetchInterval != nil
    {
      outlooks.append(outlook(.fetch, place))
    }
    outlooks += app.background.requests.map { outlook(.task($0), place) }
    if let push = app.background.heldPush { outlooks.append(outlook(.push(push), place)) }
    return outlooks
  }

  private func outlook(_ kind: Work.Kind, _ place: Int) -> WorkOutlook {
    let work = Work(id: 0, kind: kind, isSimulated: false)
    var all = holds(on: kind, place)
    if let hold = worthHold(on: kind, place) { all.append(hold) }
    return WorkOutlook(
      cause: work.cause, identifier: work.request?.identifier, request: work.request,
      holds: all, hasHandler: hasHandler(for: work.request, place))
  }

  private func hasHandler(for request: TaskRequest?, _ place: Int) -> Bool? {
    guard let request, let process = apps[place].process, process.isConnected else { return nil }
    return process.taskHandlers.contains(request.identifier)
  }

  /// All that speaks against beginning it now.
  func holds(on kind: Work.Kind, _ place: Int) -> [WakeHold] {
    WakeConditions.holds(on: WakeCandidate(app: apps[place], kind: kind), in: wakeSituation)
  }
}
