import ControlAPI
import Multitasking

/// Plays a story: one step after another, each when the device has come to rest after the one
/// before.
///
/// Steps are the commands that anybody can give, so that a story proves what a person would see. In
/// virtual time nothing from outside has a part in it: with the same seed and start, every run is the
/// same to the last byte of the journal.
@MainActor
final class StoryRun {
  /// How long a real device may take until what is expected holds, unless the story says. In virtual
  /// time it holds when nothing can run any more, or not at all.
  static let patience: Duration = .seconds(5)

  private let story: Story
  private unowned let device: Device
  private let responder: Responder
  private var position = 0
  private var evidence: StoryEvidence
  private var follower = 0
  private var isOver = false
  /// What gives up the wait of the current step.
  private var cancels: [() -> Void] = []

  init(_ story: Story, on device: Device, _ responder: Responder) {
    self.story = story
    self.device = device
    self.responder = responder
    evidence = StoryEvidence(of: story)
  }

  func start() {
    follower = device.journal.follow { [weak self] in self?.evidence.add($0) }
    responder.onDisconnect { [weak self] in self?.giveUp() }
    device.whenSettled { [self] in
      // How the request came in may differ from run to run.
      device.held?.time.reseed()
      next()
    }
  }

  private func next() {
    guard !isOver else { return }
    guard position < story.steps.count else { return finish(nil) }
    let step = story.steps[position]
    var isDone = false
    perform(step.action) { [weak self] failure in
      guard let self, !isDone, !isOver else { return }
      isDone = true
      device.whenSettled { self.did(step, failure) }
    }
  }

  private func did(_ step: StoryStep, _ problem: Problem?) {
    guard !isOver else { return }
    cancels = []
    position += 1
    if let problem, problem.kind == .expectation || story.keepsGoing != true {
      return finish(problem.failure(of: step, position, on: device))
    }
    responder.more(
      .storyStep(StoryStepReport(number: position, text: step.text, at: device.clock.now)))
    next()
  }

  private func finish(_ failure: StoryReport.Failure?) {
    end()
    responder.answer(
      .story(
        StoryReport(
          steps: failure == nil ? position : position - 1, failure: failure,
          time: device.timeInfo(), journal: hexadecimal(device.journal.hash))))
  }

  /// Nobody listens any more.
  private func giveUp() {
    guard !isOver else { return }
    for cancel in cancels { cancel() }
    end()
  }

  private func end() {
    isOver = true
    device.journal.unfollow(follower)
    device.story = nil
  }

  // MARK: Steps

  /// Why a step could not be done.
  private struct Problem {
    var kind: StoryReport.Failure.Kind
    var error: ControlError
    var app: AppID?

    @MainActor
    func failure(of step: StoryStep, _ number: Int, on device: Device) -> StoryReport.Failure {
      StoryReport.Failure(
        kind: kind, step: number, text: step.text, line: step.line, error: error,
        explanation: app.flatMap {
          device.policy.explain($0, at: device.clock.now, clock: { LocalTime.string($0) })
        })
    }
  }

  private func perform(_ action: StoryStep.Action, _ done: @escaping @MainActor (Problem?) -> Void)
  {
    switch action {
    case .command(let command): perform(command, done)
    case .wait(let nanoseconds):
      cancels.append(
        device.wait(until: device.clock.now + .nanoseconds(nanoseconds)) { done(nil) })
    case .waitUntil(let instant):
      guard instant >= device.clock.now else {
        return done(
          Problem(
            kind: .command,
            error: ControlError(
              .refused, "\(instant.text) has passed: it is \(device.clock.now.text)")))
      }
      cancels.append(device.wait(until: instant) { done(nil) })
    case .waitUntilIdle(let nanoseconds):
      if let error = device.objection(toMovingBy: nanoseconds) {
        return done(Problem(kind: .command, error: error))
      }
      let limit = Duration.nanoseconds(nanoseconds)
      cancels.append(
        device.waitUntilIdle(limit) { [device] isIdle in
          done(isIdle ? nil : Problem(kind: .expectation, error: device.notIdle(after: limit)))
        })
    case .waitUntilState(let app, let state, let nanoseconds):
      let limit = Duration.nanoseconds(nanoseconds)
      wait(for: .state(app, state), limit, done) { [device] in
        device.notReached(app, state, after: limit)
      }
    case .expect(let expectation, let within):
      let patience = device.held == nil ? StoryRun.patience : .zero
      let limit = within.map { Duration.nanoseconds($0) } ?? patience
      wait(for: expectation, limit, done) { self.missing(expectation) }
    case .expectNot(let expectation):
      guard holds(expectation) else { return done(nil) }
      let error = ControlError(
        .refused, "\(expectation), which was not expected", object: evidence.match(expectation))
      done(Problem(kind: .expectation, error: error, app: expectation.app))
    }
  }

