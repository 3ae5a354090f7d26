import ControlAPI
import Multitasking

/// What a story can do, named as on the command line.
enum StoryVerbs {
  typealias Read =
    (_ fields: inout StoryFields, _ folder: String) throws(StoryError) -> StoryStep.Action

  /// How long `run-until` waits where a story does not say.
  static let limitNanoseconds: Int64 = 7 * 86_400_000_000_000

  static var all: [(name: String, read: Read)] {
    apps + person + conditions + backgroundWork + location + waits
  }

  // MARK: Waits and expectations

  private static var waits: [(name: String, read: Read)] {
    [
      (
        "wait",
        { fields, _ throws(StoryError) in
          .wait(nanoseconds: try fields.nanoseconds(try fields.required("duration", isOnly: true)))
        }
      ),
      ("run-until", { fields, _ throws(StoryError) in try runUntil(&fields) }),
      (
        "expect",
        { fields, _ throws(StoryError) in
          let expectation = try expectation(&fields, counts: true)
          let within = try fields.optional("within").map { node throws(StoryError) in
            try fields.nanoseconds(node)
          }
          return .expect(expectation, withinNanoseconds: within)
        }
      ),
      (
        "expect-no",
        { fields, _ throws(StoryError) in
          .expectNot(try expectation(&fields, counts: false))
        }
      ),
    ]
  }

  // MARK: Apps

  private static var apps: [(name: String, read: Read)] {
    [
      (
        "install",
        { fields, folder throws(StoryError) in
          let path = try fields.text(
            try fields.required("path", isOnly: true), "the path of a bundle")
          let isWhole = path.hasPrefix("/") || folder.isEmpty
          return .command(.install(path: isWhole ? path : folder + "/" + path))
        }
      ),
      ("uninstall", onApp { .uninstall(app: $0) }),
      (
        "launch",
        { fields, _ throws(StoryError) in
          var launch = ControlCommand.Launch(
            app: try fields.app(try fields.required("app", isOnly: true)))
          if let node = fields.optional("arguments") { launch.arguments = try fields.texts(node) }
          if let node = fields.optional("environment") {
            launch.environment = try fields.textMap(node)
          }
          if let node = fields.optional("background") {
            launch.inBackground = try fields.flag(node)
          }
          return .command(.launch(launch))
        }
      ),
      ("terminate", onApp { .terminate(app: $0) }),
      ("kill", onApp { .kill(app: $0) }),
      ("suspend", onApp { .suspend(app: $0) }),
      ("resume", onApp { .resume(app: $0) }),
    ]
  }

  private static func onApp(_ command: @escaping (AppID) -> ControlCommand) -> Read {
    { fields, _ throws(StoryError) in
      .command(command(try fields.app(try fields.required("app", isOnly: true))))
    }
  }

  // MARK: The person

  private static var person: [(name: String, read: Read)] {
    [
      (
        "open",
        { fields, _ throws(StoryError) in
          let app = try fields.app(try fields.required("app", isOnly: true))
          let scene = try fields.optional("scene").map { node throws(StoryError) in
            try fields.number(node, 1...Int.max)
          }
          let newScene = try fields.optional("new-scene").map { node throws(StoryError) in
            try fields.flag(node)
          }
          return .command(.open(app: app, scene: scene, newScene: newScene ?? false))
        }
      ),
      (
        "openurl",
        { fields, _ throws(StoryError) in
          .command(
            .openURL(url: try fields.text(try fields.required("url", isOnly: true), "a URL")))
        }
      ),
      ("home", alone(.home)), ("lock", alone(.lock)), ("unlock", alone(.unlock)),
      ("switcher", { fields, _ throws(StoryError) in .command(.switcher(try switcher(&fields))) }),
      (
        "alert",
        { fields, _ throws(StoryError) in
          let node = try fields.required("action", isOnly: true)
          return .command(
            .alert(show: try fields.choice(node, [("show", true), ("dismiss", false)])))
        }
      ),
      (
        "call",
        { fields, _ throws(StoryError) in
          let node = try fields.required("action", isOnly: true)
          return .command(
            .call(
              try fields.choice(
                node,
                [
                  ("incoming", .incoming), ("answer", .answer(covering: .phone)),
                  ("answer-over-app", .answer(covering: .overlay)), ("decline", .decline),
                  ("end", .end),
                ])))
        }
      ),
    ]
  }

  private static func alone(_ command: ControlCommand) -> Read {
    { _, _ throws(StoryError) in .command(command) }
  }

  private static func switcher(
    _ fields: inout StoryFields
  ) throws(StoryError) -> ControlCommand.SwitcherAction {
    if fields.node.value == .null { return .open }
    guard fields.isMap else {
      return try fields.choice(
        try fields.required("action", isOnly: true), [("open", .open), ("close", .close)])
    }
    if let node = fields.optional("quit") { return .quit(app: try fields.app(node)) }
    let scene = try fields.number(try fields.required("close-scene"), 1...Int.max)
    return .closeScene(app: try fields.app(try fields.required("app")), scene: scene)
  }

