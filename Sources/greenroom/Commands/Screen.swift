import ArgumentParser
import ControlAPI
import Glibc
import Multitasking

struct IO: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "io", abstract: "Look at the device's screen.",
    subcommands: [Screenshot.self])
}

struct Screenshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screenshot",
    abstract: "Save what the screen shows as a PNG file.",
    discussion: """
      Without --app the whole screen: the app in front, the Home screen, the lock screen or the app \
      switcher. An app that is suspended is not woken: its picture is the one that it left.
      """)

  @Argument(
    help: "The file; - writes to standard output.", completion: .file(extensions: ["png"]))
  var file = "screenshot.png"

  @Option(
    help: ArgumentHelp("One app, in front or not.", valueName: "bundle-id"),
    completion: .bundleIdentifiers)
  var app: String?

  @Flag(help: "With --app: the picture that the app switcher has of it.")
  var snapshot = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if snapshot, app == nil { throw ValidationError("--snapshot goes with --app.") }
    if file.isEmpty { throw ValidationError("The name of the file is empty.") }
  }

  func run() throws {
    try reporting(json: common.json) {
      let command = ControlCommand.screenshot(app: app.map { AppID($0) }, snapshot: snapshot)
      guard case .screen(let picture) = try common.connect().call(command) else { return }
      let png = try Renderer.png(of: picture)
      if file == "-" { return try OutputFile.write(png, to: STDOUT_FILENO, "standard output") }
      let path = absolute(file)
      try OutputFile.replace(path, with: png)
      if common.json { return try JSON.print(Report(path, picture)) }
      print("\(path): \(Report(path, picture).what)")
    }
  }

  /// What was saved.
  private struct Report: Encodable {
    var file: String
    var width: Int
    var height: Int
    /// What is to be seen.
    var content: String
    var app: String?
    /// Whether the app described itself now, or left the picture.
    var source: String?

    init(_ path: String, _ picture: ScreenPicture) {
      file = path
      width = Int((picture.width * picture.scale).rounded())
      height = Int((picture.height * picture.scale).rounded())
      switch picture.content {
      case .app(let shown):
        content = "app"
        app = shown.app
        source = shown.source.rawValue
      case .home: content = "home"
      case .lockScreen: content = "lockScreen"
      case .switcher: content = "switcher"
      case .phone: content = "phone"
      }
    }

    var what: String {
      switch source {
      case "snapshot": "the snapshot of \(app ?? "")"
      case "launchScreen": "\(app ?? "") as it starts"
      case .some: "\(app ?? "")"
      case nil: content
      }
    }
  }
}

/// Files that a person names.
enum OutputFile {
  /// Puts a whole file in the place of what is there, or nothing.
  static func replace(_ path: String, with bytes: [UInt8]) throws {
    var status = stat()
    // A pipe or a terminal is written to, not replaced.
    let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    let target = isSpecial ? path : "\(path).\(getpid()).part"
    let flags = O_WRONLY | O_CLOEXEC | (isSpecial ? 0 : O_CREAT | O_TRUNC)
    let number = open(target, flags, 0o644)
    guard number >= 0 else { throw failure(path) }
    do {
      defer { close(number) }
      try write(bytes, to: number, path)
    } catch {
      if !isSpecial { unlink(target) }
      throw error
    }
    guard isSpecial || rename(target, path) == 0 else {
      let error = failure(path)
      unlink(target)
      throw error
    }
  }

  static func write(_ bytes: [UInt8], to number: CInt, _ path: String) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure(path) }
      sent += count
    }
  }

  private static func failure(_ path: String) -> Failure {
    Failure(
      .system, "\(path) can't be written: \(String(cString: strerror(errno)))",
      nextStep: "name a file in a folder that you can write")
  }
}
