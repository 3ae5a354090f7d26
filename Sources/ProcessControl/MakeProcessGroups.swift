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
/// A cgroup is looked for at this process's own place in the hierarchy, and then above it. In a
/// process that lives in virtual time (``VirtualTime``) it is that which freezes, and nothing else
/// can: the kernel would freeze the one thread that may run, and the clock with it.
/// - Parameters:
///   - device: The device's name; it becomes part of a directory's name.
///   - marker: What the device's processes are known by after a crash of the daemon.
///   - preference: Which freezer is wanted.
/// - Throws: `ProcessError.Code.invalidName` for a name that `group(named:)` would not take,
///   `.unavailable` if cgroup v2 is asked for and cannot be used, and if a freezer is asked for in
///   virtual time.
public func makeProcessGroups(
  device: String, marker: AppMarker, preferring preference: FreezerPreference
) throws(ProcessError) -> any ProcessGroups {
  try checkGroupName(device, operation: "make groups of device")
  if let time = VirtualTime.current {
    guard preference == .auto else {
      throw ProcessError(
        .unavailable, operation: "freeze by \(preference.rawValue)", object: device,
        nextStep: "Virtual time has a freezer of its own: give none.")
    }
    return VirtualGroups(time: time, marker: marker)
  }
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
