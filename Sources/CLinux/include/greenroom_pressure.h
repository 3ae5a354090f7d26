#ifndef GREENROOM_PRESSURE_H
#define GREENROOM_PRESSURE_H

/// How a wait for pressure ended.
enum greenroom_pressure_event {
  /// The threshold was crossed.
  GREENROOM_PRESSURE_STALLED,
  /// Somebody called `greenroom_wakeup_signal`.
  GREENROOM_PRESSURE_WOKEN,
  /// The wait failed; errno says why (ENODEV: the watched cgroup is gone).
  GREENROOM_PRESSURE_FAILED,
};

/// Registers a trigger such as "some 150000 2000000" (microseconds of stall within a window) with
/// a pressure file of /proc/pressure or of a cgroup. The descriptor, close-on-exec, is the
/// registration: closing it ends it. -1 with errno on failure; EINVAL for windows that are not a
/// multiple of 2 s when CAP_SYS_RESOURCE is missing.
int greenroom_pressure_open(const char *_Nonnull path, const char *_Nonnull trigger);

/// Waits in this thread until the trigger fires or somebody wakes it. The kernel reports pressure
/// as POLLPRI, which no Dispatch source waits for: hence a thread.
enum greenroom_pressure_event greenroom_pressure_wait(int trigger, int wakeup);

/// A descriptor (eventfd, close-on-exec) that ends waits from another thread, or -1 with errno.
int greenroom_wakeup_open(void);

/// Ends the waits on a wake-up descriptor, those that begin later too. 0, or -1 with errno.
int greenroom_wakeup_signal(int wakeup);

#endif
