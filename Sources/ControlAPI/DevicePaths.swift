#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Glibc

/// Where a device keeps what it has.
///
/// All devices of a user lie side by side in one folder: `$GREENROOM_HOME`, else
/// `$XDG_DATA_HOME/greenroom`, else `~/.local/share/greenroom`. A relative `GREENROOM_HOME` counts
/// from the current directory.
public struct DevicePaths: Hashable, Sendable {
  public let folder: String

  public init(folder: String) { self.folder = folder }

  /// The paths of the device with a name.
  public init(name: String, environment: [String: String]) {
    self.init(folder: DevicePaths.home(environment) + "/devices/" + name)
  }

  public var name: String { String(folder.split(separator: "/").last ?? "") }
  public var controlSocket: String { folder + "/control.sock" }
  public var database: String { folder + "/device.sqlite" }
  public var journal: String { folder + "/journal.jsonl" }
  public var daemonLog: String { folder + "/greenroomd.log" }
  public var lock: String { folder + "/greenroomd.lock" }
  public var bundles: String { folder + "/Bundles" }
  public var containers: String { folder + "/Containers" }
  public var snapshots: String { folder + "/Snapshots" }

  /// The folder of all devices of a user.
  public static func home(_ environment: [String: String]) -> String {
    if let home = environment["GREENROOM_HOME"], !home.isEmpty {
      return home.hasPrefix("/") ? home : FileManager.default.currentDirectoryPath + "/" + home
    }
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/greenroom" }
    return userHome(environment) + "/.local/share/greenroom"
  }

  /// Never a folder that others can write to. Without any it is the root, as for a login: whoever
  /// may not write there is told so, with the path.
  private static func userHome(_ environment: [String: String]) -> String {
    if let home = environment["HOME"], home.hasPrefix("/") { return home }
    guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return "" }
    let home = String(cString: folder)
    return home.hasPrefix("/") ? home : ""
  }

  /// Names of devices that exist, sorted.
  public static func names(_ environment: [String: String]) -> [String] {
    let devices = home(environment) + "/devices"
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: devices)) ?? []
    return entries.filter(isValid(name:)).sorted()
  }

  /// Letters, digits, `-`, `_` and `.`, up to 40; no leading dot: it becomes a folder and a cgroup.
  public static func isValid(name: String) -> Bool {
    (1...40).contains(name.utf8.count) && !name.hasPrefix(".")
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}
