import Multitasking

/// A script of what happens to a device and of what is expected of it.
///
/// ```swift
/// let story = Story(steps: [
///   StoryStep(.command(.open(app: "com.example.game", scene: nil, newScene: false))),
///   StoryStep(.command(.home)), StoryStep(.wait(nanoseconds: 20_000_000_000)),
///   StoryStep(.expect(.state("com.example.game", .suspended), withinNanoseconds: nil)),
/// ])
/// let client = try ControlClient(connectingTo: paths.controlSocket)
/// try client.stream(.runStory(story)) { print($0) }
/// ```
/// `Stories` reads them from files.
public struct Story: Hashable, Sendable, Codable {
  public var name: String
  /// Of the device that it is written for; nil: any.
  public var profile: Profile.Name?
  /// Settings of the profile that it relies on.
  public var settings: [String: String]
  /// Whether a command that is refused is no end of the story: for stories that chance has written.
  /// Nil: it is one.
  public var keepsGoing: Bool?
  public var steps: [StoryStep]

  public init(
    name: String = "story", profile: Profile.Name? = nil, settings: [String: String] = [:],
    keepsGoing: Bool? = nil, steps: [StoryStep]
  ) {
    self.name = name
    self.profile = profile
    self.settings = settings
    self.keepsGoing = keepsGoing
    self.steps = steps
  }
}

/// One thing that a story does or expects.
public struct StoryStep: Hashable, Sendable, Codable {
  public var action: Action
  /// As it was written, for people.
  public var text: String
  /// Where it stands in its file.
  public var line: Int?

  public enum Action: Hashable, Sendable, Codable {
    case command(ControlCommand)
    case wait(nanoseconds: Int64)
    case waitUntil(instant: Instant)
    case waitUntilIdle(limitNanoseconds: Int64)
    case waitUntilState(app: AppID, state: AppState.Name, limitNanoseconds: Int64)
    /// Holds now, or comes to hold while time passes; nil: as long as the device takes to settle.
    case expect(StoryExpectation, withinNanoseconds: Int64?)
    /// Does not hold now.
    case expectNot(StoryExpectation)

    enum CommandCodingKeys: String, CodingKey { case _0 = "command" }
    enum ExpectCodingKeys: String, CodingKey { case _0 = "expectation", withinNanoseconds }
    enum ExpectNotCodingKeys: String, CodingKey { case _0 = "expectation" }
  }

  public init(_ action: Action, text: String = "", line: Int? = nil) {
    self.action = action
    self.text = text
    self.line = line
  }
}

/// What a story expects of a device.
public enum StoryExpectation: Hashable, Sendable, Codable, CustomStringConvertible {
  /// An app is in a state.
  case state(AppID, AppState.Name)
  /// Since the story began the journal has told what contains a text: a line of an app, an effect
  /// (`suspend`, `didEnterBackground`) with its reason (`suspend: Home was pressed`), or a note. With
  /// an app: of that app. At least `times`.
  case log(String, app: AppID?, times: Int)

  enum StateCodingKeys: String, CodingKey { case _0 = "app", _1 = "state" }
  enum LogCodingKeys: String, CodingKey { case _0 = "text", app, times }

  /// The app that it is about, if it is about one.
  public var app: AppID? {
    switch self {
    case .state(let app, _): app
    case .log(_, let app, _): app
    }
  }

  public var description: String {
    switch self {
    case .state(let app, let state): "\(app) is \(state.rawValue)"
    case .log(let text, let app, let times):
      "the log\(app.map { " of \($0)" } ?? "") tells \"\(text)\""
        + (times == 1 ? "" : " \(times) times")
    }
  }
}

/// What became of a step.
public struct StoryStepReport: Hashable, Sendable, Codable {
  /// From 1.
  public var number: Int
  public var text: String
  /// When it was done.
  public var at: Instant

  public init(number: Int, text: String, at: Instant) {
    self.number = number
    self.text = text
    self.at = at
  }
}

/// What became of a story.
public struct StoryReport: Hashable, Sendable, Codable {
  public var steps: Int
  public var failure: Failure?
  public var time: TimeInfo
  /// A hash (FNV-1a, 64 bits) of the bytes that the daemon has written to the journal since its
  /// boot, in hexadecimal.
  public var journal: String

  /// The step that ended a story before its end, and why.
  public struct Failure: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable {
      /// What was expected did not hold.
      case expectation
      /// What was to be done could not be done.
      case command
    }

    public var kind: Kind
    /// From 1.
    public var step: Int
    public var text: String
    public var line: Int?
    /// What was there instead, or why it could not be done.
    public var error: ControlError
    /// On the state of the app that the step is about.
    public var explanation: Explanation?

    public init(
      kind: Kind, step: Int, text: String, line: Int?, error: ControlError,
      explanation: Explanation?
    ) {
      self.kind = kind
      self.step = step
      self.text = text
      self.line = line
      self.error = error
      self.explanation = explanation
    }
  }

  public init(steps: Int, failure: Failure?, time: TimeInfo, journal: String) {
    self.steps = steps
    self.failure = failure
    self.time = time
    self.journal = journal
  }
}
