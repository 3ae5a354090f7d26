import AppBundles
import ArgumentParser
import CLinux
import Glibc
import Multitasking

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Examine a bundle: what is wrong, misspelt or without effect.",
    discussion:
      "Ends with 65 if there is an error; warnings and notes do not count. No device is needed.")

  @Argument(help: "The bundle.", completion: .file(extensions: ["app"]))
  var path: String

  @Option(help: "classic or modern.")
  var profile: Profile.Name = .modern

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    try reporting(json: json) {
      guard Files.exist(at: absolute(path)) else { throw Failure.nothing(at: path) }
    }
    let findings = AppBundles.Doctor.examine(
      at: absolute(path), profile: profile == .classic ? .classic : .modern)
    if json {
      try JSON.print(findings)
    } else if findings.isEmpty {
      print("\(path): no findings")
    } else {
      for finding in findings { print(finding) }
    }
    if findings.contains(where: { $0.severity == .error }) {
      throw ExitCode(Failure.Code.badBundle.rawValue)
    }
  }
}

struct Bundle: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle", abstract: "Make Name.app of an executable and an Info.plist.",
    discussion: """
      With --product the executable is built first, by `swift build` in the package of the \
      current folder. Without --info the Info.plist of the current folder is taken, else one is \
      written with the identifier local.NAME. The bundle is complete or not there at all; one that \
      is there is replaced.
      """)

  @Option(help: "An executable product of the package here.")
  var product: String?

  @Option(help: "An executable that is there.", completion: .file())
  var executable: String?

  @Option(
    name: .customLong("info"), help: "The Info.plist.", completion: .file(extensions: ["plist"]))
  var infoPlist: String?

  @Option(help: "The name of the bundle. Default: that of the executable.")
  var name: String?

  @Option(help: "The folder to put it in.", completion: .directory)
  var output: String = "."

  @Option(help: "A file or folder to copy into the bundle.", completion: .file())
  var resource: [String] = []

  @Option(name: [.customShort("c"), .long], help: "debug or release, with --product.")
  var configuration: String = "debug"

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (product == nil) != (executable == nil) else {
      throw ValidationError("Give either --product or --executable.")
    }
    guard ["debug", "release"].contains(configuration) else {
      throw ValidationError("--configuration takes debug or release, not \"\(configuration)\".")
    }
  }

  func run() throws {
    try reporting(json: json) {
      let infoPlist = try infoPlist ?? infoPlistHere()
      let path = try BundleWriter.assemble(
        executable: try executable.map(absolute) ?? build(product ?? ""),
        infoPlist: infoPlist.map(absolute), name: name, into: absolute(output),
        extraResources: resource.map(absolute))
      if infoPlist == nil {
        let id = try AppBundle(at: path, profile: .modern).manifest.id
        try StandardError.note(
          "wrote a default Info.plist with the identifier \(id); --info FILE takes one of yours",
          json: json)
      }
      if json { return try JSON.print(["path": path]) }
      print(path)
    }
  }

  /// The Info.plist of the current folder, which is most likely meant: the identifier that it gives
  /// is the one that people ask the device for.
  private func infoPlistHere() throws -> String? {
    guard Files.exist(at: absolute("Info.plist")) else { return nil }
    try StandardError.note("took the Info.plist here; --info FILE takes another one", json: json)
    return "Info.plist"
  }

  /// Builds a product and tells where it is.
  private func build(_ product: String) throws -> String {
    let build = ["swift", "build", "-c", configuration, "--product", product]
    guard try run(build, output: nil) == 0 else {
      throw Failure(.badBundle, "\(product) can't be built", nextStep: build.joined(separator: " "))
    }
    var path: String? = ""
    _ = try run(["swift", "build", "-c", configuration, "--show-bin-path"], output: &path)
    return (path ?? "") + "/" + product
  }

  /// Runs a program; its standard output is passed on to stderr, or taken.
  private func run(_ command: [String], output: UnsafeMutablePointer<String?>?) throws -> CInt {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(.system, "pipe: errno \(errno)") }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var pid = pid_t()
    let error = posix_spawnp(&pid, command[0], &actions, nil, arguments, greenroom_environment())
    close(ends[1])
    guard error == 0 else {
      throw Failure(
        .notFound, "\(command[0]) can't be run: \(String(cString: strerror(error)))",
        nextStep: "put the Swift toolchain on PATH, or give --executable")
    }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(ends[0], &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      if output == nil { _ = write(STDERR_FILENO, buffer, count) } else { text += buffer[..<count] }
    }
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    let result = String(decoding: text, as: UTF8.self)
    output?.pointee = String(result.split(separator: "\n").last ?? "")
    return status
  }
}
