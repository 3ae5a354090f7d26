import ControlAPI
import LocationDesk
import Multitasking

// Where the device is, and what apps may know of it.
extension StoryVerbs {
  static var location: [(name: String, read: Read)] {
    [
      (
        "location",
        { fields, folder throws(StoryError) in
          .command(.location(try location(&fields, folder)))
        }
      ),
      ("privacy", { fields, _ throws(StoryError) in .command(try privacy(&fields)) }),
    ]
  }

  /// `location: 53.9,27.56`, `location: clear`, `{run: walk.gpx}`, `{start: [A, B], speed: 5}`,
  /// `{service: off}`.
  private static func location(
    _ fields: inout StoryFields, _ folder: String
  ) throws(StoryError) -> LocationOrder {
    guard fields.isMap else {
      let node = try fields.required("place", isOnly: true)
      let text = try fields.text(node, "a place such as 53.9,27.56, or `clear`")
      return text == "clear" ? .clear : .set(try place(text, node, fields))
    }
    if let node = fields.optional("set") {
      return .set(try place(try fields.text(node, "a place such as 53.9,27.56"), node, fields))
    }
    if let node = fields.optional("run") {
      let path = try fields.text(node, "the path of a GPX file")
      let isWhole = path.hasPrefix("/") || folder.isEmpty
      return .run(path: isWhole ? path : folder + "/" + path)
    }
    if let node = fields.optional("service") { return .service(isEnabled: try fields.flag(node)) }
    let node = try fields.required("start")
    var places: [Place] = []
    for text in try fields.texts(node) { places.append(try place(text, node, fields)) }
    guard places.count >= 2 else {
      throw fields.error(
        .badValue, "a route has two places or more", at: node,
        nextStep: "write `start: [\"53.9,27.56\", \"53.91,27.56\"]`")
    }
    return .start(
      places: places, speed: try decimal("speed", &fields) ?? 20,
      intervalSeconds: try decimal("interval", &fields),
      distance: try decimal("distance", &fields))
  }

  private static func place(
    _ text: String, _ node: StoryNode, _ fields: StoryFields
  ) throws(StoryError) -> Place {
    if let place = Place(text: text) { return place }
    throw fields.error(
      .badValue, "\"\(text.prefix(100))\" is no place", at: node,
      nextStep: "write latitude and longitude in degrees: `53.9,27.56`")
  }

  private static func decimal(
    _ field: String, _ fields: inout StoryFields
  ) throws(StoryError) -> Double? {
    guard let node = fields.optional(field) else { return nil }
    let text = try fields.text(node, "a number")
    if let number = Double(text), number > 0, number.isFinite { return number }
    throw fields.error(
      .badValue, "\"\(text.prefix(100))\" is not a number above 0", at: node)
  }

  /// `privacy: {grant: location, app: com.example.map}`; also `revoke` and `reset`.
  private static func privacy(_ fields: inout StoryFields) throws(StoryError) -> ControlCommand {
    func decision(_ field: String, _ choices: [(String, LocationDecision)]) throws(StoryError)
      -> LocationDecision?
    {
      guard let node = fields.optional(field) else { return nil }
      return try fields.choice(node, choices)
    }
    let granted = try decision(
      "grant",
      [
        ("location", .whenInUse), ("location-always", .always), ("location-once", .once),
        ("location-precise", .accuracy(isFull: true)),
      ])
    let revoked = try decision(
      "revoke",
      [
        ("location", .denied), ("location-always", .notAlways),
        ("location-precise", .accuracy(isFull: false)),
      ])
    let reset = try decision("reset", [("location", .reset), ("all", .reset)])
    let app = try fields.app(try fields.required("app"))
    guard let decision = granted ?? revoked ?? reset else {
      throw fields.error(
        .missingField, "`privacy` needs `grant`, `revoke` or `reset`",
        nextStep: "write `privacy: {grant: location, app: \(app)}`")
    }
    return .privacy(app: app, decision)
  }
}
