import AppBundles
import ControlAPI
import Dispatch
import FoundationEssentials
import Glibc
import Multitasking
import ProcessControl
import Synchronization
import Tones

/// A temporary home for devices, and everything that has to be taken down again.
@MainActor
final class Stage {
  let film: Film
  private let home: String
  /// Where this program, `greenroom` and the recipes are.
  private let products: String
  /// What has been booted, or tried to.
  private var devices: [DevicePaths] = []
  private var daemons: [DevicePaths: pid_t] = [:]
  private var server: SpawnedProcess?

  init(_ film: Film) throws {
    self.film = film
    products = try Stage.ownFolder()
    // Short: the path of a device's socket has to fit into 108 bytes.
    var template = Array("/tmp/greenroom.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Difference("no temporary folder: \(String(cString: strerror(errno)))")
    }
    home = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// Boots a device, installs all recipes and connects to it.
  func boot(
    _ name: String, settings: [(String, String)] = [], hasMultitasking: Bool = true
  ) throws -> Phone {
    try Interruption.check()
    var arguments = ["boot", name, "--profile", "classic"]
    if !hasMultitasking { arguments.append("--no-multitasking") }
    for (key, value) in settings { arguments += ["--set", "\(key)=\(value)"] }
    film.command(
      "greenroom boot \(name) --profile classic"
        + (hasMultitasking ? "  # with short background times" : " --no-multitasking"))
    let paths = DevicePaths(name: name, environment: ["GREENROOM_HOME": home])
    devices.append(paths)
    try greenroom(arguments)
    let client = try ControlClient(connectingTo: paths.controlSocket)
    if case .device(let info) = try client.call(.status) {
      daemons[paths] = info.pid
      Interruption.addDaemon(info.pid)
    }
    for recipe in Recipe.allCases { try client.call(.install(path: bundle(recipe))) }
    return try Phone(paths, film)
  }

  /// Boots a device in virtual time, with some of the recipes, and connects to it.
  func bootVirtual(
    _ name: String, seed: UInt64, start: String, _ recipes: [Recipe]
  ) throws -> ControlClient {
    try Interruption.check()
    let arguments = [
      "boot", name, "--virtual", "--seed", "\(seed)", "--start", start, "--profile", "classic",
    ]
    film.command("greenroom " + arguments.joined(separator: " "))
    let paths = DevicePaths(name: name, environment: ["GREENROOM_HOME": home])
    devices.append(paths)
    try greenroom(arguments)
    let client = try ControlClient(connectingTo: paths.controlSocket)
    for recipe in recipes { try client.call(.install(path: bundle(recipe))) }
    return client
  }

  /// Starts the server of news on this machine; returns its address.
  func startNewsServer() throws -> String {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Difference("pipe: errno \(errno)") }
    let reading = OwnedDescriptor(owning: ends[0])
    let writing = OwnedDescriptor(owning: ends[1])
    film.command("NewsServer --per-hour 40")
    server = try spawnDetached(
      SpawnRequest(
        executable: "\(products)/NewsServer", arguments: ["--per-hour", "40"],
        environment: ["PATH": "/usr/bin:/bin"], standardOutput: writing.rawValue,
        standardError: writing.rawValue))
    var line: [UInt8] = []
    var byte = [UInt8](repeating: 0, count: 1)
    while line.last != UInt8(ascii: "\n") {
      var ready = pollfd(fd: reading.rawValue, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 10_000) == 1, read(reading.rawValue, &byte, 1) == 1 else {
        throw Difference("NewsServer does not say where it listens")
      }
      line += byte
    }
    let text = String(decoding: line.dropLast(), as: UTF8.self)
    guard let address = text.split(separator: " ").last, address.hasPrefix("http") else {
      throw Difference("NewsServer says: \(text)")
    }
    return String(address)
  }

  /// A picture of what a device shows, among what is kept.
  func screenshot(of phone: Phone, _ name: String) throws {
    let path = try keptFolder() + "/" + name
    film.command("greenroom io screenshot \(name)")
    try greenroom(["io", "screenshot", path, "--device", phone.name])
    film.note("kept as \(path)")
  }

