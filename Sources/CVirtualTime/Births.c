#include <linux/sched.h>
#include <string.h>

#include "Baton.h"
#include "Clock.h"
#include "Ends.h"
#include "Outside.h"
#include "Outsiders.h"
#include "Processes.h"
#include "Queues.h"
#include "Report.h"
#include "SystemCall.h"
#include "Threads.h"

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

struct applicant *applicant_with(pid_t id) {
  for (uint32_t place = 0; place < APPLICANTS_MAX; place++) {
    struct applicant *applicant = &world->applicants[place];
    if (atomic_load_explicit(&applicant->process, memory_order_acquire) == id &&
        atomic_load_explicit(&applicant->place, memory_order_relaxed) == 0) {
      return applicant;
    }
  }
  return NULL;
}

void admit(struct applicant *applicant, const struct process *parent) {
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
  if (!will_apply) add_outsider(id, this_process);
  descriptors_changed();
}

// MARK: Applying

/// How long the one who made this process may take to notice.
enum { ADMISSION_SECONDS = 10 };

static void apply(void) {
  pid_t id = getpid();
  struct applicant *own = NULL;
  for (uint32_t place = 0; !own && place < APPLICANTS_MAX; place++) {
    pid_t nobody = 0;
    struct applicant *applicant = &world->applicants[place];
    if (atomic_compare_exchange_strong(&applicant->process, &nobody, id)) own = applicant;
  }
  if (!own) {
    say("more than %d processes begin at the same time", APPLICANTS_MAX);
    give_up(VIRTUAL_TIME_EXIT_STUCK);
  }
  int64_t end = real_nanoseconds() + ADMISSION_SECONDS * SECOND;
  uint32_t place;
  while ((place = atomic_load(&own->place)) == 0) {
    atomic_fetch_add(&world->admissions, 1);
    kernel_wake(&world->admissions, INT32_MAX);
    struct timespec pause = {1, 0};
    kernel_wait(&own->place, 0, &pause);
    if (real_nanoseconds() < end) continue;
    atomic_store(&own->process, 0);
    say("%s was not started by a process of the world in VIRTUAL_TIME_WORLD",
        program_invocation_short_name);
    give_up(VIRTUAL_TIME_EXIT_STUCK);
  }
  atomic_store(&own->place, 0);
  atomic_store(&own->process, 0);
  this_process = &world->processes[place - 1];
}

void be_born(void) {
  apply();
  // The world may end before this process has its turn.
  follow_first_process(world->processes[0].id);
  wait_for_baton(&this_process->threads[0]);
}

// MARK: The calls

STAND_IN int posix_spawn(pid_t *restrict id, const char *restrict path,
                         const posix_spawn_file_actions_t *actions,
                         const posix_spawnattr_t *restrict attributes, char *const *arguments,
                         char *const *environment) {
  pid_t child;
  int error = REAL(posix_spawn)(&child, path, actions, attributes, arguments, environment);
  if (error) return error;
  if (id) *id = child;
  if (is_scheduled()) child_was_born(child, comes_into_world(path, environment));
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
  if (is_scheduled()) child_was_born(child, comes_into_world(path, environment));
  return 0;
}

// MARK: Copies of a process

// The child of a fork has a copy of the memory and one thread. Until it has a place of its own it may
// touch nothing of the world's: its parent runs meanwhile.

static struct world *world_of_parent;
static struct process *parent;

/// Among the first things that a child does, before other libraries put their things in order.
static void step_out(void) {
  world_of_parent = world;
  parent = this_process;
  world = NULL;
  this_process = NULL;
  this_thread = NULL;
}

void prepare_for_forks(void) { pthread_atfork(NULL, NULL, step_out); }

static void come_in_as_copy(void) {
  char name[NAME_BYTES];
  memcpy(name, parent->name, sizeof name);
  world = world_of_parent;
  forget_waits();
  forget_outside();
  be_born();
  struct thread *thread = &this_process->threads[0];
  memcpy(this_process->name, name, sizeof name);
  thread->handle = pthread_self();
  become_thread(thread);
  prepare_for_crashes();
}

STAND_IN pid_t fork(void) {
  if (!is_scheduled()) return REAL(fork)();
  pid_t child = REAL(fork)();
  if (child == 0) come_in_as_copy();
  if (child > 0) child_was_born(child, true);
  return child;
}

/// The parent need not wait until the child is another program: nobody could tell.
STAND_IN pid_t vfork(void) { return fork(); }

/// clone and clone3, through syscall(2). The child does nothing but become another program.
long clone_process(long number, long a, long b, long c, long d, long e) {
  unsigned long flags = number == SYS_clone ? (unsigned long)a
                                            : (unsigned long)((struct clone_args *)a)->flags;
  if (flags & CLONE_VM) {
    report_refusal(CALL_syscall, "clone", "threads come from pthread_create");
    errno = ENOSYS;
    return -1;
  }
  long result = system_call(number, a, b, c, d, e, 0);
  if (result == 0) step_out();
  if (result > 0) child_was_born((pid_t)result, is_preloaded());
  return with_errno(result);
}
