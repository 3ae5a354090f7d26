#ifndef WORLD_H
#define WORLD_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "Calls.h"
#include "VirtualTime.h"

/// What all processes of a world share: one clock, one baton, everyone's waits.
///
/// It lies in memory that each process maps. Only the thread that has the baton may read or change
/// it, so it needs no locks; the words that are waited on in the kernel are the exceptions.

/// Limits. What lies beyond is refused with a message, see `refuse_beyond`.
enum {
  PROCESSES_MAX = 256,
  THREADS_MAX = 1024,
  TIMERS_MAX = 512,
  APPLICANTS_MAX = 64,
  OUTSIDERS_MAX = 64,
  ANCESTORS_MAX = 8,
  BIRTHS_MAX = 4096,
  IDLE_MAX = 64,
  NAME_BYTES = 32,
  REPORTS_MAX = 32,
  REPORT_BYTES = 512,
  DEADLINES_MAX = PROCESSES_MAX * (THREADS_MAX + TIMERS_MAX),
};

/// A thread or a timer of some process, in one word.
typedef uint32_t reference;
#define NOBODY UINT32_MAX

enum thread_state {
  THREAD_FREE = 0,
  /// Wants to run. In the ready queue unless its process is frozen.
  THREAD_READY,
  /// Has the baton.
  THREAD_RUNNING,
  THREAD_BLOCKED,
};

enum wait_kind {
  WAIT_NONE = 0,
  /// For somebody who wakes an address: locks, conditions, semaphores, futexes, ends of threads.
  WAIT_ADDRESS,
  /// For nothing but time.
  WAIT_TIME,
  /// For descriptors, and perhaps time.
  WAIT_DESCRIPTORS,
  /// For everybody else to have nothing to do.
  WAIT_IDLE,
};

enum wake_reason { WOKEN = 1, TIMED_OUT = 2 };

struct thread {
  /// Set to 1 to pass the baton; waited on in the kernel.
  _Atomic uint32_t baton;
  uint8_t state;
  uint8_t wait;
  uint8_t woken_by;
  /// Timed out while another process had the baton: is still in its own process's lists.
  bool must_leave_lists;
  /// Which call it is in.
  uint16_t call;
  uint16_t process;
  uint16_t index;
  /// 1, 2, 3 in the order of births within the process.
  uint32_t number;
  pid_t kernel_id;
  /// The instant at which it wakes; NEVER without.
  int64_t deadline;
  uint32_t deadline_place;
  /// Threads that wait for addresses of one bucket, in the order of their coming.
  uint16_t next_waiter;
  uint16_t previous_waiter;
  uint64_t address;
  /// FUTEX_WAIT_BITSET's bits.
  uint32_t bits;
  /// The number of the thread that has the lock, if that is known.
  uint32_t held_by;
  /// Of its own process's memory.
  void *descriptors;
  uint32_t descriptor_count;
  pthread_t handle;
  void *(*start)(void *);
  void *argument;
  char name[16];
};

/// A timerfd, which is an eventfd to the kernel.
struct timer {
  int32_t descriptor;
  bool is_used;
  /// Was taken out of the set in which it was waited for: nobody waits for its deadline.
  bool is_dropped;
  /// The epoll that it is in; -1 without.
  int32_t set;
  /// Went off while its process was not the one with the baton; the process writes the descriptor.
  uint64_t pending;
  int32_t clock;
  int64_t at;
  int64_t interval;
  uint32_t deadline_place;
};

enum process_state { PROCESS_FREE = 0, PROCESS_ALIVE };

struct process {
  uint8_t state;
  bool is_frozen;
  bool has_pending_timers;
  /// Some of its threads have timed out while another process had the baton.
  bool has_timed_out;
  /// Has been told that devices of random numbers are served from the seed.
  bool has_opened_random;
  pid_t id;
  pid_t parent;
  /// 1, 2, 3 in the order of births within the world.
  uint32_t number;
  /// The numbers of its nearest ancestors, the parent first; 0 where there is none.
  uint32_t ancestors[ANCESTORS_MAX];
  uint32_t threads_ever;
  /// All threads and timers in use lie below.
  uint16_t thread_limit;
  uint16_t timer_limit;
  uint32_t waiting_for_descriptors;
  /// The world's `descriptor_changes` when it looked at its descriptors last.
  uint64_t descriptors_seen;
  uint64_t random;
  char name[NAME_BYTES];
  struct thread threads[THREADS_MAX];
  struct timer timers[TIMERS_MAX];
};