  private func perform(_ command: ControlCommand, _ done: @escaping @MainActor (Problem?) -> Void) {
    guard command.canBeStep else {
      let error = ControlError(.badRequest, "this command can't be a step of a story: \(command)")
      return done(Problem(kind: .command, error: error))
    }
    let app = command.app
    device.perform(
      command,
      Responder(
        id: responder.id,
        send: { response in
          guard response.isLast else { return }
          done(response.error.map { Problem(kind: .command, error: $0, app: app) })
        }, onDisconnect: { [weak self] in self?.cancels.append($0) }))
  }

  private func wait(
    for expectation: StoryExpectation, _ limit: Duration,
    _ done: @escaping @MainActor (Problem?) -> Void,
    otherwise error: @escaping @MainActor () -> ControlError
  ) {
    if let app = expectation.app, let objection = device.objection(toWaitingFor: app) {
      return done(Problem(kind: .command, error: objection))
    }
    cancels.append(
      device.wait(for: { self.holds(expectation) }, until: device.clock.now + limit) { holds in
        done(
          holds ? nil : Problem(kind: .expectation, error: error(), app: expectation.app))
      })
  }

  private func holds(_ expectation: StoryExpectation) -> Bool {
    switch expectation {
    case .state(let app, let state): device.policy.state(of: app)?.name == state
    case .log(_, _, let times): evidence.count(expectation) >= times
    }
  }

  private func missing(_ expectation: StoryExpectation) -> ControlError {
    switch expectation {
    case .state(let app, let state):
      let now = device.policy.state(of: app)?.name.rawValue ?? "gone"
      return ControlError(
        .refused, "\(app) is \(now), not \(state.rawValue)", object: app.bundleIdentifier)
    case .log(_, _, let times):
      let count = evidence.count(expectation)
      let seen = times == 1 ? "" : ", \(count) of \(times) times so far"
      return ControlError(.refused, "not so: \(expectation)\(seen)")
    }
  }
}

/// What the journal has told of a story's expectations since its beginning: counted as it comes,
/// since the journal of a long story does not fit into memory.
private struct StoryEvidence {
  private struct Count {
    var count = 0
    var last: String?
  }

  private struct Question: Hashable {
    var text: String
    var app: AppID?
  }

  private var questions: [Question] = []
  private var counts: [Question: Count] = [:]

  init(of story: Story) {
    for step in story.steps {
      switch step.action {
      case .expect(let expectation, _), .expectNot(let expectation):
        guard let question = StoryEvidence.question(expectation), counts[question] == nil else {
          continue
        }
        questions.append(question)
        counts[question] = Count()
      default: break
      }
    }
  }

  mutating func add(_ entry: JournalEntry) {
    guard !questions.isEmpty else { return }
    for (app, text) in entry.statements {
      for question in questions where question.app == nil || question.app == app {
        guard text.contains(question.text) else { continue }
        counts[question]?.count += 1
        counts[question]?.last = text
      }
    }
  }

  func count(_ expectation: StoryExpectation) -> Int {
    StoryEvidence.question(expectation).flatMap { counts[$0]?.count } ?? 0
  }

  /// What was told last of what is asked for.
  func match(_ expectation: StoryExpectation) -> String? {
    StoryEvidence.question(expectation).flatMap { counts[$0]?.last }
  }

  private static func question(_ expectation: StoryExpectation) -> Question? {
    guard case .log(let text, let app, _) = expectation else { return nil }
    return Question(text: text, app: app)
  }
}

