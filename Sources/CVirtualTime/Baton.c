#include "Baton.h"

#include <signal.h>
#include <string.h>

#include "Clock.h"
#include "Outside.h"
#include "Outsiders.h"
#include "Processes.h"
#include "Queues.h"
#include "Report.h"
#include "SystemCall.h"
#include "Timers.h"
#include "Trace.h"

struct world *world;
struct process *this_process;
__thread struct thread *this_thread __attribute__((tls_model("initial-exec")));

// MARK: Who waits for an address

// Within a process only: an address means something else in another one.

enum { BUCKETS = 1024, NO_WAITER = UINT16_MAX };

static uint16_t first_waiters[BUCKETS];
static uint16_t last_waiters[BUCKETS];
static bool buckets_are_ready;
static uint32_t address_waiters;

static uint32_t bucket_of(uint64_t address) {
  return (uint32_t)((address >> 3) * 0x9e3779b97f4a7c15ull >> 54);
}

static void join_waiters(struct thread *thread) {
  if (!buckets_are_ready) {
    memset(first_waiters, 0xff, sizeof first_waiters);
    memset(last_waiters, 0xff, sizeof last_waiters);
    buckets_are_ready = true;
  }
  uint32_t bucket = bucket_of(thread->address);
  thread->next_waiter = NO_WAITER;
  thread->previous_waiter = last_waiters[bucket];
  if (last_waiters[bucket] == NO_WAITER) {
    first_waiters[bucket] = thread->index;
  } else {
    this_process->threads[last_waiters[bucket]].next_waiter = thread->index;
  }
  last_waiters[bucket] = thread->index;
  address_waiters++;
}

static void leave_waiters(struct thread *thread) {
  uint32_t bucket = bucket_of(thread->address);
  if (thread->previous_waiter == NO_WAITER) {
    first_waiters[bucket] = thread->next_waiter;
  } else {
    this_process->threads[thread->previous_waiter].next_waiter = thread->next_waiter;
  }
  if (thread->next_waiter == NO_WAITER) {
    last_waiters[bucket] = thread->previous_waiter;
  } else {
    this_process->threads[thread->next_waiter].previous_waiter = thread->previous_waiter;
  }
  address_waiters--;
}

static struct thread *waiter(const void *address, uint32_t bits) {
  if (address_waiters == 0) return NULL;
  uint16_t index = first_waiters[bucket_of((uintptr_t)address)];
  while (index != NO_WAITER) {
    struct thread *thread = &this_process->threads[index];
    if (thread->address == (uintptr_t)address && (thread->bits & bits)) return thread;
    index = thread->next_waiter;
  }
  return NULL;
}

struct thread *next_waiter_for(const void *address) { return waiter(address, ~0u); }

bool has_waiters(const void *address) { return waiter(address, ~0u) != NULL; }

int wake_bits(const void *address, int count, uint32_t bits) {
  clock_was_not_all();
  int woken = 0;
  while (woken < count) {
    struct thread *thread = waiter(address, bits);
    if (!thread) break;
    make_ready(thread, WOKEN);
    woken++;
  }
  return woken;
}

int wake(const void *address, int count) { return wake_bits(address, count, ~0u); }

// MARK: Who waits for descriptors

enum { DESCRIPTORS_AT_ONCE = 4096 };

static struct thread *descriptor_waiters[THREADS_MAX];
static uint32_t descriptor_waiter_count;
/// Whether a look at this process's descriptors is due.
static bool own_changes;

void own_descriptors_changed(void) {
  own_changes = true;
  clock_was_not_all();
}

void descriptors_changed(void) {
  if (world) world->descriptor_changes++;
  clock_was_not_all();
}

static void leave_descriptor_waiters(struct thread *thread) {
  for (uint32_t place = 0; place < descriptor_waiter_count; place++) {
    if (descriptor_waiters[place] != thread) continue;
    descriptor_waiter_count--;
    memmove(&descriptor_waiters[place], &descriptor_waiters[place + 1],
            (descriptor_waiter_count - place) * sizeof descriptor_waiters[0]);
    break;
  }
  this_process->waiting_for_descriptors = descriptor_waiter_count;
}

uint32_t collect_waited_for(struct pollfd *descriptors, uint32_t capacity) {
  uint32_t count = 0;
  for (uint32_t place = 0; place < descriptor_waiter_count; place++) {
    struct thread *thread = descriptor_waiters[place];
    if (count + thread->descriptor_count > capacity) break;
    memcpy(&descriptors[count], thread->descriptors,
           thread->descriptor_count * sizeof(struct pollfd));
    count += thread->descriptor_count;
  }
  return count;
}

