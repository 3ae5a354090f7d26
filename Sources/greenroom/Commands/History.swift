import AppLink
import ArgumentParser
import ControlAPI
import Glibc
import Multitasking

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say why an app is in the state it is in, and what happens next and when.")

  @OptionGroup var app: AppArgument
  @OptionGroup var common: CommonOptions

  func run() throws {
    try reporting(json: common.json) {
      guard case .explanation(let explanation) = try common.connect().call(.explain(app: app.id))
      else { return }
      if common.json { return try JSON.print(explanation) }
      print(explanation)
    }
  }
}

struct Log: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show what happened on the device, with the reason of everything.",
    discussion: "With --json one JSON object a line, as in the device's journal.")

  @Option(
    name: [.customShort("n"), .long],
    help: "How many lines, the last ones; with --json how many entries.")
  var count = 100

  @Option(
    help: ArgumentHelp("Only entries about one app.", valueName: "bundle-id"),
    completion: .bundleIdentifiers)
  var app: String?

  @Flag(name: [.short, .long], help: "Go on with what happens from now on.")
  var follow = false

  @Flag(name: [.short, .long], help: "Also events that changed nothing.")
  var verbose = false

  @OptionGroup var common: CommonOptions

  private var appID: AppID? { app.map { AppID($0) } }

  func validate() throws {
    guard count >= 0 else { throw ValidationError("-n takes 0 or more, not \(count).") }
  }

  func run() throws {
    try reporting(json: common.json) {
      let client = try common.connect()
      if let appID { try requireKnown(appID, client) }
      if common.json {
        try client.stream(.log(count: count, app: appID, follow: follow)) { result in
          guard case .entries(let entries) = result else { return }
          for entry in entries { try JSON.printLine(entry) }
        }
      } else {
        try printLines(client)
      }
    }
  }

  /// Fails for an app that is not installed and that nothing is known of.
  private func requireKnown(_ app: AppID, _ client: ControlClient) throws {
    if try entries(1, client).isEmpty { try client.call(.appInfo(app: app)) }
  }

  private func printLines(_ client: ControlClient) throws {
    let timeline = Timeline(showsAll: verbose)
    // Many entries have no line of their own, so that more are needed than lines are wanted.
    var asked = min(max(count, 1), ControlLimits.entriesMax)
    var entries = try entries(asked, client)
    var lines = entries.flatMap(timeline.lines)
    while lines.count < count, entries.count == asked, asked < ControlLimits.entriesMax {
      asked = min(asked * 4, ControlLimits.entriesMax)
      entries = try self.entries(asked, client)
      lines = entries.flatMap(timeline.lines)
    }
    for line in lines.suffix(count) { print(line) }
    fflush(nil)
    guard follow else { return }
    // With some of what has been, so that nothing is lost in between.
    let shown = entries.last?.number ?? 0
    let command = ControlCommand.log(count: 1_000, app: appID, follow: true)
    try client.stream(command) { result in
      guard case .entries(let entries) = result else { return }
      for entry in entries where entry.number > shown {
        for line in timeline.lines(entry) { print(line) }
      }
      fflush(nil)
    }
  }

  /// The last entries, the oldest first.
  private func entries(_ count: Int, _ client: ControlClient) throws -> [JournalEntry] {
    var all: [JournalEntry] = []
    try client.stream(.log(count: count, app: appID, follow: false)) { result in
      if case .entries(let entries) = result { all += entries }
    }
    return all
  }
}

struct Views: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "views", abstract: "Print an app's tree of views.")

  @OptionGroup var app: AppArgument
  @OptionGroup var common: CommonOptions

  func run() throws {
    try reporting(json: common.json) {
      guard case .views(let tree) = try common.connect().call(.describeViews(app: app.id)) else {
        return
      }
      if common.json { return try JSON.print(tree) }
      show(tree, depth: 0)
    }
  }

  private func show(_ view: AppMessage.ViewDescription, depth: Int) {
    var line = String(repeating: "  ", count: depth) + view.type
    line += " (\(view.x) \(view.y); \(view.width) \(view.height))"
    if let controller = view.viewController { line += " of \(controller)" }
    if let color = view.backgroundColor { line += " \(color)" }
    if let identifier = view.accessibilityIdentifier { line += " \"\(identifier)\"" }
    if let text = view.text { line += ": \(text)" }
    if view.isHidden { line += " hidden" }
    if view.isTruncated == true { line += " …" }
    print(line)
    for subview in view.subviews { show(subview, depth: depth + 1) }
  }
}
