#ifndef GREENROOM_SPAWN_H
#define GREENROOM_SPAWN_H

#include <stdbool.h>
#include <sys/types.h>

/// The step of a spawn that failed. The order is the order in which the steps happen.
enum greenroom_spawn_step {
  GREENROOM_SPAWN_OK = 0,
  /// Preparing in the parent: the error pipe or /dev/null.
  GREENROOM_SPAWN_PREPARE,
  /// Creating the process.
  GREENROOM_SPAWN_CLONE,
  /// Creating the process inside the given cgroup (clone3 with CLONE_INTO_CGROUP).
  GREENROOM_SPAWN_CLONE_INTO_CGROUP,
  /// Becoming the leader of a process group or of a session.
  GREENROOM_SPAWN_GROUP,
  /// Arranging descriptors 0 to 3 and closing all others.
  GREENROOM_SPAWN_DESCRIPTORS,
  /// Setting the limit of core dumps.
  GREENROOM_SPAWN_LIMITS,
  /// Changing to the working directory.
  GREENROOM_SPAWN_DIRECTORY,
  /// Executing the program.
  GREENROOM_SPAWN_EXECUTE,
};

/// What to start, and what it inherits. Nothing but what is named here reaches the program:
/// descriptors above 3, signal mask and signal dispositions of the parent do not.
struct greenroom_spawn_request {
  const char *_Nonnull path;
  char *_Nullable const *_Nonnull arguments;
  char *_Nullable const *_Nonnull environment;
  /// The working directory; NULL keeps the parent's.
  const char *_Nullable directory;
  /// What becomes descriptors 0, 1 and 2; -1 stands for /dev/null.
  int standard_descriptors[3];
  /// What becomes descriptor 3; -1 leaves 3 closed.
  int link;
  /// A descriptor of the directory of a cgroup v2 to be born in; -1 for the parent's cgroup.
  int cgroup;
  /// A new session (for a daemon that must outlive the terminal) in place of a new process group.
  bool new_session;
  /// Whether a crash may write a core dump; false sets RLIMIT_CORE to 0.
  bool core_dumps;
};

/// A started process, or the step that failed and its errno.
struct greenroom_spawn_result {
  pid_t pid;
  int pidfd;
  enum greenroom_spawn_step failed_step;
  int error;
};

/// Starts a program. Returns when the program runs or when a step has failed; then no process is
/// left behind. Can be called from any thread of a process with many threads.
///
/// Do not spawn into a frozen cgroup: the child would be born frozen, and the call would wait
/// until somebody thaws it.
struct greenroom_spawn_result greenroom_spawn(
    const struct greenroom_spawn_request *_Nonnull request);

#endif
