#ifndef VIRTUAL_TIME_H
#define VIRTUAL_TIME_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// Virtual time for unmodified programs: what a program may ask of the library.
///
/// The library takes the place of the calls of the C library through which Dispatch, Foundation,
/// Swift concurrency and everything built on them wait, tell the time and draw random numbers. It is
/// at work only in processes that were started with `VIRTUAL_TIME_SEED` or `VIRTUAL_TIME_WORLD` in
/// their environment; everywhere else each call goes on to the C library.
///
/// All processes that descend from one another under the library are a *world*: one clock, and one
/// thread of all of them that runs. When no thread can run, the clock jumps to the next deadline.
///
/// Two ways in: link the target `CVirtualTime` into a program, or preload the shared object
/// `libVirtualTime.so`. A program that is not linked with it finds the functions in
/// `struct virtual_time_interface`, whose address `dlsym(RTLD_DEFAULT, "virtual_time_interface")`
/// returns.

/// No deadline, no limit.
#define VIRTUAL_TIME_NEVER INT64_MAX

/// Why a program that can do nothing any more was ended: its exit code.
#define VIRTUAL_TIME_EXIT_QUIESCENT 75
/// Why a program that did what virtual time cannot follow was ended: its exit code.
#define VIRTUAL_TIME_EXIT_STUCK 76

/// Whether this process lives in virtual time.
bool virtual_time_is_active(void);

/// The virtual instant, in nanoseconds since 1970-01-01T00:00:00Z.
int64_t virtual_time_now(void);

/// The seed that chooses among threads.
uint64_t virtual_time_seed(void);

/// A hash over every switch from one thread to another so far: the same for two runs if and only if
/// they did the same at the same instants.
uint64_t virtual_time_trace(void);

/// How often a thread was chosen to run.
uint64_t virtual_time_switches(void);

/// Has the clock stop at an instant (nanoseconds since 1970; `VIRTUAL_TIME_NEVER` lets it go on).
/// An instant that has passed stops it where it is.
void virtual_time_set_limit(int64_t instant);
int64_t virtual_time_limit(void);

/// Waits until nothing in the world can run at the present instant but callers of this function.
/// The clock does not move meanwhile.
void virtual_time_wait_until_idle(void);

/// The earliest instant at which something of the world that is not frozen wants to run, not counting
/// the calling thread; `VIRTUAL_TIME_NEVER` if nothing does.
int64_t virtual_time_next_deadline(void);

/// Moves the clock forward by a time, past deadlines if need be; what has become overdue is due
/// then, at the new instant. Ignores the limit, and moves it along if the clock passes it.
void virtual_time_skip(int64_t nanoseconds);

/// Starts the choice among threads afresh from the seed and the present instant, so that what
/// happened before has no influence on what comes.
void virtual_time_reseed(void);

/// Has processes of the world that descend from `leader` (itself included, whether they changed their
/// process group or not) run no further instruction until they are thawed. Their clocks go on: what
/// becomes overdue is due at the thaw. Returns how many processes that are; 0 if none lives.
int virtual_time_freeze(pid_t leader);
int virtual_time_thaw(pid_t leader);

/// Ends processes of the world that descend from `leader`, frozen or not, and returns when they have
/// ended. The end of `leader` remains to be collected by its parent.
int virtual_time_kill(pid_t leader);

/// Living processes of the world that descend from `leader`, itself included, in the order of their
/// births. Returns how many there are, also if that is more than `capacity`.
int virtual_time_members(pid_t leader, pid_t *_Nullable members, int capacity);

/// The number of a process within its world: 1, 2, 3 in the order of births, the same in each run.
/// 0 if the world does not have the process.
int virtual_time_process_number(pid_t process);

/// Writes what each thread of a process waits for, one line a thread; all processes if `process` is
/// 0. Returns the length of the text, also if that is more than `capacity`.
int virtual_time_describe_waits(pid_t process, char *_Nullable text, int capacity);

/// The last thing that the library said about a process, also if that has ended since: why a call was
/// refused, or why the process was. Returns the length of the text, also if that is more than
/// `capacity`; 0 if it said nothing.
int virtual_time_last_report(pid_t process, char *_Nullable text, int capacity);

/// Whether a process of the world has ever had a child that is not in virtual time: such a one, and
/// what it starts, is to be looked for among the processes of the machine.
bool virtual_time_has_had_outsiders(void);

/// Has the world wait for the world outside: when nothing can run, the calling process sleeps until
/// one of the descriptors that its threads wait for is ready. To be called once, by the first process
/// of the world; without it a world in which nothing can run any more is at its end.
void virtual_time_accept_outside_input(void);

/// The same functions, for programs that are not linked with the library.
struct virtual_time_interface {
  /// 2. Later versions add members at the end.
  uint32_t version;
  bool (*_Nonnull is_active)(void);
  int64_t (*_Nonnull now)(void);
  uint64_t (*_Nonnull seed)(void);
  uint64_t (*_Nonnull trace)(void);
  uint64_t (*_Nonnull switches)(void);
  void (*_Nonnull set_limit)(int64_t instant);
  int64_t (*_Nonnull limit)(void);
  void (*_Nonnull wait_until_idle)(void);
  int64_t (*_Nonnull next_deadline)(void);
  void (*_Nonnull skip)(int64_t nanoseconds);
  void (*_Nonnull reseed)(void);
  int (*_Nonnull freeze)(pid_t leader);
  int (*_Nonnull thaw)(pid_t leader);
  int (*_Nonnull kill)(pid_t leader);
  int (*_Nonnull members)(pid_t leader, pid_t *_Nullable members, int capacity);
  int (*_Nonnull process_number)(pid_t process);
  int (*_Nonnull describe_waits)(pid_t process, char *_Nullable text, int capacity);
  void (*_Nonnull accept_outside_input)(void);
  int (*_Nonnull last_report)(pid_t process, char *_Nullable text, int capacity);
  bool (*_Nonnull has_had_outsiders)(void);
};

extern const struct virtual_time_interface virtual_time_interface;

/// A call that the library stands in for: the table of `Calls.def`, row by row.
struct virtual_time_call_description {
  const char *_Nonnull group;
  const char *_Nonnull name;
  /// What becomes of it in virtual time.
  const char *_Nonnull does;
};

int virtual_time_call_count(void);
/// NULL beyond the last one.
const struct virtual_time_call_description *_Nullable virtual_time_call(int index);

#endif
