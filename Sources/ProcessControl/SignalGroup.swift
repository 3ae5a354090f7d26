import Glibc
import Synchronization

/// A group that is stopped by SIGSTOP, where there is no cgroup to use.
///
/// A signal reaches a process group and not an app, so the members are looked for: see
/// `AppScanner.members`. What it cannot see is a process that has left its session, its parent and
/// its environment before it was first looked for.
final class SignalGroup: ProcessGroup {
  let name: String

  private struct State {
    var leaders: [SpawnedProcess] = []
    /// The members at the time of the freeze; nil while the group is not frozen.
    var frozen: [ProcessEntry]?
    var cpuUsage: [ProcessEntry.Identity: UInt64] = [:]
    var isRemoved = false

    /// The leaders that lead a process group for certain.
    mutating func currentLeaders() -> [SpawnedProcess] {
      leaders.removeAll { !$0.isUnreaped }
      return leaders
    }
  }

  private let state = Mutex(State())
  private let scanner: AppScanner

  init(name: String, scanner: AppScanner) {
    self.name = name
    self.scanner = scanner
  }

  var isRemoved: Bool { state.withLock { $0.isRemoved } }

  func spawn(_ request: SpawnRequest) throws(ProcessError) -> SpawnedProcess {
    try state.withLock { state throws(ProcessError) in
      let process = try spawnMember(
        request, of: name, marker: scanner.marker, isFrozen: state.frozen != nil)
      state.leaders.append(process)
      return process
    }
  }

  func freeze() throws(ProcessError) {
    try state.withLock { state throws(ProcessError) in
      do throws(ProcessError) {
        state.frozen = try stop(leaders: state.currentLeaders())
      } catch {
        // Whatever was reached runs on: an app is never left half frozen.
        resume(&state, members: (try? members(&state)) ?? [])
        throw error
      }
    }
  }

  /// Stops everything and returns what that is.
  private func stop(leaders: [SpawnedProcess]) throws(ProcessError) -> [ProcessEntry] {
    for leader in leaders { _ = leader.sendToGroup(signal: SIGSTOP) }
    var deadline = Deadline(after: ProcessLimits.freeze)
    for leader in leaders {
      // A stop takes tens of microseconds, less than the shortest wait.
      for _ in 0..<ProcessLimits.freezeReads {
        if leader.isStopped { break }
        sched_yield()
      }
    }
    let leaderIDs = leaders.map(\.processID)
    var known = Set(
      leaders.filter(\.isStopped).compactMap { ProcessEntry(processID: $0.processID)?.identity })
    while true {
      let members = try scanner.members(of: name, leaders: leaderIDs)
      guard !members.isEmpty else {
        throw ProcessError(.gone, operation: "freeze", object: name)
      }
      let running = members.filter { !$0.isStill }
      // Somebody who ran while we looked may have started another one behind our back. So it is
      // over when all are still that we see, and were still before we looked.
      if running.isEmpty && members.allSatisfy({ known.contains($0.identity) }) { return members }
      known = Set(members.map(\.identity)).subtracting(running.map(\.identity))
      for member in running {
        guard let error = AppScanner.send(signal: SIGSTOP, to: member) else { continue }
        throw ProcessError(
          .systemCall, operation: "freeze", object: "process \(member.processID) of \(name)",
          systemError: error)
      }
      if deadline.hasPassed {
        throw ProcessError(
          .timedOut, operation: "freeze", object: name,
          nextStep: "Look at the processes \(running.map(\.processID)): they do not stop.")
      }
      if !running.isEmpty { deadline.pause() }
    }
  }

  func thaw() throws(ProcessError) {
    state.withLock { state in
      guard let frozen = state.frozen else { return }
      resume(&state, members: frozen)
    }
  }

  private func resume(_ state: inout State, members: [ProcessEntry]) {
    state.frozen = nil
    let leaders = state.currentLeaders().filter { $0.sendToGroup(signal: SIGCONT) }
    let reached = Set(leaders.map(\.processID))
    for member in members where !reached.contains(member.group) {
      // A member that may not be continued could not be stopped either.
      _ = AppScanner.send(signal: SIGCONT, to: member)
    }
  }

  func kill() throws(ProcessError) {
    try state.withLock { state throws(ProcessError) in
      for leader in state.currentLeaders() { _ = leader.sendToGroup(signal: SIGKILL) }
      let leaderIDs = state.leaders.map(\.processID)
      try AppScanner.killAll(name) { () throws(ProcessError) in
        try scanner.members(of: name, leaders: leaderIDs)
      }
      state.frozen = nil
    }
  }

  var isFrozen: Bool {
    state.withLock { state in
      guard state.frozen != nil, let members = try? members(&state) else { return false }
      return !members.isEmpty && members.allSatisfy(\.isStill)
    }
  }

  func cpuUsage() throws(ProcessError) -> UInt64 {
    try state.withLock { state throws(ProcessError) in
      for member in try members(&state) {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(member.processID, &clock) == 0,
          clock_gettime(clock, &time) == 0
        else { continue }
        state.cpuUsage[member.identity] =
          UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
      }
      return state.cpuUsage.values.reduce(0, +)
    }
  }

  func frozenTime() throws(ProcessError) -> UInt64? { nil }

  func processIDs() throws(ProcessError) -> [pid_t] {
    try state.withLock { state throws(ProcessError) in try members(&state).map(\.processID) }
  }

  func remove() throws(ProcessError) {
    try state.withLock { state throws(ProcessError) in
      var deadline = Deadline(after: ProcessLimits.removal)
      while true {
        let members = try members(&state)
        if members.isEmpty {
          state.isRemoved = true
          return
        }
        if deadline.hasPassed {
          throw ProcessError(
            .busy, operation: "remove", object: name,
            nextStep: "Kill the group first; \(members.map(\.processID)) live.")
        }
        deadline.pause()
      }
    }
  }

  private func members(_ state: inout State) throws(ProcessError) -> [ProcessEntry] {
    try scanner.members(of: name, leaders: state.currentLeaders().map(\.processID))
  }
}
