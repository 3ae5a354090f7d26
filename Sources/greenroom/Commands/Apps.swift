import AppBundles
import ArgumentParser
import ControlAPI
import FoundationEssentials
import Glibc
import Multitasking

/// A bundle identifier on the command line.
struct AppArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The app's bundle identifier.", valueName: "bundle-id"),
    completion: .bundleIdentifiers)
  var bundleIdentifier: String

  var id: AppID { AppID(bundleIdentifier) }
}

extension CompletionKind {
  /// Those that are installed on the device.
  static var bundleIdentifiers: CompletionKind {
    .shellCommand("greenroom listapps --identifiers 2>/dev/null")
  }
}

struct Install: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Install Name.app, or update it. Its container stays.")

  @Argument(help: "The bundle.", completion: .file(extensions: ["app"]))
  var path: String

  @OptionGroup var common: CommonOptions

  func run() throws {
    try reporting(json: common.json) {
      let client = try common.connect()
      guard Files.exist(at: absolute(path)) else { throw Failure.nothing(at: path) }
      guard case .app(let app) = try client.call(.install(path: absolute(path))) else { return }
      if common.json { return try JSON.print(app) }
      print("\(app.manifest.id): installed")
    }
  }
}

/// Paths on the command line are relative to here, not to the daemon.
///
/// Without `.` and doubled slashes; `..` stays, since it may follow a symbolic link.
func absolute(_ path: String) -> String {
  let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  return "/" + whole.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
}

enum Files {
  /// Whether there is something, be it a link that leads nowhere.
  static func exist(at path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}

extension Failure {
  static func nothing(at path: String) -> Failure {
    Failure(
      .notFound, "there is nothing at \(absolute(path))",
      nextStep: "give the path of a bundle, Name.app; `greenroom bundle` makes one")
  }
}

struct Uninstall: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Remove an app and its container.")

  @OptionGroup var app: AppArgument
  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.uninstall(app: app.id)) }
}

struct ListApps: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listapps", abstract: "List the apps of a device and what they do.")

  @Flag(help: "Print bundle identifiers only.")
  var identifiers = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    try reporting(json: common.json) {
      guard case .apps(let apps) = try common.connect().call(.listApps) else { return }
      if identifiers {
        for app in apps { print(app.manifest.id) }
        return
      }
      if common.json { return try JSON.print(apps) }
      if apps.isEmpty { return print("no apps; `greenroom install Name.app` adds one") }
      var table = Table()
      table.add("APP", "STATE", "PID", "WHY")
      for app in apps {
        table.add(
          "\(app.manifest.id)", app.state.rawValue, app.process.map { "\($0.pid)" } ?? "-",
          app.why)
      }
      table.print()
    }
  }
}

struct AppInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "appinfo", abstract: "Tell what is known of one app.")

  @OptionGroup var app: AppArgument
  @OptionGroup var common: CommonOptions

  func run() throws {
    try reporting(json: common.json) {
      guard case .app(let info) = try common.connect().call(.appInfo(app: app.id)) else { return }
      if common.json { return try JSON.print(info) }
      var table = Table()
      table.add("name", info.manifest.displayName)
      table.add("version", info.version ?? "-")
      table.add("state", "\(info.state.rawValue): \(info.why)")
      if let process = info.process {
        table.add("process", "\(process.pid)")
        table.add("memory", process.footprintBytes.map { "\($0 / 1024) KiB" } ?? "-")
        table.add("processor time", process.cpuNanoseconds.map { "\($0 / 1_000_000) ms" } ?? "-")
        table.add("frozen for", process.frozenNanoseconds.map { "\($0 / 1_000_000) ms" } ?? "-")
      }
      table.add("last exit", info.lastExit.map { "\($0.at.clock) \($0.reason)" } ?? "-")
      table.add(
        "background modes",
        info.manifest.backgroundModes.map(\.rawValue).joined(separator: " ").orDash)
      table.add("URL schemes", info.manifest.urlSchemes.joined(separator: " ").orDash)
      table.add("scenes", info.scenes.map(String.init).joined(separator: " ").orDash)
      table.add("bundle", info.bundle)
      table.add("container", info.container)
      table.print()
    }
  }
}

extension String {
  fileprivate var orDash: String { isEmpty ? "-" : self }
}

struct GetAppContainer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get_app_container", abstract: "Print the path of an app's bundle or container.")

  enum Kind: String, ExpressibleByArgument, CaseIterable { case app, data }

  @OptionGroup var app: AppArgument

  @Argument(help: "app (the bundle) or data (its HOME).")
  var kind: Kind = .app

  @OptionGroup var common: CommonOptions

  func run() throws {
    try reporting(json: common.json) {
      guard case .app(let info) = try common.connect().call(.appInfo(app: app.id)) else { return }
      let path = kind == .app ? info.bundle : info.container
      if common.json { return try JSON.print(["path": path]) }
      print(path)
    }
  }
}

