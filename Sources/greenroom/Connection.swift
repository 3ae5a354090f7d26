import ArgumentParser
import ControlAPI
import ProcessControl

/// What every verb takes.
struct CommonOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The device.",
      discussion: "Default: $GREENROOM_DEVICE, else the one that is booted.", valueName: "name"),
    completion: .shellCommand("greenroom list --names 2>/dev/null"))
  var device: String?

  @Flag(help: "Print JSON.")
  var json = false

  /// Connects to the device that is meant.
  func connect() throws -> ControlClient {
    if let name = device ?? ProgramEnvironment.values["GREENROOM_DEVICE"] {
      guard DevicePaths.isValid(name: name) else {
        throw Failure(.usage, "\"\(name)\" is not the name of a device")
      }
      return try connect(to: name)
    }
    let booted = Devices.booted()
    guard let name = booted.first else {
      throw Failure(.notBooted, "no device is booted", nextStep: "`greenroom boot`")
    }
    guard booted.count == 1 else {
      throw Failure(
        .usage, "\(booted.count) devices are booted: " + booted.joined(separator: ", "),
        nextStep: "choose one with --device")
    }
    return try connect(to: name)
  }

  private func connect(to name: String) throws -> ControlClient {
    let paths = DevicePaths(name: name, environment: ProgramEnvironment.values)
    do {
      return try ControlClient(connectingTo: paths.controlSocket)
    } catch {
      guard error.code == .notBooted else { throw Failure(.system, error.message) }
      throw Failure(
        .notBooted, "\(name) is not booted", nextStep: "`greenroom boot \(name)`")
    }
  }

  /// Does one thing and prints nothing, or `{}`.
  func perform(_ command: ControlCommand) throws {
    try reporting(json: json) {
      try connect().call(command)
      if json { print("{}") }
    }
  }
}

enum Devices {
  /// Names of devices that answer, sorted.
  static func booted() -> [String] {
    DevicePaths.names(ProgramEnvironment.values).filter { isBooted($0) }
  }

  static func isBooted(_ name: String) -> Bool {
    let paths = DevicePaths(name: name, environment: ProgramEnvironment.values)
    return (try? ControlClient(connectingTo: paths.controlSocket)) != nil
  }
}
