import Glibc
import Synchronization

/// The groups of a device where processes are stopped by signals.
final class SignalGroups: ProcessGroups {
  let kind = FreezerKind.signal
  let choice: String

  private let scanner: AppScanner
  private let groups = Mutex<[String: SignalGroup]>([:])

  init(marker: AppMarker, choice: String) {
    self.scanner = AppScanner(marker: marker)
    self.choice = choice
  }

  func group(named name: String) throws(ProcessError) -> any ProcessGroup {
    try checkGroupName(name, operation: "make group")
    return groups.withLock { groups in
      if let group = groups[name], !group.isRemoved { return group }
      let group = SignalGroup(name: name, scanner: scanner)
      groups[name] = group
      return group
    }
  }

  func endLeftovers() throws(ProcessError) -> [Leftover] {
    let own = groups.withLock { groups in Set(groups.filter { !$0.value.isRemoved }.keys) }
    return try endMarkedLeftovers(scanner: scanner, except: own)
  }

  func remove() {}
}

/// Ends every process that carries the device's marker, but those of some groups.
func endMarkedLeftovers(
  scanner: AppScanner, except own: Set<String>
) throws(ProcessError) -> [Leftover] {
  var leftovers: [Leftover] = []
  for (name, members) in try scanner.allMembers().sorted(by: { $0.key < $1.key })
  where !own.contains(name) {
    leftovers.append(
      Leftover(
        name: name, processIDs: members.map(\.processID),
        wasFrozen: members.allSatisfy { $0.state == UInt8(ascii: "T") }))
    try AppScanner.killAll(name) { () throws(ProcessError) in
      try scanner.members(of: name, leaders: [])
    }
  }
  return leftovers
}