struct deadline {
  int64_t at;
  /// Breaks ties: first come, first served.
  uint64_t order;
  reference who;
};

/// A process that asks to belong to the world.
struct applicant {
  _Atomic pid_t process;
  /// The answer: the place of the process and 1 more.
  _Atomic uint32_t place;
};

/// A descendant that is not in virtual time.
struct outsider {
  pid_t id;
  /// It has taken too long to end; the world goes on without it.
  bool is_given_up;
  /// The numbers of its nearest ancestors, the next one first, and that one's name.
  uint32_t ancestors[ANCESTORS_MAX + 1];
  char nearest[NAME_BYTES];
};

/// What the library said about a process.
struct report {
  pid_t process;
  char text[REPORT_BYTES];
};

#define WORLD_MAGIC 0x4d495445564f4f47ull
#define WORLD_PARKED 0u

struct world {
  uint64_t magic;
  uint64_t seed;
  /// The place of the process that has the baton and 1 more; `WORLD_PARKED` if nobody can run.
  _Atomic uint32_t holder;
  /// Set by the watchdog: a process has ended that nobody of the world has ended.
  _Atomic bool has_unknown_dead;
  /// Counts whatever applicants and admitters wait for.
  _Atomic uint32_t admissions;
  /// Nanoseconds since the world's boot; `start` is 1970 to boot.
  int64_t now;
  int64_t start;
  int64_t limit;
  uint64_t choices;
  uint64_t trace;
  _Atomic uint64_t switches;
  uint64_t orders;
  /// In thousandths: how often a thread loses the baton where it need not.
  uint32_t preemption;
  uint32_t processes_ever;
  /// All processes alive lie below.
  uint32_t process_limit;
  uint64_t descriptor_changes;
  /// Passed the baton on for the last time, and may still be there.
  pid_t ending;
  pid_t ending_thread;
  pid_t ending_thread_process;
  /// The first process ends with this code as soon as it has the baton.
  int verdict;
  bool accepts_outside_input;
  /// The files that the first process's output and errors go to: who reads them is not of the world.
  uint64_t outside_files[2];
  /// Steps at the present instant: many mean that somebody spins.
  int64_t steps_at;
  uint64_t steps;
  reference idle[IDLE_MAX];
  uint32_t idle_count;
  uint32_t ready_count;
  uint32_t deadline_count;
  struct outsider outsiders[OUTSIDERS_MAX];
  uint32_t outsider_count;
  bool has_had_outsiders;
  struct applicant applicants[APPLICANTS_MAX];
  /// The latest ones, in a ring.
  struct report reports[REPORTS_MAX];
  _Atomic uint32_t reports_ever;
  /// Which process had which number, also of those that have ended; by number.
  pid_t births[BIRTHS_MAX];
  reference ready[PROCESSES_MAX * THREADS_MAX];
  struct deadline deadlines[DEADLINES_MAX];
  struct process processes[PROCESSES_MAX];
};

/// The world, this process and this thread. NULL while inactive, and in threads of the library's own.
extern struct world *world INTERNAL;
extern struct process *this_process INTERNAL;
extern __thread struct thread *this_thread INTERNAL __attribute__((tls_model("initial-exec")));

/// Whether the caller is a thread that the world schedules.
static inline bool is_scheduled(void) {
  return __builtin_expect(world != NULL, 0) && this_thread != NULL;
}

static inline uint32_t place_of(const struct process *process) {
  return (uint32_t)(process - world->processes);
}

static inline reference thread_reference(const struct thread *thread) {
  return (reference)thread->process << 16 | thread->index;
}

#define TIMER_BIT 0x8000u
static inline reference timer_reference(const struct process *process, uint32_t index) {
  return place_of(process) << 16 | TIMER_BIT | index;
}

static inline struct process *process_at(reference who) { return &world->processes[who >> 16]; }
static inline struct thread *thread_at(reference who) {
  return &process_at(who)->threads[who & 0x7fff];
}

#endif
