#define _GNU_SOURCE
#include "greenroom_process.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int greenroom_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0U); }

int greenroom_pidfd_send_signal(int pidfd, int signal_number) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, signal_number, NULL, 0U);
}

void greenroom_pause(long nanoseconds) {
  struct timespec pause = {0, nanoseconds};
  (void)syscall(SYS_nanosleep, &pause, NULL);
}

static int wait_on_pidfd(int pidfd, int options, struct greenroom_child_status *status) {
  siginfo_t information;
  int result;
  do {
    memset(&information, 0, sizeof information);
    result = waitid((idtype_t)P_PIDFD, (id_t)pidfd, &information, options | WNOHANG);
  } while (result < 0 && errno == EINTR);
  *status = (struct greenroom_child_status){.state = GREENROOM_CHILD_UNCHANGED};
  if (result < 0) return -1;
  // With WNOHANG a child without news leaves si_pid at zero.
  if (information.si_pid == 0) return 0;
  status->value = information.si_status;
  switch (information.si_code) {
    case CLD_EXITED: status->state = GREENROOM_CHILD_EXITED; break;
    case CLD_DUMPED: status->core_dumped = true; status->state = GREENROOM_CHILD_SIGNALED; break;
    case CLD_KILLED: status->state = GREENROOM_CHILD_SIGNALED; break;
    case CLD_STOPPED: status->state = GREENROOM_CHILD_STOPPED; break;
    default: break;
  }
  return 0;
}

int greenroom_reap(int pidfd, struct greenroom_child_status *status) {
  return wait_on_pidfd(pidfd, WEXITED, status);
}

int greenroom_peek_stopped(int pidfd, struct greenroom_child_status *status) {
  return wait_on_pidfd(pidfd, WSTOPPED | WNOWAIT, status);
}
