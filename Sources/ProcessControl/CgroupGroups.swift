import CLinux
import Glibc
import Synchronization

/// The groups of a device in cgroup v2: `<base>/greenroom.<device>.<digest>/app.<name>`.
final class CgroupGroups: ProcessGroups {
  let kind = FreezerKind.cgroup
  let choice: String

  /// Keeps bundle identifiers apart from the kernel's own files: "cpu.stat" is one, too.
  private static let prefix = "app."

  private let path: String
  private let scanner: AppScanner
  private let groups = Mutex<[String: CgroupGroup]>([:])

  /// Makes the device's cgroup in `base` and tries everything that its groups will need.
  /// - Throws: The error of the first thing that does not work.
  init(base: String, device: String, marker: AppMarker) throws(ProcessError) {
    path = "\(base)/greenroom.\(device).\(Self.digest(marker.deviceDirectory))"
    choice = "cgroup v2 at \(path)"
    scanner = AppScanner(marker: marker)
    do {
      try CgroupDirectory.make(path)
      try Self.probe("\(path)/probe.\(getpid())")
    } catch {
      rmdir(path)
      throw error
    }
  }

  deinit { remove() }

  func remove() {
    // Stays if there are groups in it; the next start of the device finds them.
    rmdir(path)
  }

  /// Two devices of the same name live in two directories, and must not end each other's apps.
  private static func digest(_ text: String) -> String {
    let hash = text.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Tries to make a cgroup and to start a process in it. Permissions cannot tell: that also needs
  /// the common ancestor of both cgroups to be writable, and clone3 to pass the system call filter.
  private static func probe(_ path: String) throws(ProcessError) {
    defer { rmdir(path) }
    let directory = try CgroupDirectory(makingNew: path)
    do {
      // No program has an empty path: if the spawn gets as far as to that, all before it works.
      let process = try spawnProcess(
        SpawnRequest(executable: ""), cgroup: directory.descriptor.rawValue)
      try killCgroup(directory, name: path)
      _ = try process.reap()
    } catch let error where error.code == .spawnFailed && error.systemError == ENOENT {
      return
    } catch {
      var error = error
      error.object = path
      throw error
    }
    // The child has ended without a report. Linux 6.18 kills it when this process's own cgroup was
    // killed through `cgroup.kill` at any earlier time.
    throw ProcessError(
      .unavailable, operation: "spawn into", object: path, systemError: EOWNERDEAD,
      nextStep: "Start the daemon in a new cgroup, or prefer signals.")
  }

  func group(named name: String) throws(ProcessError) -> any ProcessGroup {
    try checkGroupName(name, operation: "make group")
    return try groups.withLock { groups throws(ProcessError) in
      if let group = groups[name], !group.isRemoved { return group }
      // An earlier object for the same device may have taken the directory away when it went.
      try CgroupDirectory.make(path)
      let directory = try CgroupDirectory(makingNew: "\(path)/\(Self.prefix)\(name)")
      let group = CgroupGroup(name: name, directory: directory, marker: scanner.marker)
      groups[name] = group
      return group
    }
  }

  func endLeftovers() throws(ProcessError) -> [Leftover] {
    try groups.withLock { groups throws(ProcessError) in
      let own = Set(groups.filter { !$0.value.isRemoved }.keys)
      var leftovers: [String: Leftover] = [:]
      try CgroupDirectory.make(path)
      for child in try CgroupDirectory.children(of: path) {
        let isApp = child.hasPrefix(Self.prefix)
        let name = isApp ? String(child.dropFirst(Self.prefix.count)) : child
        if isApp && own.contains(name) { continue }
        let directory = try CgroupDirectory(opening: "\(path)/\(child)")
        let leftover = Leftover(
          name: name, processIDs: try directory.processIDs(),
          wasFrozen: try directory.events().isFrozen)
        try killCgroup(directory, name: name)
        try removeCgroup(directory.path, within: ProcessLimits.end)
        if !leftover.processIDs.isEmpty { leftovers[name] = leftover }
      }
      // The earlier daemon may have used signals, or a cgroup somewhere else.
      for other in try endMarkedLeftovers(scanner: scanner, except: own) {
        leftovers[other.name, default: Leftover(name: other.name, processIDs: [], wasFrozen: true)]
          .merge(other)
      }
      return leftovers.values.sorted { $0.name < $1.name }
    }
  }
}

extension Leftover {
  fileprivate mutating func merge(_ other: Leftover) {
    processIDs = (processIDs + other.processIDs).sorted()
    wasFrozen = wasFrozen && other.wasFrozen
  }
}