struct Launch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "launch", abstract: "Start an app, or bring it to the front. Prints its process.",
    discussion: """
      Variables of this environment whose names begin with GREENROOM_CHILD_ reach the app without \
      that prefix. With --for the app is launched or woken in the background for that event, \
      whatever the conditions are, as Xcode's scheme option does (F12): \
      `launch --for fetch BUNDLE-ID`, `launch --for bgtask TASK-ID BUNDLE-ID`, \
      `launch --for push BUNDLE-ID`. Options go before the bundle identifier: all that follows it is for the app. An \
      app that runs gets no arguments. With --console the app's output is streamed until it ends; the exit code is \
      then 0 if it ended by its own exit(0) or was asked to, else 1.
      """)

  @Flag(help: "Stream what the app prints, until it ends.")
  var console = false

  @Flag(name: .customLong("background"), help: "As for a background event: not to the front.")
  var inBackground = false

  @Option(
    name: .customLong("for"),
    help: "Launch in the background for fetch, bgtask or push.")
  var event: Event?

  enum Event: String, ExpressibleByArgument, CaseIterable { case fetch, bgtask, push }

  @Flag(help: "End a running process of the app first.")
  var terminateRunningProcess = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var app: AppArgument

  @Argument(parsing: .captureForPassthrough, help: "Arguments for the app.")
  var arguments: [String] = []

  func validate() throws {
    if event == .bgtask, arguments.isEmpty {
      throw ValidationError("Give a task and its app: launch --for bgtask TASK-ID BUNDLE-ID.")
    }
  }

  /// The app; where a task is named first, what follows it.
  private var target: AppID { event == .bgtask ? AppID(arguments[0]) : app.id }

  private var purpose: LaunchPurpose? {
    switch event {
    case .fetch: .fetch
    case .bgtask: .task(identifier: app.bundleIdentifier)
    case .push: .push(payload: #"{"aps":{"content-available":1}}"#)
    case nil: nil
    }
  }

  func run() throws {
    try reporting(json: common.json) {
      if !ownOptions.isEmpty {
        try StandardError.note(
          "options go before the bundle id; \(ownOptions.joined(separator: " ")) went to the app "
            + "(put -- before the app's arguments to say that they are meant so)",
          json: common.json)
      }
      let client = try common.connect()
      let before = terminateRunningProcess || passed.isEmpty ? nil : runningProcess(client)
      let prefix = "GREENROOM_CHILD_"
      let inherited = ProgramEnvironment.values.filter { $0.key.hasPrefix(prefix) }
      let command = ControlCommand.launch(
        ControlCommand.Launch(
          app: target,
          arguments: passed,
          environment: Dictionary(
            uniqueKeysWithValues: inherited.map {
              (String($0.key.dropFirst(prefix.count)), $0.value)
            }),
          streamsConsole: console, inBackground: inBackground || event != nil,
          terminatesRunning: terminateRunningProcess, purpose: purpose))
      var status: CInt = 0
      try client.stream(command) { result in
        switch result {
        case .launched(let app, let pid):
          if pid == before {
            try StandardError.note(
              "\(app) runs already, so its arguments were ignored; --terminate-running-process "
                + "starts it anew", json: common.json)
          }
          if common.json {
            try JSON.printLine(Launched(app: app, pid: pid))
          } else {
            print("\(app): \(pid)")
          }
        case .output(let line):
          if common.json { try JSON.printLine(["output": line]) } else { print(line) }
        case .exited(let record):
          if common.json {
            try JSON.printLine(record)
          } else {
            StandardError.write("\(app.id): \(record.reason)\n")
          }
          if !record.reason.isOrderly { status = 1 }
        case .held(let holds): try tell(holds, json: common.json)
        default: break
        }
        fflush(nil)
      }
      if status != 0 { throw ExitCode(status) }
    }
  }

  /// The arguments for the app.
  private var passed: [String] {
    let rest = event == .bgtask ? arguments.dropFirst() : arguments[...]
    return Array(rest.first == "--" ? rest.dropFirst() : rest)
  }

  /// Arguments for the app that look as if they were meant for this verb.
  private var ownOptions: [String] {
    let names = [
      "--device", "--console", "--json", "--background", "--for",
      "--terminate-running-process",
    ]
    return arguments.prefix { $0 != "--" }
      .filter { $0 == "-d" || names.contains($0) || $0.hasPrefix("--device=") }
  }

  private func runningProcess(_ client: ControlClient) -> Int32? {
    guard case .app(let info)? = try? client.call(.appInfo(app: target)) else { return nil }
    return info.process?.pid
  }

  private struct Launched: Encodable {
    var app: AppID
    var pid: Int32
  }
}

extension ExitReason {
  fileprivate var isOrderly: Bool {
    switch self {
    case .exitedByItself(code: 0), .forceQuit, .terminatedByCommand, .shutDown, .exitsOnSuspend,
      .noMultitasking, .uninstalled, .updated:
      true
    default: false
    }
  }
}

struct Terminate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "terminate",
    abstract: "End an app as the system does: willTerminate if it runs, nothing if suspended.")

  @OptionGroup var app: AppArgument
  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.terminate(app: app.id)) }
}

struct Kill: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kill",
    abstract: "End an app's processes from outside, frozen or not, as the kernel does.")

  @OptionGroup var app: AppArgument
  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.kill(app: app.id)) }
}

struct Spawn: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spawn",
    abstract: "Run a program in the environment of an app: its HOME, its bundle.",
    discussion: "It is not part of the app: the device does not freeze or end it.")

  @OptionGroup var common: CommonOptions
  @OptionGroup var app: AppArgument

  @Argument(parsing: .captureForPassthrough, help: "The program and its arguments.")
  var command: [String]

  func run() throws {
    try reporting(json: common.json) {
      guard case .app(let info) = try common.connect().call(.appInfo(app: app.id)) else { return }
      let command = command.first == "--" ? Array(command.dropFirst()) : command
      guard let program = command.first else {
        throw Failure(.usage, "no program given", nextStep: "`greenroom spawn \(app.id) ls -la`")
      }
      setenv("HOME", info.container, 1)
      setenv("TMPDIR", info.container + "/tmp", 1)
      setenv("GREENROOM_BUNDLE_PATH", info.bundle, 1)
      chdir(info.container)
      var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
      arguments.append(nil)
      execvp(program, arguments)
      throw Failure(
        .notFound, "\(program) can't be run: \(String(cString: strerror(errno)))")
    }
  }
}
