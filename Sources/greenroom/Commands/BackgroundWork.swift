import ArgumentParser
import ControlAPI
import FoundationEssentials
import Multitasking

struct Fetch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Have an app fetch now, as Xcode's Simulate Background Fetch does (F12).",
    discussion: """
      The app is resumed or launched in the background and asked for new data, whatever the \
      conditions are. It must not be in front, and needs \"fetch\" among its UIBackgroundModes.
      """)

  @OptionGroup var app: AppArgument
  @OptionGroup var common: CommonOptions

  func run() throws { try common.begin(.fetch(app: app.id)) }
}

struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Send a remote notification to an app, as simctl does (F50).",
    discussion: """
      The payload is JSON with a dictionary \"aps\"; a silent push has \"content-available\": 1 in \
      it. The bundle identifier may be left out where the file names it as \"Simulator Target \
      Bundle\". A push that may not be delivered now is held, and this says why (F51).
      """)

  @Argument(
    help: ArgumentHelp(
      "BUNDLE-ID FILE, or FILE alone; - is the standard input.", valueName: "args"),
    completion: .bundleIdentifiers)
  var arguments: [String] = []

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard (1...2).contains(arguments.count) else {
      throw ValidationError("Give a bundle identifier and a file with the payload, or the file.")
    }
  }

  func run() throws {
    try reporting(json: common.json) {
      let payload = try PushPayload(json: try TextFile.read(arguments[arguments.count - 1]))
      let named = arguments.count == 2 ? AppID(arguments[0]) : nil
      guard let app = named ?? payload.target else {
        throw Failure(
          .usage, "the payload does not say for which app it is",
          nextStep: "`greenroom push BUNDLE-ID FILE`")
      }
      try common.begin(.push(app: app, payload: payload.json))
    }
  }
}

enum TextFile {
  /// The text of a file, or of the standard input for `-`.
  static func read(_ path: String) throws -> String {
    if path == "-" {
      var text = ""
      while let line = readLine(strippingNewline: false) { text += line }
      return text
    }
    guard Files.exist(at: absolute(path)) else {
      throw Failure(.notFound, "there is nothing at \(absolute(path))", nextStep: "give a file")
    }
    do {
      return String(decoding: try Data(contentsOf: URL(filePath: absolute(path))), as: UTF8.self)
    } catch {
      throw Failure(.system, "\(absolute(path)) can't be read: \(error)")
    }
  }
}

struct BackgroundTask: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bgtask",
    abstract: "What apps do and wait to do in the background, and why not now.",
    subcommands: [Listing.self, Why.self, LaunchNow.self, ExpireNow.self],
    defaultSubcommand: Listing.self)

  struct Listing: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List fetches, task requests and pushes that run or wait.")

    @Argument(
      help: ArgumentHelp("Only those of this app.", valueName: "bundle-id"),
      completion: .bundleIdentifiers)
    var bundleIdentifier: String?

    @OptionGroup var common: CommonOptions

    func run() throws {
      try reporting(json: common.json) {
        let works = try common.works(of: bundleIdentifier.map { AppID($0) })
        if common.json { return try JSON.print(works) }
        var table = Table()
        table.add("APP", "WHAT", "STATE", "NEXT")
        for work in works {
          for outlook in work.outlook {
            table.add("\(work.app)", outlook.title, outlook.stateWords, outlook.next)
          }
        }
        if table.rows.count == 1 {
          return print("nothing waits; `greenroom bgtask why APP` tells what an app has asked for")
        }
        table.print()
      }
    }
  }

  struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "why",
      abstract: "Say all that holds a fetch, a task or a push back, and what has been decided.",
      discussion: "Takes a bundle identifier, or the identifier of a task.")

    @Argument(
      help: ArgumentHelp("An app or a task.", valueName: "identifier"),
      completion: .bundleIdentifiers)
    var identifier: String

    @Option(
      name: [.customShort("n"), .long], help: "How many past decisions, the last ones.")
    var count = 10

    @OptionGroup var common: CommonOptions

    func run() throws {
      try reporting(json: common.json) {
        let works = try common.works(of: nil)
        var found = works.filter { $0.app.bundleIdentifier == identifier }
        if found.isEmpty {
          found = works.compactMap { $0.only(identifier) }
        }
        guard !found.isEmpty else {
          throw Failure(
            .notFound, "no app and no task request \(identifier) is known",
            nextStep:
              "`greenroom bgtask list` shows what waits; a request is gone once its task was "
              + "launched (F23), or was never taken: `greenroom log` tells what submit answered")
        }
        if common.json { return try JSON.print(found) }
        for work in found { work.tell(count) }
      }
    }
  }

  struct LaunchNow: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "launch",
      abstract: "Launch a task whose request waits, whatever the conditions are (F30).")

    @OptionGroup var task: TaskArgument
    @OptionGroup var common: CommonOptions

    func run() throws {
      try common.begin(.launchTask(identifier: task.identifier, app: task.owner))
    }
  }

  struct ExpireNow: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "expire", abstract: "Call the expiration handler of a task that runs (F30).")

    @OptionGroup var task: TaskArgument
    @OptionGroup var common: CommonOptions

    func run() throws {
      try common.begin(.expireTask(identifier: task.identifier, app: task.owner))
    }
  }
}

/// A task on the command line.
struct TaskArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The identifier of the task.", valueName: "task-id"))
  var identifier: String

  @Option(
    help: ArgumentHelp(
      "Its app, where several have a task of this identifier.", valueName: "bundle-id"),
    completion: .bundleIdentifiers)
  var app: String?

  var owner: AppID? { app.map { AppID($0) } }
}

struct Refresh: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Switch Background App Refresh, of the device or of one app (F10).")

  enum State: String, ExpressibleByArgument, CaseIterable { case on, off, restricted }

  @Argument(help: "on, off, or restricted: off, and not for the person to change.")
  var state: State

  @Argument(
    help: ArgumentHelp("One app only.", valueName: "bundle-id"), completion: .bundleIdentifiers)
  var bundleIdentifier: String?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if state == .restricted, bundleIdentifier != nil {
      throw ValidationError("Background App Refresh is restricted for all apps or for none.")
    }
  }

  func run() throws {
    if let bundleIdentifier {
      return try common.perform(
        .work(.setRefresh(app: AppID(bundleIdentifier), isOn: state == .on)))
    }
    let status: Environment.BackgroundRefresh =
      switch state {
      case .on: .available
      case .off: .denied
      case .restricted: .restricted
      }
    try common.perform(.environment([.backgroundRefresh(status)]))
  }
}

struct NetworkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "network", abstract: "Set the network that the device has.")

  @Argument(help: "wifi, cellular or none.")
  var network: Environment.Network

  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.environment([.network(network)])) }
}

extension Environment.Network: ExpressibleByArgument {}
