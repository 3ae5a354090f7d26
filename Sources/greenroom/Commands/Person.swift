import ArgumentParser
import ControlAPI
import Multitasking

struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Tap an app: its icon, or its card in the switcher.")

  @OptionGroup var app: AppArgument

  @Option(help: "The scene to bring up. Default: the one used last.")
  var scene: Int?

  @Flag(help: "Open another window (apps with UIApplicationSupportsMultipleScenes).")
  var newScene = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    try common.perform(.open(app: app.id, scene: scene, newScene: newScene))
  }
}

struct OpenURL: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openurl", abstract: "Open a URL in the app that declares its scheme.")

  @Argument(help: "The URL.")
  var url: String

  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.openURL(url: url)) }
}

struct Home: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home", abstract: "Press Home.")

  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.home) }
}

struct Switcher: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switcher",
    abstract: "Open the app switcher, close it, or remove an app in it (force quit).")

  @Flag(help: "Back to the app it was opened over.")
  var close = false

  @Option(
    help: ArgumentHelp("Force quit an app.", valueName: "bundle-id"),
    completion: .bundleIdentifiers)
  var quit: String?

  @Option(help: ArgumentHelp("Close one window of --app.", valueName: "number"))
  var closeScene: Int?

  @Option(
    help: ArgumentHelp("The app of --close-scene.", valueName: "bundle-id"),
    completion: .bundleIdentifiers)
  var app: String?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard (closeScene == nil) == (app == nil) else {
      throw ValidationError("--close-scene and --app go together.")
    }
  }

  func run() throws {
    let action: ControlCommand.SwitcherAction =
      if let quit {
        .quit(app: AppID(quit))
      } else if let closeScene, let app {
        .closeScene(app: AppID(app), scene: closeScene)
      } else {
        close ? .close : .open
      }
    try common.perform(.switcher(action))
  }
}

struct Alert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alert",
    abstract: "Show or dismiss a system alert over whatever is in front (L52).")

  enum Action: String, ExpressibleByArgument, CaseIterable { case show, dismiss }

  @Argument(help: "show or dismiss.")
  var action: Action

  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.alert(show: action == .show)) }
}

struct Call: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: "A phone call comes in, is answered, declined or ended (L54, L55).")

  enum Action: String, ExpressibleByArgument, CaseIterable { case incoming, answer, decline, end }

  @Argument(help: "incoming, answer, decline or end.")
  var action: Action

  @Flag(help: "With answer: the call lies over the app, which stays inactive until it ends (C21).")
  var overApp = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    let call: ControlCommand.CallAction =
      switch action {
      case .incoming: .incoming
      case .answer: .answer(covering: overApp ? .overlay : .phone)
      case .decline: .decline
      case .end: .end
      }
    try common.perform(.call(call))
  }
}

struct Lock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Lock the device (L56).")

  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.lock) }
}

struct Unlock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock", abstract: "Unlock the device.")

  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.unlock) }
}