  // MARK: Conditions

  private static var conditions: [(name: String, read: Read)] {
    [
      (
        "memory-warning",
        { fields, _ throws(StoryError) in
          guard fields.node.value != .null else { return .command(.memoryWarning(critical: false)) }
          let node = try fields.required("level", isOnly: true)
          return .command(
            .memoryWarning(
              critical: try fields.choice(node, [("warning", false), ("critical", true)])))
        }
      ),
      (
        "power",
        { fields, _ throws(StoryError) in
          var changes: [EnvironmentChange] = []
          if let node = fields.optional("battery") {
            changes.append(.battery(percent: try fields.number(node, 0...100)))
          }
          if let node = fields.optional("charging") {
            changes.append(.batteryState(try fields.flag(node) ? .charging : .unplugged))
          }
          if let node = fields.optional("low-power") {
            changes.append(.lowPowerMode(try fields.flag(node)))
          }
          try fields.finish()
          guard !changes.isEmpty else {
            throw fields.error(
              .missingField, "`power` needs `battery`, `charging` or `low-power`",
              nextStep: "write `power: {battery: 20}`")
          }
          return .command(.environment(changes))
        }
      ),
      (
        "rotate",
        { fields, _ throws(StoryError) in
          let node = try fields.required("orientation", isOnly: true)
          let choices = Environment.Orientation.allCases.map { ($0.rawValue, $0) }
          return .command(.environment([.orientation(try fields.choice(node, choices))]))
        }
      ),
      (
        "locale",
        { fields, _ throws(StoryError) in
          let node = try fields.required("identifier", isOnly: true)
          return .command(.environment([.locale(try fields.text(node, "a locale such as fr_FR"))]))
        }
      ),
      ("time-change", alone(.environment([.significantTimeChange]))),
    ]
  }

  private static func runUntil(
    _ fields: inout StoryFields
  ) throws(StoryError) -> StoryStep.Action {
    guard fields.isMap else {
      let node = try fields.required("goal", isOnly: true)
      let text = try fields.text(node, "`idle`, a date or an app and its state")
      if text == "idle" { return .waitUntilIdle(limitNanoseconds: limitNanoseconds) }
      if let (app, state) = try appState(text, node, fields, separators: ["=", " is "]) {
        return .waitUntilState(app: app, state: state, limitNanoseconds: limitNanoseconds)
      }
      do {
        return .waitUntil(instant: try Instant(text: text))
      } catch {
        throw fields.error(
          .badValue, "`run-until` does not take \"\(text.prefix(100))\"", at: node,
          nextStep: "it takes `idle`, a date like 2026-01-01T06:30:00Z, or `APP is STATE`")
      }
    }
    let limit =
      try fields.optional("limit").map { node throws(StoryError) in try fields.nanoseconds(node) }
      ?? limitNanoseconds
    if let idle = fields.optional("idle") {
      guard try fields.flag(idle) else {
        throw fields.error(.badValue, "`idle` can only be true", at: idle)
      }
      return .waitUntilIdle(limitNanoseconds: limit)
    }
    let app = try fields.app(try fields.required("app"))
    let state = try fields.state(try fields.required("state"))
    return .waitUntilState(app: app, state: state, limitNanoseconds: limit)
  }

  private static func expectation(
    _ fields: inout StoryFields, counts: Bool
  ) throws(StoryError) -> StoryExpectation {
    guard fields.isMap else {
      let node = try fields.required("expectation", isOnly: true)
      let text = try fields.text(node, "what is expected")
      if let (app, state) = try appState(text, node, fields, separators: [" is "]) {
        return .state(app, state)
      }
      throw fields.error(
        .badValue, "`\(fields.verb)` does not take \"\(text.prefix(100))\"", at: node,
        nextStep: "write `APP is STATE`, or {log: TEXT, app: APP}")
    }
    if let log = fields.optional("log") {
      let text = try fields.text(log, "a text of the log")
      let app = try fields.optional("app").map { node throws(StoryError) in try fields.app(node) }
      let times =
        counts
        ? try fields.optional("times").map { node throws(StoryError) in
          try fields.number(node, 1...1_000_000)
        } : nil
      return .log(text, app: app, times: times ?? 1)
    }
    let app = try fields.app(try fields.required("app"))
    return .state(app, try fields.state(try fields.required("state")))
  }

  /// `com.example.app is suspended`.
  private static func appState(
    _ text: String, _ node: StoryNode, _ fields: StoryFields, separators: [String]
  ) throws(StoryError) -> (AppID, AppState.Name)? {
    for separator in separators {
      guard let range = text.firstRange(of: separator) else { continue }
      let app = text[..<range.lowerBound]
      let state = StoryNode(
        value: .scalar(String(text[range.upperBound...]), isQuoted: false), line: node.line)
      return (AppID(String(app)), try fields.state(state))
    }
    return nil
  }
}
