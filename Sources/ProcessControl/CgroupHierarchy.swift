import Glibc

/// Where this process is in the hierarchy of cgroup v2.
struct CgroupHierarchy: Equatable {
  /// The directory at which the hierarchy is mounted: /sys/fs/cgroup, or /sys/fs/cgroup/unified
  /// beside a cgroup v1.
  var mountPoint: String
  /// The directory of this process's own cgroup.
  var ownDirectory: String

  /// The hierarchy of this process.
  /// - Throws: `ProcessError.Code.unavailable` if there is none.
  static func current() throws(ProcessError) -> CgroupHierarchy {
    let mounts = try text(of: "/proc/self/mountinfo")
    let membership = try text(of: "/proc/self/cgroup")
    if let hierarchy = CgroupHierarchy(mountInfo: mounts, membership: membership) {
      return hierarchy
    }
    throw ProcessError(
      .unavailable, operation: "find", object: "cgroup v2",
      nextStep: "Mount cgroup2, or prefer signals.")
  }

  /// Reads the texts of /proc/self/mountinfo and /proc/self/cgroup.
  init?(mountInfo: String, membership: String) {
    guard
      let own = membership.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })?.dropFirst(
        3)
    else { return nil }
    for line in mountInfo.split(separator: "\n") {
      let fields = line.split(separator: " ")
      // id, parent, device, root, mount point, options, any number of tags, "-", type, ...
      guard fields.count > 6, let dash = fields[6...].firstIndex(of: "-"), dash + 1 < fields.count,
        fields[dash + 1] == "cgroup2"
      else { continue }
      let root = Self.unescaped(fields[3])
      let mountPoint = Self.unescaped(fields[4])
      // A container may see only a part of the hierarchy: paths are relative to what it sees.
      let prefix = root == "/" ? "" : root
      guard own == root || own.hasPrefix(prefix + "/"), !own.contains("/../") else { continue }
      let rest = own.dropFirst(prefix.utf8.count)
      self.mountPoint = mountPoint
      self.ownDirectory = rest == "/" ? mountPoint : mountPoint + rest
      return
    }
    return nil
  }

  /// The own directory and those above it, the nearest first: where groups could be made.
  var candidates: [String] {
    var result = [ownDirectory]
    while let last = result.last, last != mountPoint, let slash = last.lastIndex(of: "/") {
      result.append(String(last[..<slash]))
    }
    return result
  }

  /// Resolves the octal escapes with which the kernel writes spaces ("\040").
  private static func unescaped(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Substring(field).utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3,
        let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