/// Makes those threads ready whose descriptors are.
static void look_at_descriptors(void) {
  own_changes = false;
  this_process->descriptors_seen = world->descriptor_changes;
  write_pending_timers();
  if (descriptor_waiter_count == 0) return;
  static struct pollfd all[DESCRIPTORS_AT_ONCE];
  uint32_t count = collect_waited_for(all, DESCRIPTORS_AT_ONCE);
  if (ready_now(all, count) <= 0) return;
  uint32_t next = 0;
  struct thread *ready[THREADS_MAX];
  uint32_t ready_threads = 0;
  for (uint32_t place = 0; place < descriptor_waiter_count && next < count; place++) {
    struct thread *thread = descriptor_waiters[place];
    bool is_ready = false;
    for (uint32_t i = 0; i < thread->descriptor_count; i++) {
      if (all[next + i].revents) is_ready = true;
    }
    next += thread->descriptor_count;
    if (is_ready) ready[ready_threads++] = thread;
  }
  for (uint32_t i = 0; i < ready_threads; i++) make_ready(ready[i], WOKEN);
}

// MARK: Waking

void make_ready(struct thread *thread, enum wake_reason reason) {
  if (thread->state != THREAD_BLOCKED) return;
  deadline_remove(thread_reference(thread));
  thread->deadline = NEVER;
  // Only a thread of this process can be woken by anything but time; see `let_due_happen`.
  if (process_at(thread_reference(thread)) == this_process) {
    if (thread->wait == WAIT_ADDRESS) leave_waiters(thread);
    if (thread->wait == WAIT_DESCRIPTORS) leave_descriptor_waiters(thread);
  }
  thread->state = THREAD_READY;
  thread->woken_by = reason;
  if (!process_at(thread_reference(thread))->is_frozen) ready_append(thread_reference(thread));
}

/// A thread of another process whose time has come: its own process has the lists that it is in.
static void time_out(struct thread *thread) {
  bool is_own = process_at(thread_reference(thread)) == this_process;
  if (is_own || thread->wait == WAIT_TIME) return make_ready(thread, TIMED_OUT);
  deadline_remove(thread_reference(thread));
  thread->deadline = NEVER;
  thread->state = THREAD_READY;
  thread->woken_by = TIMED_OUT;
  thread->must_leave_lists = true;
  process_at(thread_reference(thread))->has_timed_out = true;
  ready_append(thread_reference(thread));
}

/// Has deadlines that have passed happen.
static void let_due_happen(void) {
  const struct deadline *first;
  while ((first = deadline_first()) && first->at <= world->now) {
    reference who = first->who;
    if (who & TIMER_BIT) {
      timer_went_off(who);
    } else {
      time_out(thread_at(who));
    }
  }
}

// MARK: Choosing

static bool has_something_to_see(const struct process *process) {
  return process->state == PROCESS_ALIVE && !process->is_frozen &&
         process->waiting_for_descriptors > 0 &&
         (process->descriptors_seen != world->descriptor_changes || process->has_pending_timers);
}

/// A thread of another process that has to look at its descriptors.
static reference take_looker(void) {
  uint32_t found = 0, places[PROCESSES_MAX];
  for (uint32_t place = 0; place < world->process_limit; place++) {
    if (has_something_to_see(&world->processes[place])) places[found++] = place;
  }
  if (found == 0) return NOBODY;
  struct process *process = &world->processes[places[draw(found)]];
  for (uint32_t index = 0; index < process->thread_limit; index++) {
    struct thread *thread = &process->threads[index];
    if (thread->state == THREAD_BLOCKED && thread->wait == WAIT_DESCRIPTORS) {
      return thread_reference(thread);
    }
  }
  process->descriptors_seen = world->descriptor_changes;
  return NOBODY;
}

static bool wake_idle_waiters(void) {
  if (world->idle_count == 0) return false;
  uint32_t count = world->idle_count;
  world->idle_count = 0;
  for (uint32_t i = 0; i < count; i++) make_ready(thread_at(world->idle[i]), WOKEN);
  return true;
}

static bool anything_is_due(void) {
  const struct deadline *first = deadline_first();
  return first && first->at <= world->now;
}

static bool jump_to_next_deadline(void) {
  const struct deadline *first = deadline_first();
  if (!first || first->at > world->limit) return false;
  world->now = first->at;
  clock_was_not_all();
  return true;
}

/// So many steps at one instant mean that somebody looks again and again for something to change.
enum { STEPS_OF_A_SPIN = 50000 };
static const int64_t first_creep = 5000;

/// Lets time creep for those who spin, as it would in reality.
static void count_step(void) {
  if (world->now != world->steps_at) {
    bool crept_here = world->steps > STEPS_OF_A_SPIN && world->now - world->steps_at < SECOND / 5;
    world->steps_at = world->now;
    if (!crept_here) world->steps = 0;
  }
  if (++world->steps <= STEPS_OF_A_SPIN) return;
  int64_t step = first_creep * (1 + (int64_t)(world->steps - STEPS_OF_A_SPIN) / STEPS_OF_A_SPIN);
  int64_t room = world->limit - world->now;
  if (room <= 0) return;
  world->now += step < room ? step : room;
  world->steps_at = world->now;
  let_due_happen();
}

