import CLinux
import Glibc
import Synchronization

/// Finds the processes of apps among all processes of the machine.
final class AppScanner: Sendable {
  let marker: AppMarker

  private struct Known {
    var startTime: UInt64
    var group: String?
  }

  /// What the environments said, so that each process is asked once. That an entry outlives an exec
  /// is right: a process does not leave its app by giving up its environment.
  private let known = Mutex<[pid_t: Known]>([:])

  init(marker: AppMarker) {
    self.marker = marker
  }

  /// The living processes of a group: those that a leader leads, those that carry the marker, and
  /// the descendants of both.
  ///
  /// - Parameter leaders: Processes whose end has not been collected, each the leader of a process
  ///   group.
  func members(
    of group: String, leaders: [pid_t]
  ) throws(ProcessError) -> [ProcessEntry] {
    let leaders = Set(leaders)
    let (table, groups) = try snapshot()
    return withDescendants(in: table) { entry in
      leaders.contains(entry.processID) || leaders.contains(entry.group)
        || groups[entry.processID] == group
    }
  }

  /// The living processes of all groups of the device.
  func allMembers() throws(ProcessError) -> [String: [ProcessEntry]] {
    let (table, groups) = try snapshot()
    var result: [String: [ProcessEntry]] = [:]
    for group in Set(groups.values) {
      let members = withDescendants(in: table) { groups[$0.processID] == group }
      if !members.isEmpty { result[group] = members }
    }
    return result
  }

  private func withDescendants(
    in table: [ProcessEntry], of isMember: (ProcessEntry) -> Bool
  ) -> [ProcessEntry] {
    var members = Set(table.filter(isMember).map(\.processID))
    // A child may have a smaller number than its parent: until nothing changes.
    var count = 0
    while count != members.count {
      count = members.count
      for entry in table where members.contains(entry.parent) { members.insert(entry.processID) }
    }
    return table.filter { members.contains($0.processID) && !$0.isDead }
  }

  /// All processes but this one and its ancestors, which can carry a marker without being an app:
  /// a device may be started from inside of an app.
  private func snapshot() throws(ProcessError) -> ([ProcessEntry], [pid_t: String]) {
    var table = try ProcessEntry.all()
    let parents = Dictionary(
      table.map { ($0.processID, $0.parent) }, uniquingKeysWith: { first, _ in first })
    var excluded: Set<pid_t> = []
    var ancestor = getpid()
    while ancestor > 0, excluded.insert(ancestor).inserted { ancestor = parents[ancestor] ?? 0 }
    table.removeAll { excluded.contains($0.processID) }
    return (table, groups(of: table))
  }

  private func groups(of table: [ProcessEntry]) -> [pid_t: String] {
    known.withLock { known in
      var current: [pid_t: Known] = [:]
      for entry in table {
        if let old = known[entry.processID], old.startTime == entry.identity.startTime {
          current[entry.processID] = old
        } else if !entry.isDead, let environment = environment(of: entry) {
          current[entry.processID] = Known(
            startTime: entry.identity.startTime, group: marker.group(inEnvironment: environment))
        }
      }
      known = current
      return current.compactMapValues(\.group)
    }
  }

  /// What a process carries; nil while that is not to be known. An environment is empty for a moment
  /// of each exec, and stays so in threads of the kernel's only, which are the children of 2.
  private func environment(of entry: ProcessEntry) -> [UInt8]? {
    var status = stat()
    guard stat("/proc/\(entry.processID)", &status) == 0 else { return nil }
    guard status.st_uid == geteuid() else { return [] }
    let environment = (try? contents(of: "/proc/\(entry.processID)/environ")) ?? []
    let isOfKernel = entry.processID == 2 || entry.parent == 2
    return environment.isEmpty && !isOfKernel ? nil : environment
  }

  /// Sends a signal to exactly this process. Returns nil, also if it has ended meanwhile, or the
  /// errno.
  static func send(signal: CInt, to entry: ProcessEntry) -> CInt? {
    let number = greenroom_pidfd_open(entry.processID)
    guard number >= 0 else { return errno == ESRCH ? nil : errno }
    let descriptor = OwnedDescriptor(owning: number)
    // The descriptor is taken: if the number still means the process we saw, so does it.
    guard ProcessEntry(processID: entry.processID)?.identity == entry.identity else { return nil }
    guard greenroom_pidfd_send_signal(descriptor.rawValue, signal) != 0 else { return nil }
    return errno == ESRCH ? nil : errno
  }

  /// Kills processes and whatever they start meanwhile, until `find` finds no more.
  static func killAll(
    _ object: String, find: () throws(ProcessError) -> [ProcessEntry]
  ) throws(ProcessError) {
    var deadline = Deadline(after: ProcessLimits.end)
    while true {
      let members = try find()
      if members.isEmpty { return }
      for member in members {
        if let error = send(signal: SIGKILL, to: member) {
          throw ProcessError(
            .systemCall, operation: "kill", object: "process \(member.processID) of \(object)",
            systemError: error)
        }
      }
      if deadline.hasPassed {
        throw ProcessError(
          .timedOut, operation: "kill", object: object,
          nextStep: "Look at the processes \(members.map(\.processID)): they do not end.")
      }
      deadline.pause()
    }
  }
}
