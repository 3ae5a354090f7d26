import Glibc
import Synchronization

/// A group that is a cgroup v2. Nothing leaves it by a new session, process group or parent.
final class CgroupGroup: ProcessGroup {
  let name: String

  private struct State {
    var directory: CgroupDirectory
    /// What `cgroup.kill` was used on takes no new process.
    var isSpent = false
    var isRemoved = false
    /// What the cgroups before this one have used.
    var earlier = Usage()
  }

  private struct Usage {
    var cpu: UInt64 = 0
    var frozen: UInt64?
  }

  private let marker: AppMarker
  /// Also keeps a spawn from meeting a freeze: the child would be born frozen, and the spawn would
  /// wait for it.
  private let state: Mutex<State>

  init(name: String, directory: CgroupDirectory, marker: AppMarker) {
    self.name = name
    self.marker = marker
    state = Mutex(State(directory: directory))
  }

  var isRemoved: Bool { state.withLock { $0.isRemoved } }

  func spawn(_ request: SpawnRequest) throws(ProcessError) -> SpawnedProcess {
    try state.withLock { state throws(ProcessError) in
      if state.isSpent && !state.isRemoved { try renew(&state) }
      return try spawnMember(
        request, of: name, marker: marker, isFrozen: state.directory.events().isFrozen,
        cgroup: state.directory.descriptor.rawValue)
    }
  }

  private func renew(_ state: inout State) throws(ProcessError) {
    let usage = try usage(state)
    try removeCgroup(state.directory.path, within: ProcessLimits.removal)
    state.directory = try CgroupDirectory(makingNew: state.directory.path)
    state.earlier = usage
    state.isSpent = false
  }

  func freeze() throws(ProcessError) {
    try state.withLock { state throws(ProcessError) in
      do throws(ProcessError) {
        try state.directory.setFrozen(true)
        try confirmFreeze(of: state.directory)
      } catch {
        // Whatever was reached runs on: an app is never left half frozen.
        try? state.directory.setFrozen(false)
        throw error
      }
    }
  }

  private func confirmFreeze(of directory: CgroupDirectory) throws(ProcessError) {
    let deadline = Deadline(after: ProcessLimits.freeze)
    var reads = 0
    while true {
      let events = try directory.events()
      guard events.isPopulated else {
        throw ProcessError(.gone, operation: "freeze", object: name)
      }
      if events.isFrozen { return }
      reads += 1
      if reads < ProcessLimits.freezeReads {
        sched_yield()
      } else if !deadline.hasPassed {
        directory.waitForEvent()
      } else {
        throw ProcessError(
          .timedOut, operation: "freeze", object: name,
          nextStep: "Look for a process in state D among those in \(directory.path)/cgroup.procs.")
      }
    }
  }

  func thaw() throws(ProcessError) {
    try state.withLock { state throws(ProcessError) in try state.directory.setFrozen(false) }
  }

  func kill() throws(ProcessError) {
    try state.withLock { state throws(ProcessError) in
      if state.isRemoved { return }
      state.isSpent = true
      try killCgroup(state.directory, name: name)
    }
  }

  var isFrozen: Bool {
    state.withLock { state in
      guard let events = try? state.directory.events() else { return false }
      return events.isPopulated && events.isFrozen
    }
  }

  func cpuUsage() throws(ProcessError) -> UInt64 {
    try state.withLock { state throws(ProcessError) in try usage(state).cpu }
  }

  func frozenTime() throws(ProcessError) -> UInt64? {
    try state.withLock { state throws(ProcessError) in try usage(state).frozen }
  }

  private func usage(_ state: State) throws(ProcessError) -> Usage {
    let directory = state.directory
    let cpu = try directory.statistic("usage_usec", in: "cpu.stat") ?? 0
    let frozen = try directory.statistic("frozen_usec", in: "cgroup.stat.local")
    return Usage(
      cpu: state.earlier.cpu + cpu * 1000,
      frozen: frozen.map { (state.earlier.frozen ?? 0) + $0 * 1000 })
  }

  func processIDs() throws(ProcessError) -> [pid_t] {
    try state.withLock { state throws(ProcessError) in try state.directory.processIDs() }
  }

  func remove() throws(ProcessError) {
    try state.withLock { state throws(ProcessError) in
      if state.isRemoved { return }
      try removeCgroup(state.directory.path, within: ProcessLimits.removal)
      state.isRemoved = true
    }
  }
}

/// Kills everything in a cgroup, frozen or not, and leaves it empty and thawed.
func killCgroup(_ directory: CgroupDirectory, name: String) throws(ProcessError) {
  try directory.kill()
  var deadline = Deadline(after: ProcessLimits.end)
  while try directory.events().isPopulated {
    if deadline.hasPassed {
      throw ProcessError(
        .timedOut, operation: "kill", object: name,
        nextStep: "Look at the processes in \(directory.path)/cgroup.procs: they do not end.")
    }
    deadline.pause()
  }
  // Only now: thawed earlier, the processes could run until the signal reaches them.
  try directory.setFrozen(false)
}

/// Removes a cgroup. The kernel may need a moment after the last process has ended.
func removeCgroup(_ path: String, within limit: Duration) throws(ProcessError) {
  var deadline = Deadline(after: limit)
  while try !CgroupDirectory.remove(path) {
    if deadline.hasPassed {
      throw ProcessError(
        .busy, operation: "remove cgroup", object: path, systemError: EBUSY,
        nextStep: "Kill the group first.")
    }
    deadline.pause()
  }
}