/// The thread that gets the baton next; NOBODY if the world has come to rest.
static reference choose(void) {
  bury_unknown_dead();
  count_step();
  for (;;) {
    if (own_changes || has_something_to_see(this_process)) look_at_descriptors();
    reference who = ready_take();
    if (who != NOBODY) return who;
    who = take_looker();
    if (who != NOBODY) return who;
    if (anything_is_due()) {
      let_due_happen();
      continue;
    }
    if (wait_for_outsiders()) continue;
    if (wake_idle_waiters()) continue;
    if (!jump_to_next_deadline()) return NOBODY;
  }
}

// MARK: Passing the baton

static void hand_over(reference who) {
  struct thread *thread = thread_at(who);
  atomic_fetch_add_explicit(&world->switches, 1, memory_order_relaxed);
  // Who only looks at descriptors has no part in what happens.
  if (thread->state == THREAD_READY) {
    thread->state = THREAD_RUNNING;
    trace_switch(thread);
  }
  if (thread == this_thread) return;
  atomic_store_explicit(&world->holder, (who >> 16) + 1, memory_order_relaxed);
  atomic_store_explicit(&thread->baton, 1, memory_order_release);
  kernel_wake(&thread->baton, 1);
}

static void come_to_rest(void) {
  if (!world->accepts_outside_input) {
    report_quiescence();
    return;
  }
  atomic_store_explicit(&world->holder, WORLD_PARKED, memory_order_release);
  kernel_wake(&world->holder, INT32_MAX);
}

void pass_on(void) {
  reference who = choose();
  if (who == NOBODY) {
    come_to_rest();
  } else {
    hand_over(who);
  }
}

