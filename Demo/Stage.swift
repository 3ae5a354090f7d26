import AppBundles
import ControlAPI
import Dispatch
import FoundationEssentials
import Glibc
import Multitasking
import ProcessControl
import Synchronization

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

  private func bundle(_ recipe: Recipe) throws -> String {
    let path = "\(home)/\(recipe.name).app"
    if FileManager.default.fileExists(atPath: path) { return path }
    return try BundleWriter.assemble(
      executable: "\(products)/\(recipe.name)",
      infoPlist: "\(Stage.recipes)/\(recipe.name)/Info.plist", name: nil, into: home,
      extraResources: [])
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
