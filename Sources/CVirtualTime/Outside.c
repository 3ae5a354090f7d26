#include "Outside.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/epoll.h>

#include "Baton.h"
#include "Ends.h"
#include "Processes.h"
#include "Report.h"
#include "SystemCall.h"

static void start_own_thread(void *(*run)(void *)) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN + 256 * 1024);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // A signal of the program's must not be handled where the world is not known.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t handle;
  REAL(pthread_create)(&handle, &attributes, run, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
}

// MARK: The end of the first process

static pid_t first_process;

static void *wait_for_first_process(void *unused) {
  await_death(first_process);
  system_call(SYS_kill, getpid(), SIGKILL, 0, 0, 0, 0);
  return NULL;
}

void follow_first_process(pid_t first) {
  first_process = first;
  start_own_thread(wait_for_first_process);
}

// MARK: The watchdog

enum { LOOKS_PER_SECOND = 20 };
/// A thread may well compute for a while; the program that never comes back is meant.
enum { PATIENCE = 8 };
/// Turns at one instant, beyond those that make time creep.
enum { TURNS_OF_AN_INSTANT = 2000000 };

static void end_holder(struct process *process) {
  if (process == this_process) {
    for (;;) system_call(SYS_exit_group, VIRTUAL_TIME_EXIT_STUCK, 0, 0, 0, 0, 0);
  }
  system_call(SYS_kill, process->id, SIGKILL, 0, 0, 0, 0);
  await_death(process->id);
}

static struct thread *runner_of(struct process *process) {
  for (uint32_t index = 0; index < process->thread_limit; index++) {
    if (process->threads[index].state == THREAD_RUNNING) return &process->threads[index];
  }
  return NULL;
}

/// The holder is dead: this thread has the baton now.
static void inherit_baton(struct process *process) {
  atomic_store(&world->holder, place_of(this_process) + 1);
  forget_process(process);
  take_over();
  pass_on();
}

static void *watch(void *unused) {
  const char *wanted = getenv("VIRTUAL_TIME_PATIENCE");
  int patience = wanted && atoi(wanted) > 0 ? atoi(wanted) : PATIENCE;
  uint64_t switches = 0, quiet_looks = 0;
  for (;;) {
    uint32_t holder = atomic_load(&world->holder);
    if (holder == WORLD_PARKED) {
      kernel_wait(&world->holder, WORLD_PARKED, NULL);
      quiet_looks = 0;
      continue;
    }
    struct timespec pause = {0, 1000000000 / LOOKS_PER_SECOND};
    system_call(SYS_nanosleep, (long)&pause, 0, 0, 0, 0, 0);
    uint64_t now = atomic_load(&world->switches);
    bool is_quiet = now == switches && atomic_load(&world->holder) == holder;
    switches = now;
    quiet_looks = is_quiet ? quiet_looks + 1 : 0;
    struct process *process = &world->processes[holder - 1];
    if (is_quiet && process != this_process && has_ended(process->id)) {
      inherit_baton(process);
      continue;
    }
    if (has_unknown_dead()) atomic_store(&world->has_unknown_dead, true);
    if (quiet_looks > (uint64_t)patience * LOOKS_PER_SECOND) {
      report_stuck(process, runner_of(process), patience);
      end_holder(process);
      inherit_baton(process);
      quiet_looks = 0;
    } else if (world->steps > TURNS_OF_AN_INSTANT) {
      report_unending_instant(process, runner_of(process));
      // It goes on taking turns; a process that is killed leaves the baton where it was.
      end_holder(process);
      world->steps = 0;
    }
  }
  return NULL;
}

void start_watchdog(void) { start_own_thread(watch); }

// MARK: What comes from outside

static int outside = -1;

void note_outside_descriptors(const struct pollfd *descriptors, uint32_t count) {
  if (outside < 0) return;
  for (uint32_t i = 0; i < count; i++) {
    // For one time: armed whenever a thread waits for it, so that what nobody waits for at the moment
    // does not wake a world at rest again and again.
    struct epoll_event event = {.events = EPOLLONESHOT, .data = {.fd = descriptors[i].fd}};
    if (descriptors[i].events & POLLIN) event.events |= EPOLLIN;
    if (descriptors[i].events & POLLOUT) event.events |= EPOLLOUT;
    long fd = descriptors[i].fd;
    if (system_call(SYS_epoll_ctl, outside, EPOLL_CTL_MOD, fd, (long)&event, 0, 0) == -ENOENT) {
      system_call(SYS_epoll_ctl, outside, EPOLL_CTL_ADD, fd, (long)&event, 0, 0);
    }
  }
}

void forget_outside(void) {
  if (outside >= 0) system_call(SYS_close, outside, 0, 0, 0, 0, 0);
  outside = -1;
}

/// While the world is at rest, sleeps until something comes from outside, and has the world go on.
static void *wait_for_outside(void *unused) {
  for (;;) {
    uint32_t holder = atomic_load(&world->holder);
    if (holder != WORLD_PARKED) {
      kernel_wait(&world->holder, holder, NULL);
      continue;
    }
    struct epoll_event event;
    long count = system_call(SYS_epoll_pwait, outside, (long)&event, 1, -1, 0, 8);
    if (count <= 0) continue;
    uint32_t parked = WORLD_PARKED;
    uint32_t own = place_of(this_process) + 1;
    if (!atomic_compare_exchange_strong(&world->holder, &parked, own)) continue;
    kernel_wake(&world->holder, INT32_MAX);
    take_over();
    virtual_time_reseed();
    own_descriptors_changed();
    pass_on();
  }
  return NULL;
}

STAND_IN void virtual_time_accept_outside_input(void) {
  if (!is_scheduled() || outside >= 0 || !is_first_process()) return;
  outside = (int)system_call(SYS_epoll_create1, EPOLL_CLOEXEC, 0, 0, 0, 0, 0);
  struct pollfd descriptors[64];
  note_outside_descriptors(descriptors, collect_waited_for(descriptors, 64));
  world->accepts_outside_input = true;
  start_own_thread(wait_for_outside);
}
