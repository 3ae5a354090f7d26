import Glibc

/// The processes of one app: what it was started as, and everything that these have started since.
///
/// All operations return when the kernel has confirmed them, usually within a fraction of a
/// millisecond, and may be called from any thread. Calls for the same group wait for each other.
public protocol ProcessGroup: AnyObject, Sendable {
  /// The name given to `ProcessGroups.group(named:)`.
  var name: String { get }

  /// Starts a program in this group, as the leader of a process group of its own.
  /// - Throws: `ProcessError.Code.spawnFailed` with the failing step as the operation, `.frozen` if
  ///   the group is frozen.
  func spawn(_ request: SpawnRequest) throws(ProcessError) -> SpawnedProcess

  /// Stops everything, and returns when nothing of the group runs any more. Freezing a frozen group
  /// changes nothing.
  /// - Throws: `ProcessError.Code.gone` if nothing lives, `.timedOut` if the kernel did not confirm
  ///   it; then everything runs on.
  func freeze() throws(ProcessError)

  /// Lets everything run on. Thawing a group that is not frozen changes nothing.
  func thaw() throws(ProcessError)

  /// Ends everything, frozen or not, without running another instruction of it, and returns when
  /// nothing lives. The ends of spawned processes remain to be collected with
  /// `SpawnedProcess.reap()`.
  /// - Throws: `ProcessError.Code.timedOut` if something does not end.
  func kill() throws(ProcessError)

  /// Whether something lives and nothing runs.
  var isFrozen: Bool { get }

  /// The processor time, in nanoseconds, that the group has used since it was made. With signals,
  /// time is missing of processes that ended between two calls.
  /// - Throws: `ProcessError.Code.unavailable` in virtual time, which has none.
  func cpuUsage() throws(ProcessError) -> UInt64

  /// The time, in nanoseconds, that the group has been frozen, by the kernel's own count or in
  /// virtual time; nil where the kernel does not count it (signals; cgroups before Linux 6.18).
  func frozenTime() throws(ProcessError) -> UInt64?

  /// The living processes, ordered by number.
  func processIDs() throws(ProcessError) -> [pid_t]

  /// Gives up the group after everything in it has ended. Removing it twice changes nothing.
  /// - Throws: `ProcessError.Code.busy` if something lives.
  func remove() throws(ProcessError)
}

/// The groups of one device.
public protocol ProcessGroups: AnyObject, Sendable {
  /// How its groups are frozen.
  var kind: FreezerKind { get }

  /// Which freezer was chosen, where, and why, as a sentence for people.
  var choice: String { get }

  /// The group with a name; it is made when it is first asked for, or asked for after its removal.
  /// - Throws: `ProcessError.Code.invalidName` if the name is empty, longer than 200 bytes or holds
  ///   anything but letters, digits and `-_.`.
  func group(named name: String) throws(ProcessError) -> any ProcessGroup

  /// Ends everything that an earlier process left behind for this device, frozen or not, and says
  /// what it was. Groups that were made by this object are not touched.
  func endLeftovers() throws(ProcessError) -> [Leftover]

  /// Gives up what the device itself has: to be called when all its groups have been removed.
  func remove()
}

/// How processes are stopped.
public enum FreezerKind: String, Sendable {
  /// By the freezer of cgroup v2: invisible to the app, complete, counted by the kernel.
  case cgroup
  /// By SIGSTOP and SIGCONT: works everywhere, visible to parents of the stopped processes.
  case signal
  /// By the library that keeps virtual time: complete, at an exact virtual instant.
  case virtual
}

/// An app that outlived the process that started it.
public struct Leftover: Hashable, Sendable {
  /// The name of its group.
  public var name: String
  /// What lived of it, ordered by number.
  public var processIDs: [pid_t]
  /// Whether it was frozen.
  public var wasFrozen: Bool
}

/// Checks a name that becomes part of the name of a directory.
func checkGroupName(_ name: String, operation: String) throws(ProcessError) {
  let isValid =
    (1...ProcessLimits.nameBytes).contains(name.utf8.count)
    && name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
  if isValid { return }
  throw ProcessError(
    .invalidName, operation: operation, object: "\"\(name)\"",
    nextStep: "Use 1 to \(ProcessLimits.nameBytes) letters, digits and the characters - _ .")
}
