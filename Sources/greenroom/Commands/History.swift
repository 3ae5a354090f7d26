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

  @Option(name: [.customShort("n"), .long], help: "How many entries.")
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

  func run() throws {
    try reporting(json: common.json) {
      let timeline = Timeline(showsAll: verbose)
      let command = ControlCommand.log(count: count, app: app.map { AppID($0) }, follow: follow)
      try common.connect().stream(command) { result in
        guard case .entries(let entries) = result else { return }
        for entry in entries {
          if common.json {
            try JSON.printLine(entry)
          } else {
            for line in timeline.lines(entry) { print(line) }
          }
        }
        fflush(nil)
      }
    }
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
