import ArgumentParser
import ControlAPI
import FoundationEssentials
import Glibc

struct Erase: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Remove a device that is shut down, with its apps and all their data.")

  @Argument(
    help: "The name of the device.",
    completion: .shellCommand("greenroom list --names 2>/dev/null"))
  var name: String

  @Flag(help: "Yes, remove it.")
  var yes = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    try reporting(json: json) {
      guard DevicePaths.isValid(name: name) else {
        throw Failure(.usage, "\"\(name)\" is not the name of a device")
      }
      guard DevicePaths.names(ProgramEnvironment.values).contains(name) else {
        throw Failure(
          .notFound, "there is no device \(name)", nextStep: "`greenroom list` tells their names")
      }
      let paths = DevicePaths(name: name, environment: ProgramEnvironment.values)
      if Devices.isBooted(name) { throw DeviceFolders.booted(name) }
      guard yes else {
        throw Failure(
          .usage, "this removes \(name) with its apps and all their data",
          nextStep: "`greenroom erase \(name) --yes`")
      }
      try DeviceFolders.remove(paths)
      if json { print("{}") }
    }
  }
}

/// The folders of devices, while no daemon has them.
enum DeviceFolders {
  /// Creates a device's folder and those above it. Tells whether it is new.
  static func create(_ paths: DevicePaths) throws -> Bool {
    var folder = ""
    var isNew = false
    for part in paths.folder.split(separator: "/") {
      folder += "/" + part
      isNew = mkdir(folder, 0o700) == 0
      // A file in the place of a folder.
      let error = errno == EEXIST ? ENOTDIR : errno
      guard isNew || isDirectory(folder) else {
        throw Failure(
          .system, "\(folder) can't be created: \(String(cString: strerror(error)))",
          nextStep: "set GREENROOM_HOME to a folder that you can write")
      }
    }
    return isNew
  }

  /// Removes a device's folder with all that is in it, unless a daemon holds it.
  static func remove(_ paths: DevicePaths) throws {
    let number = open(paths.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard number >= 0 else {
      throw Failure(
        .system, "\(paths.folder) can't be removed: \(String(cString: strerror(errno)))")
    }
    defer { close(number) }
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else { throw booted(paths.name) }
    do {
      try FileManager.default.removeItem(atPath: paths.folder)
    } catch {
      throw Failure(.system, "\(paths.folder) can't be removed: \(error)")
    }
  }

  static func booted(_ name: String) -> Failure {
    Failure(
      .refused, "\(name) is booted", nextStep: "`greenroom shutdown --device \(name)` first")
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
