#ifndef GREENROOM_PROCESS_H
#define GREENROOM_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/// What waitid says of a child.
enum greenroom_child_state {
  GREENROOM_CHILD_UNCHANGED = 0,
  GREENROOM_CHILD_EXITED,
  GREENROOM_CHILD_SIGNALED,
  GREENROOM_CHILD_STOPPED,
};

/// The decoded status of a child.
struct greenroom_child_status {
  enum greenroom_child_state state;
  /// The exit code or the number of the signal.
  int value;
  bool core_dumped;
};

/// A descriptor (close-on-exec) that stands for a process, or -1 with errno.
int greenroom_pidfd_open(pid_t pid);

/// Sleeps for less than a second of real time, also in a process that lives in virtual time: the kernel
/// is asked directly, and no time passes there.
void greenroom_pause(long nanoseconds);

/// Sends a signal to the process behind a pidfd: never to another one that got its number.
/// 0, or -1 with errno.
int greenroom_pidfd_send_signal(int pidfd, int signal_number);

/// Collects the end of a child without waiting for it. 0 with the status (UNCHANGED while it
/// lives), or -1 with errno.
int greenroom_reap(int pidfd, struct greenroom_child_status *_Nonnull status);

/// Asks whether all threads of a child are stopped, without consuming that state and without
/// waiting. 0 with the status (STOPPED or UNCHANGED), or -1 with errno.
int greenroom_peek_stopped(int pidfd, struct greenroom_child_status *_Nonnull status);

#endif
