#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>

#include "Baton.h"
#include "Clock.h"
#include "Dispatch.h"
#include "Ends.h"
#include "Processes.h"
#include "Report.h"
#include "SystemCall.h"

// How a process leaves the world: by itself, by a crash, or by another one's signal.

static bool has_left;

bool is_first_process(void) { return this_process->number == 1; }

static void leave(void) {
  if (!world || has_left || !this_thread) return;
  has_left = true;
  // With the first process the world ends; the others follow it, see `follow_first_process`.
  if (is_first_process()) {
    report_statistics();
    return;
  }
  leave_as_process();
}

/// The last thing but the streams: whatever is written out after it is waited for with the death.
__attribute__((destructor(101))) static void leave_at_exit(void) { leave(); }

STAND_IN _Noreturn void _exit(int code) {
  leave();
  for (;;) system_call(SYS_exit_group, code, 0, 0, 0, 0, 0);
}

STAND_IN _Noreturn void _Exit(int code) { _exit(code); }

STAND_IN _Noreturn void quick_exit(int code) {
  leave();
  REAL(quick_exit)(code);
  __builtin_unreachable();
}

// MARK: Crashes

/// A crash passes the baton on at once. The handler is in place for one signal only: the next one has
/// the signal's own effect. A program that raised it itself would otherwise go on, without the baton.
static void crash(int signal) {
  if (this_process && this_thread) {
    has_left = true;
    leave_as_process();
  }
  long thread = system_call(SYS_gettid, 0, 0, 0, 0, 0, 0);
  system_call(SYS_tgkill, getpid(), thread, signal, 0, 0, 0);
}

void prepare_for_crashes(void) {
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
  // Nobody but the library waits for the first process to end.
  if (is_first_process()) return;
  for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
    struct sigaction action = {.sa_flags = SA_RESETHAND | SA_NODEFER | SA_ONSTACK};
    action.sa_handler = crash;
    sigaction(crashes[i], &action, NULL);
  }
}

// MARK: Signals

/// Whether a signal ends a process: it neither catches it nor blocks it nor ignores it.
static bool is_deadly(pid_t id, int signal) {
  if (signal == SIGKILL) return true;
  switch (signal) {
    case 0: case SIGCHLD: case SIGURG: case SIGWINCH: case SIGCONT:
    case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: return false;
  }
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/%d/status", id);
  long file = system_call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0);
  if (file < 0) return false;
  long length = system_call(SYS_read, file, (long)text, sizeof text - 1, 0, 0, 0);
  system_call(SYS_close, file, 0, 0, 0, 0, 0);
  text[length > 0 ? length : 0] = 0;
  static const char *const masks[] = {"SigBlk:", "SigIgn:", "SigCgt:"};
  for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++) {
    const char *line = strstr(text, masks[i]);
    if (line && (strtoull(line + strlen(masks[i]), NULL, 16) >> (signal - 1) & 1)) return false;
  }
  return true;
}

static int signal_process(struct process *process, int signal) {
  if (process == this_process) {
    long result = system_call(SYS_kill, process->id, signal, 0, 0, 0, 0);
    own_descriptors_changed();
    return (int)with_errno(result);
  }
  if (signal == SIGSTOP || signal == SIGCONT) {
    set_frozen(process, signal == SIGSTOP);
    return 0;
  }
  pid_t id = process->id;
  bool dies = is_deadly(id, signal);
  if (dies) forget_process(process);
  long result = system_call(SYS_kill, id, signal, 0, 0, 0, 0);
  if (dies) await_death(id);
  descriptors_changed();
  return (int)with_errno(result);
}

STAND_IN int kill(pid_t id, int signal) {
  if (!is_scheduled()) return REAL(kill)(id, signal);
  struct process *process = id > 0 ? process_with(id) : NULL;
  if (process) return signal_process(process, signal);
  int found = 0;
  for (uint32_t place = 0; id < -1 && place < world->process_limit; place++) {
    struct process *member = &world->processes[place];
    if (member->state != PROCESS_ALIVE || member == this_process) continue;
    if (system_call(SYS_getpgid, member->id, 0, 0, 0, 0, 0) != -id) continue;
    signal_process(member, signal);
    found++;
  }
  if (found) return 0;
  int result = REAL(kill)(id, signal);
  descriptors_changed();
  return result;
}

/// Those signals outside of a mask that the program has a handler for; NULL if there is none.
static const sigset_t *caught_signals(const sigset_t *mask, sigset_t *caught) {
  bool is_any = false;
  sigemptyset(caught);
  for (int signal = 1; signal < NSIG; signal++) {
    struct sigaction action;
    if (sigismember(mask, signal) || sigaction(signal, NULL, &action) != 0) continue;
    if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN || action.sa_handler == crash) {
      continue;
    }
    sigaddset(caught, signal);
    is_any = true;
  }
  return is_any ? caught : NULL;
}

