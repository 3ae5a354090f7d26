/// Why an app is in the state it is in, and what comes next.
public struct Explanation: Hashable, Sendable, Codable, CustomStringConvertible {
  public var app: AppID
  public var state: AppState.Name
  /// How it came to this.
  public var why: String
  /// What happens next, and when; nil: nothing by itself.
  public var next: String?
  /// What would make it run, or bring it forward.
  public var wakesOn: [String]

  public var description: String {
    var text = "\(state.rawValue): \(why)"
    if let next { text += "; \(next)" }
    if !wakesOn.isEmpty { text += "; will run again on: " + wakesOn.joined(separator: ", ") }
    return text
  }
}

extension Policy {
  /// Explains one app; nil when it is not installed.
  ///
  /// - Parameters:
  ///   - app: The app in question.
  ///   - instant: When it is asked; a time before ``now`` counts as ``now``.
  ///   - clock: Writes an instant as the reader's clock shows it.
  public func explain(
    _ app: AppID, at instant: Instant, clock: (Instant) -> String
  ) -> Explanation? {
    guard let place = places[app] else { return nil }
    let record = apps[place]
    let at = max(now, instant)
    var explanation = Explanation(
      app: app, state: record.state.name, why: "", next: nil, wakesOn: [])
    switch record.phase {
    case .notRunning:
      explanation.why = whyNotRunning(record, at, clock)
      if let location = whyLocation(place) { explanation.why += "; " + location }
      explanation.wakesOn = launchTriggers(place)
    case .dying(let death):
      let code = record.lastExit?.code.map { " (code \($0))" } ?? ""
      explanation.why = "being ended\(code): \(death.reason)"
      explanation.next =
        death.relaunch == nil ? "gone in a moment" : "launched again as soon as it is gone"
    case .alive(let process):
      explain(process, record, at, clock, &explanation)
      if case .suspended = process.stage {
        explanation.wakesOn = launchTriggers(place) + ["resume"]
      }
    }
    return explanation
  }

  private func whyNotRunning(
    _ record: App, _ at: Instant, _ clock: (Instant) -> String
  ) -> String {
    guard let exit = record.lastExit else { return "it was never launched" }
    let code = exit.code.map { " (code \($0))" } ?? ""
    return "ended \(exit.at.duration(to: at).spoken) ago, at \(clock(exit.at)), "
      + "while \(exit.from.rawValue)\(code): \(exit.reason)"
      + (record.isForceQuit ? "; nothing launches it in the background until it is opened" : "")
  }

  /// What starts the app, or brings it back.
  private func launchTriggers(_ place: Int) -> [String] {
    let app = apps[place]
    var triggers = ["open"] + app.manifest.urlSchemes.map { "url \($0):" }
    if canRelaunch(place) { triggers += monitored(place) }
    guard !app.isForceQuit else { return triggers }
    let background = app.background
    if background.minimumFetchInterval != nil,
      !holds(on: .fetch, place).contains(where: \.isForGood)
    {
      triggers.append("background fetch")
    }
    triggers += background.requests.map { "task \($0.identifier)" }
    if app.manifest.backgroundModes.contains(.remoteNotification) { triggers.append("silent push") }
    return triggers
  }

  private func explain(
    _ process: Process, _ record: App, _ at: Instant, _ clock: (Instant) -> String,
    _ explanation: inout Explanation
  ) {
    let next = process.nextDue(profile)
    switch process.stage {
    case .launching(let launching):
      let how = launching.wake.map { "into the background (\($0.rawValue))" } ?? "to the front"
      explanation.why =
        "launching \(how) for \(process.launchedAt.duration(to: at).spoken), "
        + (process.isConnected
          ? "didFinishLaunching has not returned" : "it has not reached UIApplicationMain")
    case .foreground:
      explanation.why = whyInForeground(record)
    case .background(let background):
      explanation.why = whyInBackground(background, process, at, clock)
    case .suspended(let suspension):
      explanation.why =
        "frozen \(suspension.since.duration(to: at).spoken) ago, at \(clock(suspension.since)): "
        + suspension.reason.description
    case .terminating(let termination):
      explanation.why = "asked to end (willTerminate): \(termination.reason)"
    }
    if let interrupter = process.audio.interruption?.by, !process.isSuspendedForSound {
      explanation.why += "; \(interrupter.words) interrupted its sound"
    }
    if let location = places[record.id].flatMap(whyLocation) { explanation.why += "; " + location }
    if process.isDebugged { explanation.why += "; watchdogs are off, a debugger is attached" }
    if let next {
      explanation.next =
        "\(consequence(next.due, process)) in "
        + "\(max(.zero, at.duration(to: next.at)).spoken), at \(clock(next.at))"
    }
  }

  private func whyInForeground(_ record: App) -> String {
    if record.state == .active { return "in front, nothing covers it" }
    if screen.isLocked { return "the screen is locked over it, and it can't be in the background" }
    if screen.isSwitcherOpen { return "the app switcher is open" }
    if screen.isAlertShown { return "a system alert covers it" }
    if screen.call != nil { return "a call covers it" }
    return "on its way to the front"
  }

  private func whyInBackground(
    _ background: Background, _ process: Process, _ at: Instant, _ clock: (Instant) -> String
  ) -> String {
    var parts: [String] = []
    switch background.hold {
    case .grace(_, let why): parts.append(why.description)
    case .assertions(let assertions):
      for assertion in assertions {
        switch assertion.kind {
        case .transition: parts.append("didEnterBackground has not returned")
        case .wake(let cause): parts.append("it was woken (\(cause.rawValue))")
        case .work(let id):
          guard let work = process.work.first(where: { $0.id == id }) else { continue }
          parts.append(
            work.request.map { "it runs task \($0.identifier)" }
              ?? "it was woken (\(work.cause.rawValue)) and has not answered")
        case .audio:
          parts.append("it plays sound (\(process.audio.configuration.category.rawValue))")
        case .location: parts.append("its location updates run (G4)")
        case .backgroundTasks:
          let known = background.tasks.names.isEmpty ? ["unnamed"] : background.tasks.names
          let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
          let left = background.allowanceLeft(at: at)
          parts.append(
            "background task\(background.tasks.count == 1 ? "" : "s") \(names) open, "
              + "\(left.spoken) left"
              + (background.pausedAt == nil ? "" : ", not counting down"))
        }
      }
    }
    return "since \(background.enteredAt.duration(to: at).spoken): "
      + parts.joined(separator: " and ")
  }

  private func consequence(_ due: Process.Due, _ process: Process) -> String {
    switch due {
    case .closedLink: "killed, since its link is closed,"
    case .watchdog(let watchdog, _): "killed, unless \(watchdog.subject) ends,"
    case .terminateBudget: "killed, unless it has ended,"
    case .transition: "given up waiting for didEnterBackground"
    case .grace: "suspended"
    case .wake: "its wake is over"
    case .expiration: "expiration handlers called"
    case .taskTimeout: "killed, unless its background tasks end,"
    case .work(_, .expiration): "its task's expiration handler called"
    case .work(_, .end): "killed, unless it answers,"
    }
  }
}
