import CLinux
import Glibc

/// Starts a program in a session of its own, outside of every group: a daemon that outlives the
/// terminal and the process that started it.
///
/// Pass the writing end of a pipe as `link` if the daemon tells over descriptor 3 that it is ready.
/// - Throws: `ProcessError.Code.spawnFailed` with the failing step as the operation.
public func spawnDetached(_ request: SpawnRequest) throws(ProcessError) -> SpawnedProcess {
  try spawnProcess(request, cgroup: nil, newSession: true)
}

/// Starts a program of a group, marked as the group's.
/// - Throws: as `ProcessGroup.spawn` says.
func spawnMember(
  _ request: SpawnRequest, of group: String, marker: AppMarker, isFrozen: Bool,
  cgroup: CInt? = nil
) throws(ProcessError) -> SpawnedProcess {
  guard !isFrozen else {
    throw ProcessError(
      .frozen, operation: "spawn", object: group, nextStep: "Thaw the group first.")
  }
  var request = request
  request.environment.merge(marker.environment(group: group)) { _, ours in ours }
  return try spawnProcess(request, cgroup: cgroup)
}

/// The one place where processes are made.
func spawnProcess(
  _ request: SpawnRequest, cgroup: CInt?, newSession: Bool = false
) throws(ProcessError) -> SpawnedProcess {
  // Sorted, because the order of a dictionary differs from run to run and a program can see it.
  let environment = request.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  let arguments = [request.executable] + request.arguments
  let strings = arguments + environment + [request.executable] + [request.directory ?? ""]
  if let text = strings.first(where: { $0.utf8.contains(0) }) {
    throw ProcessError(
      .spawnFailed, operation: "spawn: prepare", object: request.executable, systemError: EINVAL,
      nextStep: "Remove the zero byte from \"\(text.prefix { $0 != "\0" })...\".")
  }
  let result = withCStrings(arguments) { arguments in
    withCStrings(environment) { environment in
      request.executable.withCString { path in
        withOptionalCString(request.directory) { directory in
          var native = greenroom_spawn_request(
            path: path, arguments: arguments, environment: environment, directory: directory,
            standard_descriptors: (
              request.standardInput ?? -1, request.standardOutput ?? -1,
              request.standardError ?? -1
            ),
            link: request.link ?? -1, cgroup: cgroup ?? -1, new_session: newSession,
            core_dumps: request.writesCoreDumps)
          return greenroom_spawn(&native)
        }
      }
    }
  }
  guard result.failed_step == GREENROOM_SPAWN_OK else {
    throw spawnFailure(result, request)
  }
  return SpawnedProcess(
    processID: result.pid, descriptor: OwnedDescriptor(owning: result.pidfd))
}

private func spawnFailure(
  _ result: greenroom_spawn_result, _ request: SpawnRequest
) -> ProcessError {
  let (step, object, nextStep): (String, String, String) =
    switch result.failed_step {
    case GREENROOM_SPAWN_CLONE:
      ("clone", request.executable, "Check the limit of processes (ulimit -u).")
    case GREENROOM_SPAWN_CLONE_INTO_CGROUP:
      (
        "clone into cgroup", request.executable,
        "Prefer signals as the freezer, or delegate a cgroup to this user."
      )
    case GREENROOM_SPAWN_GROUP: ("process group", request.executable, "")
    case GREENROOM_SPAWN_DESCRIPTORS:
      ("descriptors", request.executable, "Check the given descriptors and ulimit -n.")
    case GREENROOM_SPAWN_LIMITS: ("limits", request.executable, "")
    case GREENROOM_SPAWN_DIRECTORY:
      ("directory", request.directory ?? "", "Check that the directory exists.")
    case GREENROOM_SPAWN_EXECUTE:
      (
        "execute", request.executable,
        "Check that the file exists, is executable and was built for this machine."
      )
    default: ("prepare", request.executable, "Check ulimit -n.")
    }
  return ProcessError(
    .spawnFailed, operation: "spawn: \(step)", object: object, systemError: result.error,
    nextStep: nextStep)
}

/// Calls `body` with the strings as a NULL-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
}

private func withOptionalCString<Result>(
  _ string: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let string else { return body(nil) }
  return string.withCString { body($0) }
}