/// Waits for a signal that is caught. Its handler runs when this thread has the baton again.
static int wait_for_signal(enum call call, const sigset_t *mask) {
  sigset_t caught, before;
  if (!caught_signals(mask, &caught)) {
    for (;;) wait_for_time(call, NEVER);
  }
  pthread_sigmask(SIG_BLOCK, &caught, &before);
  int descriptor = signalfd(-1, &caught, SFD_CLOEXEC);
  struct pollfd readable = {descriptor, POLLIN, 0};
  while (ready_now(&readable, 1) == 0) wait_for_descriptors(call, &readable, 1, NEVER);
  system_call(SYS_close, descriptor, 0, 0, 0, 0, 0);
  long result = system_call(SYS_rt_sigsuspend, (long)mask, 8, 0, 0, 0, 0);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return (int)with_errno(result);
}

STAND_IN int sigsuspend(const sigset_t *mask) {
  if (!is_scheduled()) return REAL(sigsuspend)(mask);
  // How `dispatchMain` keeps the main thread, which is not to be woken.
  while (is_in_dispatch(__builtin_return_address(0))) wait_for_time(CALL_sigsuspend, NEVER);
  return wait_for_signal(CALL_sigsuspend, mask);
}

STAND_IN int pause(void) {
  if (!is_scheduled()) return REAL(pause)();
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  return wait_for_signal(CALL_pause, &mask);
}

STAND_IN int sigwait(const sigset_t *restrict signals, int *restrict signal) {
  if (!is_scheduled()) return REAL(sigwait)(signals, signal);
  int descriptor = signalfd(-1, signals, SFD_CLOEXEC);
  if (descriptor < 0) return errno;
  struct pollfd readable = {descriptor, POLLIN, 0};
  while (ready_now(&readable, 1) == 0) wait_for_descriptors(CALL_sigwait, &readable, 1, NEVER);
  struct signalfd_siginfo information;
  long count = system_call(SYS_read, descriptor, (long)&information, sizeof information, 0, 0, 0);
  system_call(SYS_close, descriptor, 0, 0, 0, 0, 0);
  if (count != sizeof information) return EINVAL;
  *signal = (int)information.ssi_signo;
  return 0;
}

// MARK: Waiting for the ends of children

enum { CHILDREN_MAX = 128 };

/// Waits for one of this process's children, or for a certain one, to end.
static void wait_for_child(enum call call, pid_t wanted) {
  struct pollfd ends[CHILDREN_MAX];
  uint32_t count = 0;
  for (uint32_t place = 0; wanted <= 0 && place < world->process_limit; place++) {
    const struct process *child = &world->processes[place];
    if (child->state != PROCESS_ALIVE || child->parent != this_process->id) continue;
    if (count == CHILDREN_MAX) break;
    long descriptor = system_call(SYS_pidfd_open, child->id, 0, 0, 0, 0, 0);
    if (descriptor >= 0) ends[count++] = (struct pollfd){(int)descriptor, POLLIN, 0};
  }
  if (wanted > 0) {
    long descriptor = system_call(SYS_pidfd_open, wanted, 0, 0, 0, 0, 0);
    if (descriptor >= 0) ends[count++] = (struct pollfd){(int)descriptor, POLLIN, 0};
  }
  if (count && ready_now(ends, count) == 0) {
    wait_for_descriptors(call, ends, count, NEVER);
  } else if (!count) {
    // An outsider: time stands still until it has ended.
    wait_for_time(call, world->now);
  }
  for (uint32_t i = 0; i < count; i++) system_call(SYS_close, ends[i].fd, 0, 0, 0, 0, 0);
}

STAND_IN pid_t wait4(pid_t id, int *status, int options, struct rusage *usage) {
  while (is_scheduled() && !(options & WNOHANG)) {
    long child = system_call(SYS_wait4, id, (long)status, options | WNOHANG, (long)usage, 0, 0);
    if (child != 0) return (pid_t)with_errno(child);
    wait_for_child(CALL_wait4, id);
  }
  return REAL(wait4)(id, status, options, usage);
}

STAND_IN pid_t waitpid(pid_t id, int *status, int options) {
  return wait4(id, status, options, NULL);
}

STAND_IN pid_t wait3(int *status, int options, struct rusage *usage) {
  return wait4(-1, status, options, usage);
}

STAND_IN pid_t wait(int *status) { return wait4(-1, status, 0, NULL); }

STAND_IN int waitid(idtype_t type, id_t id, siginfo_t *information, int options) {
  siginfo_t found;
  while (is_scheduled() && !(options & WNOHANG)) {
    found.si_pid = 0;
    long error = system_call(SYS_waitid, type, id, (long)&found, options | WNOHANG, 0, 0);
    if (error || found.si_pid) {
      if (information) *information = found;
      return (int)with_errno(error);
    }
    if (type == P_PIDFD) {
      struct pollfd end = {(int)id, POLLIN, 0};
      if (ready_now(&end, 1) == 0) wait_for_descriptors(CALL_waitid, &end, 1, NEVER);
    } else {
      wait_for_child(CALL_waitid, type == P_PID ? (pid_t)id : -1);
    }
  }
  return REAL(waitid)(type, id, information, options);
}