/// The thread or process that left last must be gone before anybody else runs: what it still does,
/// such as giving back its stack, would race with him.
static void see_off(void) {
  if (world->ending_thread) {
    pid_t thread = world->ending_thread;
    world->ending_thread = 0;
    while (system_call(SYS_tgkill, world->ending_thread_process, thread, 0, 0, 0, 0) == 0) {
      system_call(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
    }
  }
  if (world->ending) {
    pid_t process = world->ending;
    world->ending = 0;
    await_death(process);
    world->descriptor_changes++;
  }
}

/// Threads that timed out while another process had the baton leave the lists of this one.
static void tidy_lists(void) {
  if (!this_process->has_timed_out) return;
  this_process->has_timed_out = false;
  for (uint32_t index = 0; index < this_process->thread_limit; index++) {
    struct thread *thread = &this_process->threads[index];
    if (!thread->must_leave_lists) continue;
    thread->must_leave_lists = false;
    if (thread->wait == WAIT_ADDRESS) leave_waiters(thread);
    if (thread->wait == WAIT_DESCRIPTORS) leave_descriptor_waiters(thread);
  }
}

void take_over(void) {
  tidy_lists();
  see_off();
}

void wait_for_baton(struct thread *thread) {
  while (!atomic_load_explicit(&thread->baton, memory_order_acquire)) {
    kernel_wait(&thread->baton, 0, NULL);
  }
  atomic_store_explicit(&thread->baton, 0, memory_order_relaxed);
  obey_verdict();
  take_over();
}

/// Lets somebody else run until the calling thread, whose state says what it waits for, is chosen.
static void give_baton_away(void) {
  struct thread *thread = this_thread;
  for (;;) {
    reference who = choose();
    if (who != NOBODY && thread_at(who) == thread) {
      hand_over(who);
      return;
    }
    if (who == NOBODY) {
      come_to_rest();
    } else {
      hand_over(who);
    }
    wait_for_baton(thread);
    if (thread->state == THREAD_RUNNING) break;
    // It was asked to look at its process's descriptors: that happens as it chooses again.
    own_changes = true;
  }
}

// MARK: Waiting

static enum wake_reason block(enum call call, enum wait_kind wait, int64_t deadline) {
  struct thread *thread = this_thread;
  thread->call = (uint16_t)call;
  thread->wait = (uint8_t)wait;
  thread->woken_by = 0;
  thread->deadline = deadline;
  thread->state = THREAD_BLOCKED;
  if (deadline != NEVER) deadline_add(thread_reference(thread), deadline);
  give_baton_away();
  thread->wait = WAIT_NONE;
  thread->call = CALL_NONE;
  thread->held_by = 0;
  return thread->woken_by;
}

enum wake_reason wait_for_bits(
    enum call call, const void *address, uint32_t bits, int64_t deadline) {
  struct thread *thread = this_thread;
  thread->address = (uintptr_t)address;
  thread->bits = bits;
  join_waiters(thread);
  return block(call, WAIT_ADDRESS, deadline);
}

enum wake_reason wait_for_address(enum call call, const void *address, int64_t deadline) {
  return wait_for_bits(call, address, ~0u, deadline);
}

void wait_for_time(enum call call, int64_t deadline) { block(call, WAIT_TIME, deadline); }

enum wake_reason wait_for_descriptors(
    enum call call, struct pollfd *descriptors, uint32_t count, int64_t deadline) {
  if (count > DESCRIPTORS_AT_ONCE) refuse_beyond("descriptors in one wait", DESCRIPTORS_AT_ONCE);
  pick_up_timers(descriptors, count);
  struct thread *thread = this_thread;
  thread->descriptors = descriptors;
  thread->descriptor_count = count;
  descriptor_waiters[descriptor_waiter_count++] = thread;
  this_process->waiting_for_descriptors = descriptor_waiter_count;
  note_outside_descriptors(descriptors, count);
  return block(call, WAIT_DESCRIPTORS, deadline);
}

void wait_for_idleness(void) {
  if (world->idle_count == IDLE_MAX) refuse_beyond("threads that wait for idleness", IDLE_MAX);
  world->idle[world->idle_count++] = thread_reference(this_thread);
  block(CALL_NONE, WAIT_IDLE, NEVER);
}

void take_turns(enum call call) {
  struct thread *thread = this_thread;
  thread->call = (uint16_t)call;
  thread->state = THREAD_READY;
  ready_append(thread_reference(thread));
  give_baton_away();
  thread->call = CALL_NONE;
}

void take_turns_by_chance(enum call call) {
  if (next_random(&world->choices) % 1000 < world->preemption) take_turns(call);
}

// MARK: Beginnings and ends

struct thread *claim_thread(struct process *process) {
  for (uint32_t index = 0; index < THREADS_MAX; index++) {
    struct thread *thread = &process->threads[index];
    if (thread->state != THREAD_FREE) continue;
    memset(thread, 0, sizeof *thread);
    thread->process = (uint16_t)place_of(process);
    thread->index = (uint16_t)index;
    thread->number = ++process->threads_ever;
    thread->deadline = NEVER;
    thread->deadline_place = NO_PLACE;
    if (index >= process->thread_limit) process->thread_limit = (uint16_t)(index + 1);
    return thread;
  }
  return NULL;
}

void release_thread(struct thread *thread) {
  thread->state = THREAD_FREE;
  struct process *process = process_at(thread_reference(thread));
  while (process->thread_limit && process->threads[process->thread_limit - 1].state == THREAD_FREE) {
    process->thread_limit--;
  }
}

void leave_as_thread(void) {
  struct thread *thread = this_thread;
  wake(thread, INT32_MAX);
  // A main thread that ends before its process remains as a zombie: nobody could see it off.
  if (thread->kernel_id != this_process->id) {
    world->ending_thread = thread->kernel_id;
    world->ending_thread_process = this_process->id;
  }
  release_thread(thread);
  this_thread = NULL;
  pass_on();
}

void take_out(struct process *process) {
  for (uint32_t index = 0; index < process->thread_limit; index++) {
    struct thread *thread = &process->threads[index];
    if (thread->state == THREAD_READY) ready_remove(thread_reference(thread));
    if (thread->state == THREAD_BLOCKED) deadline_remove(thread_reference(thread));
  }
  for (uint32_t index = 0; index < process->timer_limit; index++) {
    if (process->timers[index].is_used) deadline_remove(timer_reference(process, index));
  }
}

void put_back(struct process *process) {
  for (uint32_t index = 0; index < process->thread_limit; index++) {
    struct thread *thread = &process->threads[index];
    if (thread->state == THREAD_READY) ready_append(thread_reference(thread));
    if (thread->state == THREAD_BLOCKED && thread->deadline != NEVER) {
      deadline_add(thread_reference(thread), thread->deadline);
    }
  }
  for (uint32_t index = 0; index < process->timer_limit; index++) {
    struct timer *timer = &process->timers[index];
    if (!timer->is_used || timer->is_dropped || timer->at == NEVER) continue;
    deadline_add(timer_reference(process, index), timer->at);
  }
}

static void leave(void) {
  this_thread = NULL;
  forget_waits();
  forget_process(this_process);
}

void leave_as_process(void) {
  leave();
  world->ending = this_process->id;
  pass_on();
}

void leave_alive(void) {
  leave();
  pass_on();
  world = NULL;
}

void forget_waits(void) {
  buckets_are_ready = false;
  address_waiters = 0;
  descriptor_waiter_count = 0;
  own_changes = false;
}
