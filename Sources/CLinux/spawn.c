#define _GNU_SOURCE
#include "greenroom_spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  LINK_DESCRIPTOR = 3,
  REPORT_DESCRIPTOR = 4,
  MAPPED_DESCRIPTORS = 4,
  KERNEL_SIGNAL_SET_BYTES = 8,
};

/// What the child writes into the error pipe when it cannot become the program.
struct report {
  enum greenroom_spawn_step step;
  int error;
};

// The child runs in a copy of the parent's memory in which any lock may be held by a thread that
// does not exist here. Everything called from here to child_main's end is async-signal-safe.

static _Noreturn void child_fail(int report_descriptor, enum greenroom_spawn_step step) {
  struct report report = {.step = step, .error = errno};
  // A write this small to a pipe is atomic. If it fails there is nobody left to tell.
  ssize_t written = write(report_descriptor, &report, sizeof report);
  (void)written;
  _exit(127);
}

/// Exec keeps ignored signals ignored, and Swift programs usually ignore SIGPIPE: every signal has
/// to be reset by hand. The mask must stay full until this is done, or the parent's handlers would
/// run in the child.
///
/// Not with sigaction: that refuses the two signals which the C library keeps for itself, and some
/// runtimes start their children with one of these ignored.
static void child_reset_signals(void) {
  // Larger than the kernel's struct on any machine. All zero means SIG_DFL.
  static const char standard[64];
  for (int number = 1; number < NSIG; number++) {
    syscall(SYS_rt_sigaction, number, standard, NULL, (size_t)KERNEL_SIGNAL_SET_BYTES);
  }
}

/// Puts the wanted descriptors to 0...3 and the error pipe to 4, and closes everything above.
/// Returns false with errno set.
static bool child_arrange_descriptors(const int wanted[MAPPED_DESCRIPTORS], int report_descriptor) {
  int moved[MAPPED_DESCRIPTORS];
  // First out of the way of the target numbers, or one dup2 would overwrite the source of another.
  for (int number = 0; number < MAPPED_DESCRIPTORS; number++) {
    moved[number] = -1;
    if (wanted[number] < 0) continue;
    moved[number] = fcntl(wanted[number], F_DUPFD_CLOEXEC, REPORT_DESCRIPTOR + 1);
    if (moved[number] < 0) return false;
  }
  for (int number = 0; number < MAPPED_DESCRIPTORS; number++) {
    if (moved[number] < 0) {
      close(number);
    } else if (dup2(moved[number], number) < 0) {
      return false;
    }
  }
  if (report_descriptor != REPORT_DESCRIPTOR &&
      dup3(report_descriptor, REPORT_DESCRIPTOR, O_CLOEXEC) < 0) {
    return false;
  }
  return syscall(SYS_close_range, REPORT_DESCRIPTOR + 1, ~0U, 0) == 0;
}

static _Noreturn void child_main(const struct greenroom_spawn_request *request,
                                 const int wanted[MAPPED_DESCRIPTORS], int report_descriptor) {
  child_reset_signals();
  if ((request->new_session ? setsid() : setpgid(0, 0)) < 0) {
    child_fail(report_descriptor, GREENROOM_SPAWN_GROUP);
  }
  // Above all wanted numbers, so that arranging those cannot close the pipe.
  int moved_report = fcntl(report_descriptor, F_DUPFD_CLOEXEC, REPORT_DESCRIPTOR);
  if (moved_report < 0) child_fail(report_descriptor, GREENROOM_SPAWN_DESCRIPTORS);
  if (!child_arrange_descriptors(wanted, moved_report)) {
    child_fail(moved_report, GREENROOM_SPAWN_DESCRIPTORS);
  }
  if (!request->core_dumps) {
    const struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    if (setrlimit(RLIMIT_CORE, &none) < 0) child_fail(REPORT_DESCRIPTOR, GREENROOM_SPAWN_LIMITS);
  }
  if (request->directory != NULL && chdir(request->directory) < 0) {
    child_fail(REPORT_DESCRIPTOR, GREENROOM_SPAWN_DIRECTORY);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(request->path, request->arguments, request->environment);
  child_fail(REPORT_DESCRIPTOR, GREENROOM_SPAWN_EXECUTE);
}

/// Like fork, with a pidfd, and in the cgroup if there is one. Memory is copied and not shared
/// (no CLONE_VM): the parent's other threads run on undisturbed.
static pid_t clone_process(int cgroup, int *pidfd) {
  struct clone_args arguments;
  memset(&arguments, 0, sizeof arguments);
  arguments.flags = CLONE_PIDFD;
  arguments.pidfd = (uint64_t)(uintptr_t)pidfd;
  arguments.exit_signal = SIGCHLD;
  if (cgroup >= 0) {
    arguments.flags |= CLONE_INTO_CGROUP;
    arguments.cgroup = (uint64_t)cgroup;
  }
  long pid = syscall(SYS_clone3, &arguments, sizeof arguments);
  // Container runtimes answer ENOSYS because their filters cannot look into the arguments of
  // clone3. The older call can do everything but the cgroup.
  if (pid < 0 && errno == ENOSYS && cgroup < 0) {
    pid = syscall(SYS_clone, CLONE_PIDFD | SIGCHLD, NULL, pidfd, NULL, NULL);
  }
  return (pid_t)pid;
}

/// Reads the child's report. An end of file without a report is the success: the pipe has closed
/// because the program runs.
static struct report read_report(int descriptor) {
  struct report report = {.step = GREENROOM_SPAWN_OK, .error = 0};
  ssize_t count;
  do {
    count = read(descriptor, &report, sizeof report);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return (struct report){GREENROOM_SPAWN_PREPARE, errno};
  return report;
}

static void wait_for_end(pid_t pid) {
  siginfo_t information;
  while (waitid(P_PID, (id_t)pid, &information, WEXITED) < 0 && errno == EINTR) {
  }
}

static struct greenroom_spawn_result failure(enum greenroom_spawn_step step, int error) {
  return (struct greenroom_spawn_result){
      .pid = -1, .pidfd = -1, .failed_step = step, .error = error};
}

struct greenroom_spawn_result greenroom_spawn(const struct greenroom_spawn_request *request) {
  int null_device = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null_device < 0) return failure(GREENROOM_SPAWN_PREPARE, errno);
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) < 0) {
    int error = errno;
    close(null_device);
    return failure(GREENROOM_SPAWN_PREPARE, error);
  }
  int wanted[MAPPED_DESCRIPTORS];
  for (int number = 0; number < LINK_DESCRIPTOR; number++) {
    int given = request->standard_descriptors[number];
    wanted[number] = given < 0 ? null_device : given;
  }
  wanted[LINK_DESCRIPTOR] = request->link;

  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int pidfd = -1;
  pid_t pid = clone_process(request->cgroup, &pidfd);
  if (pid == 0) child_main(request, wanted, pipe_ends[1]);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(pipe_ends[1]);
  close(null_device);
  if (pid < 0) {
    close(pipe_ends[0]);
    return failure(
        request->cgroup < 0 ? GREENROOM_SPAWN_CLONE : GREENROOM_SPAWN_CLONE_INTO_CGROUP, error);
  }

  struct report report = read_report(pipe_ends[0]);
  close(pipe_ends[0]);
  if (report.step != GREENROOM_SPAWN_OK) {
    wait_for_end(pid);
    close(pidfd);
    return failure(report.step, report.error);
  }
  return (struct greenroom_spawn_result){.pid = pid, .pidfd = pidfd};
}
