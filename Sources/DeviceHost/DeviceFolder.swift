import ControlAPI
import Foundation
import Glibc
import ProcessControl

/// A device's folder, held by one daemon at a time.
public struct DeviceFolder: Sendable {
  public let paths: DevicePaths
  /// Held until the process ends, however it ends.
  private let lock: OwnedDescriptor

  /// Creates the folder if it is not there and takes its lock.
  ///
  /// - Throws: ``DeviceError`` with code `alreadyBooted` when another daemon holds it.
  public init(taking given: DevicePaths) throws(DeviceError) {
    let paths = try DeviceFolder.create(given)
    self.paths = paths
    let number = open(paths.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard number >= 0 else {
      throw DeviceError(.system, "\(paths.lock): \(String(cString: strerror(errno)))")
    }
    lock = OwnedDescriptor(owning: number)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      throw DeviceError(
        .alreadyBooted, "\(paths.name) is booted already",
        nextStep: "`greenroom shutdown --device \(paths.name)` first")
    }
  }

  /// Lets another daemon have the folder, at the end of this one.
  public func release() { flock(lock.rawValue, LOCK_UN) }

  /// Creates what is not there, and tells where it is without symbolic links: a device is known by
  /// its folder, however somebody spells it.
  private static func create(_ paths: DevicePaths) throws(DeviceError) -> DevicePaths {
    do {
      for folder in [paths.folder, paths.bundles, paths.containers] {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      }
    } catch {
      throw DeviceError(
        .system, "the device's folder \(paths.folder) can't be created: \(error)",
        nextStep: "set GREENROOM_HOME to a folder that you can write")
    }
    // The sockets and containers in it are for its owner alone, whoever created the folder.
    chmod(paths.folder, 0o700)
    guard let real = realpath(paths.folder, nil) else {
      throw DeviceError(.system, "\(paths.folder): \(String(cString: strerror(errno)))")
    }
    defer { free(real) }
    return DevicePaths(folder: String(cString: real))
  }
}
