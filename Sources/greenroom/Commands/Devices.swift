import ArgumentParser
import ControlAPI
import Multitasking
import ProcessControl

struct Boot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boot", abstract: "Boot a device, creating it if there is none of that name.",
    discussion: """
      A boot that names no profile, setting or freezer gets those of the boot before. `greenroom \
      profile` lists the settings. With --virtual the device lives in virtual time: hours pass in \
      moments, `greenroom time` moves them, and what happens depends on nothing but what is asked \
      of it, the start and the seed.
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

  @Flag(
    help: "Boot locked, as a phone does: nothing works in the background before `unlock` (F25).")
  var locked = false

  @Option(help: "How apps are frozen: auto, cgroup or signal.")
  var freezer: FreezerPreference?

  enum Sound: String, ExpressibleByArgument, CaseIterable { case auto, user, `private` }

  @Option(
    help:
      "Where sound goes: to this user's sound server (user), to one that nobody hears (private).")
  var sound: Sound?

  @OptionGroup var time: VirtualOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if time.virtual, let freezer, freezer != .auto {
      throw ValidationError(
        "--freezer \(freezer.rawValue) and --virtual exclude each other: virtual time has a freezer "
          + "of its own.")
    }
  }

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
        var daemon = DaemonStart(paths: paths, isNew: isNew)
        if let profile { daemon.arguments += ["--profile", profile.rawValue] }
        for setting in settings { daemon.arguments += ["--set", setting] }
        if noMultitasking { daemon.arguments.append("--no-multitasking") }
        if locked { daemon.arguments.append("--locked") }
        if let sound { daemon.arguments += ["--sound", sound.rawValue] }
        if let freezer { daemon.arguments += ["--freezer", freezer.rawValue] }
        if time.virtual {
          daemon.arguments.append("--virtual")
          daemon.environment = try VirtualEnvironment.variables(
            seed: time.seed ?? 1, start: time.instant ?? VirtualEnvironment.start(after: paths))
        }
        try daemon.run()
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
}

extension Profile.Name: ExpressibleByArgument {}
extension FreezerPreference: ExpressibleByArgument {}

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
