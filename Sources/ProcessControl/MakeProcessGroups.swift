/// Which freezer is wanted.
public enum FreezerPreference: String, Sendable, CaseIterable {
  /// cgroup v2 if this user may use it, signals otherwise.
  case auto
  /// cgroup v2, or an error.
  case cgroup
  /// Signals.
  case signal
}

/// Makes the groups of a device, with the best freezer that this user may use. Needs no privileges:
/// without a writable cgroup there are signals, and `ProcessGroups.choice` says why.
///
/// A cgroup is looked for at this process's own place in the hierarchy, and then above it.
/// - Parameters:
///   - device: The device's name; it becomes part of a directory's name.
///   - marker: What the device's processes are known by after a crash of the daemon.
///   - preference: Which freezer is wanted.
/// - Throws: `ProcessError.Code.invalidName` for a name that `group(named:)` would not take,
///   `.unavailable` if cgroup v2 is asked for and cannot be used.
public func makeProcessGroups(
  device: String, marker: AppMarker, preferring preference: FreezerPreference
) throws(ProcessError) -> any ProcessGroups {
  try checkGroupName(device, operation: "make groups of device")
  if preference == .signal {
    return SignalGroups(marker: marker, choice: "signals: asked for")
  }
  do {
    return try makeCgroupGroups(device: device, marker: marker)
  } catch {
    if preference == .cgroup {
      throw ProcessError(
        .unavailable, operation: "use cgroups: \(error.operation)", object: error.object,
        systemError: error.systemError, nextStep: error.nextStep)
    }
    return SignalGroups(marker: marker, choice: "signals: \(reason(for: error))")
  }
}

/// "/sys/fs/cgroup/... cannot be used (make cgroup: Permission denied (EACCES))".
private func reason(for error: ProcessError) -> String {
  guard let systemError = error.systemError else { return "there is no \(error.object)" }
  return "\(error.object) cannot be used (\(error.operation): "
    + "\(describe(systemError: systemError)))"
}

private func makeCgroupGroups(
  device: String, marker: AppMarker
) throws(ProcessError) -> CgroupGroups {
  var first: ProcessError?
  for base in try CgroupHierarchy.current().candidates {
    do {
      return try CgroupGroups(base: base, device: device, marker: marker)
    } catch {
      // The nearest place tells most about what this user was meant to have.
      first = first ?? error
    }
  }
  throw first ?? ProcessError(.unavailable, operation: "find", object: "cgroup v2")
}
