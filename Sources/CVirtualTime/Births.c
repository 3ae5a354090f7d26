#include <fcntl.h>
#include <linux/sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "Baton.h"
#include "Clock.h"
#include "Processes.h"
#include "Queues.h"
#include "Report.h"
#include "SystemCall.h"

// How a process comes into the world. A new program, as its library starts, applies; the thread that
// made the process waits for that in real time and admits it. So a birth takes no virtual time and
// happens at a certain place among everything else.

// MARK: Places

struct process *claim_process(pid_t id, const struct process *parent) {
  for (uint32_t place = 0; place < PROCESSES_MAX; place++) {
    struct process *process = &world->processes[place];
    if (process->state != PROCESS_FREE) continue;
    memset(process, 0, offsetof(struct process, threads));
    process->state = PROCESS_ALIVE;
    process->id = id;
    process->number = ++world->processes_ever;
    world->births[process->number % BIRTHS_MAX] = id;
    if (parent) {
      process->parent = parent->id;
      process->ancestors[0] = parent->number;
      memcpy(&process->ancestors[1], parent->ancestors,
             sizeof process->ancestors - sizeof process->ancestors[0]);
    }
    process->random = world->seed ^ ((uint64_t)process->number << 32);
    if (place >= world->process_limit) world->process_limit = place + 1;
    return process;
  }
  return NULL;
}

struct process *process_with(pid_t id) {
  for (uint32_t place = 0; place < world->process_limit; place++) {
    struct process *process = &world->processes[place];
    if (process->state == PROCESS_ALIVE && process->id == id) return process;
  }
  return NULL;
}

void empty_process(struct process *process) {
  take_out(process);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < world->idle_count; i++) {
    if (process_at(world->idle[i]) != process) world->idle[kept++] = world->idle[i];
  }
  world->idle_count = kept;
  memset(process->threads, 0, process->thread_limit * sizeof process->threads[0]);
  memset(process->timers, 0, process->timer_limit * sizeof process->timers[0]);
  process->thread_limit = 0;
  process->timer_limit = 0;
  process->waiting_for_descriptors = 0;
  process->has_pending_timers = false;
  process->has_timed_out = false;
}

void forget_process(struct process *process) {
  empty_process(process);
  process->state = PROCESS_FREE;
  while (world->process_limit &&
         world->processes[world->process_limit - 1].state == PROCESS_FREE) {
    world->process_limit--;
  }
  descriptors_changed();
}

// MARK: Ends

static long open_process(pid_t process) {
  return system_call(SYS_pidfd_open, process, 0, 0, 0, 0, 0);
}

bool has_ended(pid_t process) {
  long descriptor = open_process(process);
  if (descriptor < 0) return true;
  struct pollfd end = {(int)descriptor, POLLIN, 0};
  bool result = ready_now(&end, 1) > 0;
  system_call(SYS_close, descriptor, 0, 0, 0, 0, 0);
  return result;
}

void await_death(pid_t process) {
  long descriptor = open_process(process);
  if (descriptor < 0) return;
  struct pollfd end = {(int)descriptor, POLLIN, 0};
  while (system_call(SYS_ppoll, (long)&end, 1, 0, 0, 8, 0) == -EINTR) {
  }
  system_call(SYS_close, descriptor, 0, 0, 0, 0, 0);
}

// Whoever ends by itself, crashes or is ended by another process of the world leaves it first.
static bool is_unknown_dead(const struct process *process) {
  return process->state == PROCESS_ALIVE && process != this_process && has_ended(process->id);
}

bool has_unknown_dead(void) {
  for (uint32_t place = 0; place < world->process_limit; place++) {
    if (is_unknown_dead(&world->processes[place])) return true;
  }
  return false;
}

void bury_unknown_dead(void) {
  if (!atomic_load_explicit(&world->has_unknown_dead, memory_order_relaxed)) return;
  atomic_store_explicit(&world->has_unknown_dead, false, memory_order_relaxed);
  for (uint32_t place = 0; place < world->process_limit; place++) {
    if (is_unknown_dead(&world->processes[place])) forget_process(&world->processes[place]);
  }
}

// MARK: Admission

static struct applicant *applicant_with(pid_t id) {
  for (uint32_t place = 0; place < APPLICANTS_MAX; place++) {
    struct applicant *applicant = &world->applicants[place];
    if (atomic_load_explicit(&applicant->process, memory_order_acquire) == id &&
        atomic_load_explicit(&applicant->place, memory_order_relaxed) == 0) {
      return applicant;
    }
  }
  return NULL;
}

static void admit(struct applicant *applicant, const struct process *parent) {
  pid_t id = atomic_load_explicit(&applicant->process, memory_order_relaxed);
  struct process *process = claim_process(id, parent);
  if (!process) refuse_beyond("processes", PROCESSES_MAX);
  struct thread *thread = claim_thread(process);
  thread->state = THREAD_READY;
  thread->kernel_id = id;
  thread->call = CALL_NONE;
  ready_append(thread_reference(thread));
  atomic_store_explicit(&applicant->place, place_of(process) + 1, memory_order_release);
  kernel_wake(&applicant->place, INT32_MAX);
}

static void add_outsider(pid_t id) {
  if (world->outsider_count == OUTSIDERS_MAX) {
    report_limit("children that are not in virtual time", OUTSIDERS_MAX);
    return;
  }
  world->outsiders[world->outsider_count++] = id;
}

