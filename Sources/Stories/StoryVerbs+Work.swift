import ControlAPI
import Multitasking

// Fetches, tasks, remote notifications, and what they wait for.
extension StoryVerbs {
  static var backgroundWork: [(name: String, read: Read)] {
    [
      (
        "fetch",
        { fields, _ throws(StoryError) in
          .command(.work(.fetch(app: try fields.app(try fields.required("app", isOnly: true)))))
        }
      ),
      ("push", { fields, _ throws(StoryError) in .command(.work(try push(&fields))) }),
      ("bgtask", { fields, _ throws(StoryError) in .command(.work(try task(&fields))) }),
      ("refresh", { fields, _ throws(StoryError) in .command(try refresh(&fields)) }),
      (
        "network",
        { fields, _ throws(StoryError) in
          let node = try fields.required("network", isOnly: true)
          let choices = Environment.Network.allCases.map { ($0.rawValue, $0) }
          return .command(.environment([.network(try fields.choice(node, choices))]))
        }
      ),
      ("audio", { fields, _ throws(StoryError) in .command(.sound(try sound(&fields))) }),
    ]
  }

  /// `push: com.example.chat`, or `push: {app: com.example.chat, payload: '{"aps": {}}'}`.
  private static func push(_ fields: inout StoryFields) throws(StoryError) -> WorkCommand {
    let silent = #"{"aps":{"content-available":1}}"#
    guard fields.isMap else {
      return .push(
        app: try fields.app(try fields.required("app", isOnly: true)), payload: silent)
    }
    let app = try fields.app(try fields.required("app"))
    guard let node = fields.optional("payload") else { return .push(app: app, payload: silent) }
    let text = try fields.text(node, "a payload in JSON")
    do {
      return .push(app: app, payload: try PushPayload(json: text).json)
    } catch {
      throw fields.error(.badValue, error.message, at: node, nextStep: error.nextStep)
    }
  }

  /// `bgtask: {launch: com.example.app.refresh}`, and `expire`.
  private static func task(_ fields: inout StoryFields) throws(StoryError) -> WorkCommand {
    let app = try fields.optional("app").map { node throws(StoryError) in try fields.app(node) }
    if let node = fields.optional("launch") {
      return .launchTask(identifier: try fields.text(node, "the identifier of a task"), app: app)
    }
    let node = try fields.required("expire")
    return .expireTask(identifier: try fields.text(node, "the identifier of a task"), app: app)
  }

  /// `audio: unplug-headphones`, or with `volume`, `silent` or `remote`.
  private static func sound(_ fields: inout StoryFields) throws(StoryError) -> SoundCommand {
    guard fields.isMap else {
      return try fields.choice(
        try fields.required("action", isOnly: true),
        [
          ("plug-headphones", .headphones(isPlugged: true)),
          ("unplug-headphones", .headphones(isPlugged: false)),
          ("reset-services", .resetServices),
        ])
    }
    if let node = fields.optional("volume") {
      return .volume(percent: try fields.number(node, 0...100))
    }
    if let node = fields.optional("silent") {
      return .silentSwitch(isSilent: try fields.flag(node))
    }
    let choices = RemoteCommand.allCases.map { ($0.rawValue, $0) }
    return .remote(try fields.choice(try fields.required("remote"), choices))
  }

  /// `refresh: off`, or `refresh: {app: com.example.app, on: false}`.
  private static func refresh(_ fields: inout StoryFields) throws(StoryError) -> ControlCommand {
    guard fields.isMap else {
      let node = try fields.required("state", isOnly: true)
      let isOn = try fields.flag(node)
      return .environment([.backgroundRefresh(isOn ? .available : .denied)])
    }
    let app = try fields.app(try fields.required("app"))
    return .work(.setRefresh(app: app, isOn: try fields.flag(try fields.required("on"))))
  }
}
