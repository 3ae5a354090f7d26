import ControlAPI
import Multitasking

extension Story {
  /// Reads a story from the text of a file, JSON or YAML.
  ///
  /// ```yaml
  /// profile: modern
  /// steps:
  ///   - install: LongTask.app
  ///   - open: com.example.longtask
  ///   - home
  ///   - run-until: {app: com.example.longtask, state: suspended, limit: 5min}
  ///   - expect: {log: "last background task", app: com.example.longtask}
  /// ```
  /// A list of steps alone is a story, too. `Documentation/stories.md` lists the verbs.
  /// - Parameters:
  ///   - bytes: The text, UTF-8, at most ``StoryLimits/fileBytesMax`` bytes.
  ///   - file: Its path, for errors, and as the place that paths in it are relative to.
  /// - Throws: ``StoryError``, with the line and the step.
  public init(reading bytes: [UInt8], file: String) throws(StoryError) {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    let name = parts.last.map { $0.split(separator: ".").first.map(String.init) ?? "" } ?? ""
    let folder = parts.dropLast().joined(separator: "/")
    do throws(StoryError) {
      try self.init(StoryText.parse(bytes), name: name.isEmpty ? "story" : name, folder: folder)
    } catch {
      var error = error
      error.file = file
      throw error
    }
  }

  private init(_ node: StoryNode, name: String, folder: String) throws(StoryError) {
    var top = StoryFields(verb: "story", node: node, step: 0)
    if case .list = node.value {
      self.init(name: name, steps: try Story.steps(node, top, folder))
      return
    }
    guard top.isMap else {
      throw StoryError(
        .wrongType, "a story is a list of steps or a map with `steps`, not \(node.kind)",
        line: node.line, nextStep: "begin with \"steps:\" and put each step behind \"- \"")
    }
    let ownName = try top.optional("name").map { node throws(StoryError) in
      try top.text(node, "a name")
    }
    let profile = try top.optional("profile").map { node throws(StoryError) in
      try top.choice(node, Profile.Name.allCases.map { ($0.rawValue, $0) })
    }
    let settings = try top.optional("settings").map { node throws(StoryError) in
      try top.textMap(node)
    }
    let keepsGoing = try top.optional("keep-going").map { node throws(StoryError) in
      try top.flag(node)
    }
    let steps = try top.required("steps")
    try top.finish()
    self.init(
      name: ownName ?? name, profile: profile, settings: settings ?? [:],
      keepsGoing: keepsGoing, steps: try Story.steps(steps, top, folder))
  }

  private static func steps(
    _ node: StoryNode, _ top: StoryFields, _ folder: String
  ) throws(StoryError) -> [StoryStep] {
    guard case .list(let items) = node.value else {
      throw top.error(.wrongType, "`steps` is a list, not \(node.kind)", at: node)
    }
    guard items.count <= ControlLimits.storyStepsMax else {
      throw top.error(
        .tooLarge, "\(items.count) steps are more than a device plays at once", at: node,
        nextStep: "cut the story into parts of at most \(ControlLimits.storyStepsMax)")
    }
    var steps: [StoryStep] = []
    for (index, item) in items.enumerated() {
      steps.append(try StoryStep(item, number: index + 1, folder: folder))
    }
    return steps
  }
}

extension StoryStep {
  init(_ node: StoryNode, number: Int, folder: String) throws(StoryError) {
    let verb: String
    let value: StoryNode
    switch node.value {
    case .scalar(let text, _): (verb, value) = (text, StoryNode(value: .null, line: node.line))
    case .map(let entries) where entries.count == 1:
      (verb, value) = (entries[0].key, entries[0].value)
    case .map(let entries) where entries.count > 1:
      throw StoryError(
        .wrongType, "a step has one verb, and here are \(StoryFields.list(entries.map(\.key)))",
        line: node.line, step: number,
        nextStep: "put each step behind its own \"- \", and the fields of a verb below it")
    default:
      throw StoryError(
        .wrongType, "a step is a verb, not \(node.kind)", line: node.line, step: number,
        nextStep: "write `home` or `open: com.example.app`")
    }
    guard let read = StoryVerbs.all.first(where: { $0.name == verb })?.read else {
      let names = StoryVerbs.all.map(\.name)
      throw StoryError(
        .unknownVerb, "there is no verb \"\(verb.prefix(100))\"", line: node.line, step: number,
        nextStep: nearest(to: verb, among: names).map { "did you mean `\($0)`?" }
          ?? "the verbs are \(StoryFields.list(names))")
    }
    var fields = StoryFields(verb: verb, node: value, step: number)
    let action = try read(&fields, folder)
    try fields.finish()
    let text = value.text
    self.init(action, text: text.isEmpty ? verb : "\(verb): \(text)", line: node.line)
  }
}