/// How long a program may take until the library in it starts.
static const int64_t admission_patience = 5 * SECOND;

static void child_was_born(pid_t id, bool will_apply) {
  int64_t end = real_nanoseconds() + admission_patience;
  while (will_apply) {
    uint32_t before = atomic_load_explicit(&world->admissions, memory_order_acquire);
    struct applicant *applicant = applicant_with(id);
    if (applicant) {
      admit(applicant, this_process);
      break;
    }
    if (has_ended(id)) {
      descriptors_changed();
      break;
    }
    if (real_nanoseconds() > end) {
      report_outsider(id);
      will_apply = false;
      break;
    }
    struct timespec pause = {0, 2000000};
    kernel_wait(&world->admissions, before, &pause);
  }
  if (!will_apply) add_outsider(id);
  descriptors_changed();
}

// MARK: Children that are not in virtual time

static int64_t outsiders_since;

static void remove_outsider(uint32_t place) {
  world->outsider_count--;
  memmove(&world->outsiders[place], &world->outsiders[place + 1],
          (world->outsider_count - place) * sizeof world->outsiders[0]);
  outsiders_since = 0;
  // How often others looked meanwhile is chance; it must not go on having influence.
  if (world->outsider_count == 0) virtual_time_reseed();
  descriptors_changed();
}

bool wait_for_outsiders(void) {
  if (world->outsider_count == 0) return false;
  if (outsiders_since == 0) outsiders_since = real_nanoseconds();
  for (uint32_t place = 0; place < world->outsider_count; place++) {
    pid_t id = world->outsiders[place];
    struct applicant *applicant = applicant_with(id);
    if (applicant) admit(applicant, this_process);
    if (!applicant && !has_ended(id)) continue;
    remove_outsider(place);
    return true;
  }
  if (real_nanoseconds() - outsiders_since > admission_patience) {
    report_lasting_outsider(world->outsiders[0]);
    remove_outsider(0);
    return true;
  }
  struct timespec pause = {0, 1000000};
  kernel_wait(&world->admissions, atomic_load(&world->admissions), &pause);
  descriptors_changed();
  own_descriptors_changed();
  return true;
}

// MARK: The calls

bool is_preloaded(void) {
  const char *preload = getenv("LD_PRELOAD");
  return preload && strstr(preload, "VirtualTime");
}

static const char *value_in(char *const *environment, const char *name) {
  size_t length = strlen(name);
  for (; environment && *environment; environment++) {
    if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=') {
      return *environment + length + 1;
    }
  }
  return NULL;
}

/// Whether a program that is started so comes into the world.
static bool will_apply(const char *path, char *const *environment) {
  if (!value_in(environment, "VIRTUAL_TIME_WORLD")) return false;
  const char *preload = value_in(environment, "LD_PRELOAD");
  if (preload && strstr(preload, "VirtualTime")) return true;
  struct stat own, other;
  return stat("/proc/self/exe", &own) == 0 && stat(path, &other) == 0 &&
         own.st_dev == other.st_dev && own.st_ino == other.st_ino;
}

STAND_IN int posix_spawn(pid_t *restrict id, const char *restrict path,
                         const posix_spawn_file_actions_t *actions,
                         const posix_spawnattr_t *restrict attributes, char *const *arguments,
                         char *const *environment) {
  pid_t child;
  int error = REAL(posix_spawn)(&child, path, actions, attributes, arguments, environment);
  if (error) return error;
  if (id) *id = child;
  if (is_scheduled()) child_was_born(child, will_apply(path, environment));
  return 0;
}

STAND_IN int posix_spawnp(pid_t *restrict id, const char *restrict path,
                          const posix_spawn_file_actions_t *actions,
                          const posix_spawnattr_t *restrict attributes, char *const *arguments,
                          char *const *environment) {
  pid_t child;
  int error = REAL(posix_spawnp)(&child, path, actions, attributes, arguments, environment);
  if (error) return error;
  if (id) *id = child;
  if (is_scheduled()) child_was_born(child, will_apply(path, environment));
  return 0;
}

/// The child of a fork has a copy of the parent's memory and none of its threads. It is not in virtual
/// time, and touches nothing of the world's.
static void leave_the_world(void) {
  world = NULL;
  this_process = NULL;
  this_thread = NULL;
}

long clone_process(long number, long a, long b, long c, long d, long e) {
  unsigned long flags = number == SYS_clone ? (unsigned long)a
                                            : (unsigned long)((struct clone_args *)a)->flags;
  if (flags & CLONE_VM) {
    report_refusal(CALL_syscall, "clone", "threads come from pthread_create");
    errno = ENOSYS;
    return -1;
  }
  long result = system_call(number, a, b, c, d, e, 0);
  if (result == 0) leave_the_world();
  if (result > 0) child_was_born((pid_t)result, is_preloaded());
  return with_errno(result);
}

STAND_IN pid_t fork(void) {
  if (!is_scheduled()) return REAL(fork)();
  report_fork();
  pid_t child = REAL(fork)();
  if (child == 0) leave_the_world();
  if (child > 0) child_was_born(child, false);
  return child;
}

STAND_IN pid_t vfork(void) { return fork(); }
