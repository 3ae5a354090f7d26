import Glibc
import Synchronization

/// The groups of a device that lives in virtual time: the library that keeps the time also keeps
/// the processes from running.
final class VirtualGroups: ProcessGroups {
  let kind = FreezerKind.virtual
  let choice: String

  private let time: VirtualTime
  private let scanner: AppScanner
  private let groups = Mutex<[String: VirtualGroup]>([:])

  init(time: VirtualTime, marker: AppMarker) {
    self.time = time
    scanner = AppScanner(marker: marker)
    choice = "virtual time, seed \(time.seed)"
  }

  func group(named name: String) throws(ProcessError) -> any ProcessGroup {
    try checkGroupName(name, operation: "make group")
    return groups.withLock { groups in
      if let group = groups[name], !group.isRemoved { return group }
      let group = VirtualGroup(name: name, time: time, scanner: scanner)
      groups[name] = group
      return group
    }
  }

  /// An earlier world ends with its first process; what is left of it is no part of this one, and
  /// real signals reach it.
  func endLeftovers() throws(ProcessError) -> [Leftover] {
    let own = groups.withLock { groups in Set(groups.filter { !$0.value.isRemoved }.keys) }
    return try endMarkedLeftovers(scanner: scanner, except: own)
  }

  func remove() {}
}

/// A group that virtual time freezes: at an exact instant, complete, and undone at another.
final class VirtualGroup: ProcessGroup {
  let name: String

  private struct State {
    /// All that were ever started here: what a leader that has ended left behind is found by it.
    var leaders: [pid_t] = []
    var frozenSince: Int64?
    var frozenNanoseconds: Int64 = 0
    var isRemoved = false
  }

  private let time: VirtualTime
  private let scanner: AppScanner
  private let state = Mutex(State())

  init(name: String, time: VirtualTime, scanner: AppScanner) {
    self.name = name
    self.time = time
    self.scanner = scanner
  }

  var isRemoved: Bool { state.withLock { $0.isRemoved } }

  func spawn(_ request: SpawnRequest) throws(ProcessError) -> SpawnedProcess {
    try state.withLock { state throws(ProcessError) in
      let process = try spawnMember(
        request, of: name, marker: scanner.marker, isFrozen: state.frozenSince != nil)
      state.leaders.append(process.processID)
      return process
    }
  }

  func freeze() throws(ProcessError) {
    try state.withLock { state throws(ProcessError) in
      let count = state.leaders.reduce(0) { $0 + time.freeze($1) }
      guard count > 0 else { throw ProcessError(.gone, operation: "freeze", object: name) }
      if state.frozenSince == nil { state.frozenSince = time.now }
    }
  }

  func thaw() throws(ProcessError) {
    state.withLock { state in
      guard let since = state.frozenSince else { return }
      for leader in state.leaders { _ = time.thaw(leader) }
      state.frozenNanoseconds += time.now - since
      state.frozenSince = nil
    }
  }

  func kill() throws(ProcessError) {
    try state.withLock { state throws(ProcessError) in
      for leader in state.leaders { _ = time.kill(leader) }
      if time.hasHadOutsiders { try killOutsiders() }
      if let since = state.frozenSince { state.frozenNanoseconds += time.now - since }
      state.frozenSince = nil
    }
  }

  /// Kills what is not in the world, and what that starts meanwhile. The clock may be held: real time
  /// passes by looking again.
  private func killOutsiders() throws(ProcessError) {
    for _ in 0..<VirtualGroup.looksMax {
      let outsiders = try scanner.members(of: name, leaders: [])
      if outsiders.isEmpty { return }
      for outsider in outsiders { _ = AppScanner.send(signal: SIGKILL, to: outsider) }
    }
    throw ProcessError(
      .timedOut, operation: "kill", object: name,
      nextStep: "Look at its processes: they do not end.")
  }

  /// So many looks at all processes of the machine take about a second.
  private static let looksMax = 1_000

  var isFrozen: Bool {
    state.withLock { $0.frozenSince != nil && !members($0).isEmpty }
  }

  /// - Throws: always. What the machine took for it is no part of virtual time.
  func cpuUsage() throws(ProcessError) -> UInt64 {
    throw ProcessError(
      .unavailable, operation: "count the processor time of", object: name,
      nextStep: "Processor time does not exist in virtual time; boot without --virtual.")
  }

  func frozenTime() throws(ProcessError) -> UInt64? {
    state.withLock { state in
      let current = state.frozenSince.map { time.now - $0 } ?? 0
      return UInt64(max(0, state.frozenNanoseconds + current))
    }
  }

  func processIDs() throws(ProcessError) -> [pid_t] { state.withLock { members($0).sorted() } }

  func remove() throws(ProcessError) {
    try state.withLock { state throws(ProcessError) in
      guard members(state).isEmpty else {
        throw ProcessError(.busy, operation: "remove", object: name, nextStep: "Kill it first.")
      }
      state.isRemoved = true
    }
  }

  private func members(_ state: borrowing State) -> Set<pid_t> {
    Set(state.leaders.flatMap { time.members(of: $0) })
  }
}
