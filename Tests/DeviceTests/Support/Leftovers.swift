import Foundation
import Glibc

/// What a device may have left on the machine.
enum Leftovers {
  /// Living processes that carry the mark of a device's folder.
  static func processes(of folder: String) -> [pid_t] {
    let mark = "GREENROOM_DEVICE_DIR=" + folder
    return allProcesses().filter { pid in
      guard let environment = FileManager.default.contents(atPath: "/proc/\(pid)/environ"),
        state(of: pid) != "Z"
      else { return false }
      return environment.split(separator: 0).contains {
        String(decoding: $0, as: UTF8.self) == mark
      }
    }
  }

  static func allProcesses() -> [pid_t] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
  }

  /// The letter in `/proc/PID/stat`; nil when there is no such process.
  static func state(of pid: pid_t) -> String? { statFields(of: pid)?.first }

  static func isAlive(_ pid: pid_t) -> Bool { ![nil, "Z", "X"].contains(state(of: pid)) }

  /// Ticks of processor time, user and system.
  static func cpuTicks(of pid: pid_t) -> UInt64? {
    guard let fields = statFields(of: pid), fields.count > 12 else { return nil }
    return (UInt64(fields[11]) ?? 0) + (UInt64(fields[12]) ?? 0)
  }

  /// The fields after the name, which may hold anything.
  private static func statFields(of pid: pid_t) -> [String]? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    return text[text.index(after: end)...].split(separator: " ").map(String.init)
  }

  /// The cgroups whose name has the device's in it.
  static func cgroups(of device: String) -> [String] {
    guard let mount = unifiedMount else { return [] }
    return folders(in: mount).filter { $0.contains("/greenroom.\(device).") }
  }

  private static func folders(in path: String) -> [String] {
    var found: [String] = []
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      guard entry.pointee.d_type == UInt8(DT_DIR) else { continue }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      found.append(path + "/" + name)
      found += folders(in: path + "/" + name)
    }
    return found
  }

  /// Where cgroup v2 is mounted.
  static let unifiedMount: String? = {
    let mounts = FileManager.default.contents(atPath: "/proc/self/mounts") ?? Data()
    for line in String(decoding: mounts, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ")
      if fields.count > 2, fields[2] == "cgroup2" { return String(fields[1]) }
    }
    return nil
  }()
}