extension JournalEntry {
  /// What it tells, and of which app: a line that was printed, a note, or an effect with its reason
  /// as `suspend: Home was pressed`.
  fileprivate var statements: [(app: AppID?, text: String)] {
    switch content {
    case .note(let text): [(nil, text)]
    case .output(let app, let line): [(app, line)]
    case .event(_, let effects):
      effects.map { ($0.app, "\($0.action): \($0.reason)") }
    }
  }
}

extension ControlCommand {
  /// Whether it does something once, on the device that plays the story.
  fileprivate var canBeStep: Bool {
    switch self {
    case .install, .uninstall, .terminate, .suspend, .resume, .open, .openURL, .home, .switcher,
      .alert, .call, .lock, .unlock, .memoryWarning, .environment, .kill:
      true
    case .launch(let launch): !launch.streamsConsole
    case .work(.list), .sound(.list), .location(.list), .energy: false
    case .work, .sound, .location, .privacy: true
    case .status, .shutdown, .profile, .listApps, .appInfo, .explain, .describeViews, .screenshot,
      .log, .time,
      .advance, .advanceTo, .runUntilIdle, .runUntil, .runStory:
      false
    }
  }

  /// The app that it is about.
  fileprivate var app: AppID? {
    switch self {
    case .uninstall(let app), .terminate(let app), .suspend(let app), .resume(let app),
      .open(let app, _, _), .kill(let app), .switcher(.quit(let app)), .privacy(let app, _),
      .switcher(.closeScene(let app, _)):
      app
    case .launch(let launch): launch.app
    case .work(.fetch(let app)), .work(.push(let app, _)), .work(.setRefresh(let app, _)): app
    case .work(.launchTask(_, let app)), .work(.expireTask(_, let app)): app
    default: nil
    }
  }
}

extension Device {
  /// Plays a story that nobody has asked for through the control socket.
  ///
  /// - Parameter tell: Called with every answer, as `runStory` gives them; the last says so.
  public func play(
    _ story: Story, tell: @escaping @MainActor (_ answer: ControlResponse) -> Void
  ) {
    let command = ControlCommand.runStory(story)
    let responder = Responder(id: 1, send: tell, onDisconnect: { _ in })
    perform(command, held?.accompany(command, responder) ?? responder)
  }

  func run(_ story: Story, _ responder: Responder) {
    if let error = objection(to: story) { return responder.fail(error) }
    let run = StoryRun(story, on: self, responder)
    self.story = run
    run.start()
  }

  private func objection(to story: Story) -> ControlError? {
    if self.story != nil {
      return ControlError(
        .refused, "another story is being played", nextStep: "wait until it is over")
    }
    guard story.steps.count <= ControlLimits.storyStepsMax else {
      return ControlError(
        .refused, "\(story.steps.count) steps are more than a device plays at once",
        nextStep: "cut the story into parts of at most \(ControlLimits.storyStepsMax)")
    }
    for step in story.steps {
      guard let error = objection(to: step) else { continue }
      return error
    }
    if let profile = story.profile, profile != configuration.profile.name {
      return ControlError(
        .refused,
        "the story is written for the profile \(profile.rawValue), and this device is "
          + configuration.profile.name.rawValue,
        nextStep: "`greenroom boot --profile \(profile.rawValue)`, or run it with --virtual")
    }
    for (key, value) in story.settings.sorted(by: { $0.key < $1.key }) {
      var wanted = configuration.profile
      do { try wanted.set(key, to: value) } catch {
        return ControlError(.refused, error.message, object: key)
      }
      guard wanted == configuration.profile else {
        return ControlError(
          .refused, "the story relies on \(key)=\(value), and this device has another value",
          nextStep: "`greenroom boot --set \(key)=\(value)`, or run it with --virtual")
      }
    }
    return nil
  }

  private func objection(to step: StoryStep) -> ControlError? {
    let time: Int64? =
      switch step.action {
      case .wait(let nanoseconds), .waitUntilIdle(let nanoseconds),
        .waitUntilState(_, _, let nanoseconds):
        nanoseconds
      case .expect(_, let within): within
      default: nil
      }
    guard let time, !(0...ControlLimits.waitNanosecondsMax).contains(time) else { return nil }
    return ControlError(
      .badRequest, "\(time) ns is not a time that can be waited for: \(step.text)",
      nextStep: "give 0 to \(ControlLimits.waitNanosecondsMax)")
  }
}
