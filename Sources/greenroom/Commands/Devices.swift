import ArgumentParser
import ControlAPI
import Glibc
import Multitasking
import ProcessControl

struct Boot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boot", abstract: "Boot a device, creating it if there is none of that name.",
    discussion: """
      A boot that names no profile, setting or freezer gets those of the boot before. `greenroom \
      profile` lists the settings.
      """)

  @Argument(help: "The name of the device.")
  var name: String = "iPhone"

  @Option(name: .customLong("name"), help: .hidden)
  var nameOption: String?

  @Option(help: "classic (iOS 7, app delegate) or modern (iOS 26, scenes).")
  var profile: Profile.Name?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("A setting of the profile.", valueName: "key=value"))
  var settings: [String] = []

  @Flag(help: "A device without multitasking: Home ends apps (O1, O2).")
  var noMultitasking = false

  @Option(help: "How apps are frozen: auto, cgroup or signal.")
  var freezer: FreezerPreference?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    try reporting(json: json) {
      let name = nameOption ?? name
      guard DevicePaths.isValid(name: name) else {
        throw Failure(
          .usage, "\"\(name)\" can't be the name of a device",
          nextStep: "use up to 40 letters, digits, - _ and .")
      }
      try checkSettings()
      if Devices.isBooted(name) {
        throw Failure(
          .refused, "\(name) is booted already",
          nextStep: "`greenroom shutdown --device \(name)` first")
      }
      let paths = DevicePaths(name: name, environment: ProgramEnvironment.values)
      let isNew = try DeviceFolders.create(paths)
      do {
        try start(paths, isNew: isNew)
      } catch {
        // A device that never was is not to be listed.
        if isNew { try? DeviceFolders.remove(paths) }
        throw error
      }
      let client = try ControlClient(connectingTo: paths.controlSocket)
      guard case .device(let info) = try client.call(.status) else { return }
      if json {
        try JSON.print(info)
      } else {
        let multitasking = info.isMultitaskingSupported ? "" : "no multitasking, "
        print("\(info.name): booted, \(info.profile.rawValue), \(multitasking)\(info.freezer)")
      }
    }
  }

  /// Refuses what the daemon would refuse, as an error of the command line.
  private func checkSettings() throws {
    var values: [String: String] = [:]
    for setting in settings {
      guard let equals = setting.firstIndex(of: "=") else {
        throw Failure(.usage, "--set takes key=value, not \"\(setting)\"")
      }
      values[String(setting[..<equals])] = String(setting[setting.index(after: equals)...])
    }
    var checked = Profile.named(profile ?? .modern)
    do {
      for (key, value) in values.sorted(by: { $0.key < $1.key }) { try checked.set(key, to: value) }
      try checked.validate()
    } catch {
      throw Failure(.usage, error.message)
    }
  }

  private func start(_ paths: DevicePaths, isNew: Bool) throws {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(.system, "pipe: errno \(errno)") }
    let reading = OwnedDescriptor(owning: ends[0])
    var writing: OwnedDescriptor? = OwnedDescriptor(owning: ends[1])
    var arguments = [paths.folder, "--ready-fd", "3"]
    if let profile { arguments += ["--profile", profile.rawValue] }
    for setting in settings { arguments += ["--set", setting] }
    if noMultitasking { arguments.append("--no-multitasking") }
    if let freezer { arguments += ["--freezer", freezer.rawValue] }
    let log = try openLog(paths)
    let daemon = try spawnDetached(
      SpawnRequest(
        executable: try daemonPath(), arguments: arguments,
        environment: ProgramEnvironment.values, directory: "/",
        standardOutput: log.rawValue, standardError: log.rawValue, link: writing?.rawValue))
    writing = nil
    let answer = readAll(reading).trimmingNewline
    guard answer == "ready" else {
      _ = try? daemon.reap()
      throw Failure(
        .system,
        answer.isEmpty
          ? "greenroomd ended before the device was ready" : "\(paths.name) can't boot: \(answer)",
        nextStep: hint(paths, isNew: isNew, answer))
    }
  }

  /// Where more is told, or what, when the log goes with the folder.
  private func hint(_ paths: DevicePaths, isNew: Bool, _ answer: String) -> String? {
    let number = open(paths.daemonLog, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let lines = readAll(OwnedDescriptor(owning: number)).split(separator: "\n")
    guard let last = lines.last else { return nil }
    guard isNew else { return "its log is \(paths.daemonLog)" }
    return !answer.isEmpty && last.hasSuffix(answer) ? nil : "its log ended with: \(last)"
  }

  private func openLog(_ paths: DevicePaths) throws -> OwnedDescriptor {
    let number = open(paths.daemonLog, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard number >= 0 else {
      throw Failure(
        .system, "\(paths.daemonLog) can't be written: \(String(cString: strerror(errno)))",
        nextStep: "set GREENROOM_HOME to a folder that you can write")
    }
    return OwnedDescriptor(owning: number)
  }

  /// Beside this program.
  private func daemonPath() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(
      decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/greenroomd"
    guard access(path, X_OK) == 0 else {
      throw Failure(
        .system, "greenroomd is not beside greenroom (\(path))",
        nextStep: "`make install` puts both in one place")
    }
    return path
  }

  private func readAll(_ descriptor: OwnedDescriptor) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor.rawValue, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}

extension Profile.Name: ExpressibleByArgument {}
extension FreezerPreference: ExpressibleByArgument {}

extension String {
  fileprivate var trimmingNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}

struct Shutdown: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shutdown", abstract: "Shut a device down. Its apps end without a message (L75).")

  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.shutdown) }
}

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List devices.")

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print names only.")
  var names = false

  struct Row: Encodable {
    var name: String
    var isBooted: Bool
    var info: DeviceInfo?
  }

  func run() throws {
    try reporting(json: json) {
      let rows = DevicePaths.names(ProgramEnvironment.values).map { name in
        let paths = DevicePaths(name: name, environment: ProgramEnvironment.values)
        let client = try? ControlClient(connectingTo: paths.controlSocket)
        let result = try? client?.call(.status)
        guard case .device(let info)? = result else {
          return Row(name: name, isBooted: false, info: nil)
        }
        return Row(name: name, isBooted: true, info: info)
      }
      if names {
        for row in rows { print(row.name) }
        return
      }
      if json { return try JSON.print(rows) }
      var table = Table()
      table.add("DEVICE", "STATE", "PROFILE", "APPS", "RUNNING", "SUSPENDED")
      for row in rows {
        guard let info = row.info else {
          table.add(row.name, "shut down")
          continue
        }
        table.add(
          row.name, "booted", info.profile.rawValue, "\(info.apps)", "\(info.running)",
          "\(info.suspended)")
      }
      if rows.isEmpty { return print("no devices; `greenroom boot` creates one") }
      table.print()
    }
  }
}

struct ShowProfile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "List the settings of a profile, or those of the booted device.")

  @Argument(help: "classic or modern. Default: what the booted device has.")
  var name: Profile.Name?

  @OptionGroup var common: CommonOptions

  func run() throws {
    try reporting(json: common.json) {
      let lines: [ProfileLine]
      if let name {
        let profile = Profile.named(name)
        lines = Profile.settings.map {
          ProfileLine(key: $0.key, value: $0.read(profile), unit: $0.unit.rawValue)
        }
      } else {
        guard case .profile(let own) = try common.connect().call(.profile) else { return }
        lines = own
      }
      if common.json { return try JSON.print(lines) }
      var table = Table()
      for line in lines { table.add(line.key, line.value, line.unit) }
      table.print()
    }
  }
}