  /// Keeps something beyond the end of the story; returns where.
  func keep(_ name: String, _ text: String) throws -> String {
    let path = try keptFolder() + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func keptFolder() throws -> String {
    let folder = products + "/../demo"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return realpath(folder, nil).map { path in
      defer { free(path) }
      return String(cString: path)
    } ?? folder
  }

  private func bundle(_ recipe: Recipe) throws -> String {
    let path = "\(home)/\(recipe.name).app"
    if FileManager.default.fileExists(atPath: path) { return path }
    return try BundleWriter.assemble(
      executable: "\(products)/\(recipe.name)",
      infoPlist: "\(Stage.recipes)/\(recipe.name)/Info.plist", name: nil, into: home,
      extraResources: recipe == .musicPlayer ? try tracks() : [])
  }

  /// Tones, which belong to nobody.
  private func tracks() throws -> [String] {
    let folder = URL(filePath: home + "/Tones")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try Tone.tracks.map { try $0.write(into: folder) }
  }

  /// The sources lie beside those of this program.
  private static let recipes =
    #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Recipes"

  private static func ownFolder() throws -> String {
    guard let resolved = realpath("/proc/self/exe", nil) else {
      throw Difference("/proc/self/exe can't be read")
    }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }

  /// Runs the command line, in a session of its own: Ctrl-C is for this program alone, which then
  /// ends what has been started.
  private func greenroom(_ arguments: [String]) throws {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Difference("pipe: errno \(errno)") }
    let reading = OwnedDescriptor(owning: ends[0])
    var writing: OwnedDescriptor? = OwnedDescriptor(owning: ends[1])
    let process = try spawnDetached(
      SpawnRequest(
        executable: "\(products)/greenroom", arguments: arguments,
        environment: ["GREENROOM_HOME": home, "PATH": "/usr/bin:/bin"],
        standardOutput: writing?.rawValue, standardError: writing?.rawValue))
    writing = nil
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(reading.rawValue, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      output += buffer[..<count]
    }
    while true {
      if let exit = try process.reap() {
        guard exit == .exited(code: 0) else {
          throw Difference(
            "greenroom \(arguments[0]) failed: \(String(decoding: output, as: UTF8.self))")
        }
        return
      }
      usleep(1_000)
    }
  }

  // MARK: The end

  /// Shuts the devices down and removes the folder. Returns what went wrong.
  func strike() -> [String] {
    var problems: [String] = []
    if let server {
      kill(server.processID, SIGTERM)
      while (try? server.reap()) == .some(nil) { usleep(1_000) }
    }
    for paths in devices where !shutDown(paths) {
      problems.append("\(paths.name) did not shut down by itself")
      // The next boot of a device ends whatever the one before has left.
      try? greenroom(["boot", paths.name])
      _ = shutDown(paths)
    }
    do {
      try FileManager.default.removeItem(atPath: home)
    } catch {
      problems.append("\(home) can't be removed: \(error)")
    }
    return problems
  }

  /// Returns false if the device did not end in good order; then it is killed.
  private func shutDown(_ paths: DevicePaths) -> Bool {
    let number = open(paths.lock, O_RDWR | O_CLOEXEC)
    guard number >= 0 else { return true }
    let lock = OwnedDescriptor(owning: number)
    let answer = DispatchSemaphore(value: 0)
    let isDown = Atomic(false)
    DispatchQueue.global().async { @Sendable in
      let client = try? ControlClient(connectingTo: paths.controlSocket)
      if (try? client?.call(.shutdown)) != nil { isDown.store(true, ordering: .releasing) }
      answer.signal()
    }
    _ = answer.wait(timeout: .now() + .seconds(10))
    let isOrderly = isDown.load(ordering: .acquiring)
    if !isOrderly, let daemon = daemons[paths] { kill(daemon, SIGKILL) }
    // The daemon answers just before it ends; its folder may go only when it is gone, and its hold
    // on the lock with it.
    let deadline = ContinuousClock.now + .seconds(5)
    while flock(lock.rawValue, LOCK_EX | LOCK_NB) != 0, ContinuousClock.now < deadline {
      usleep(10_000)
    }
    return isOrderly
  }
}
