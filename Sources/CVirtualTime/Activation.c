#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>

#include "Baton.h"
#include "Clock.h"
#include "Descriptors.h"
#include "Ends.h"
#include "Heap.h"
#include "Outside.h"
#include "Processes.h"
#include "Queues.h"
#include "Report.h"
#include "SystemCall.h"
#include "Threads.h"
#include "Trace.h"

// How virtual time begins in a process: by its environment, before `main`.

enum { EXIT_USAGE = 64 };

static _Noreturn void give_up(int code) {
  for (;;) system_call(SYS_exit_group, code, 0, 0, 0, 0, 0);
}

// MARK: What the environment says

static uint64_t number_from(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  if (!text || !*text) return otherwise;
  char *end;
  errno = 0;
  unsigned long long number = strtoull(text, &end, 0);
  if (*end || errno || *text == '-') {
    say("%s=%s is no number", name, text);
    give_up(EXIT_USAGE);
  }
  return number;
}

/// `2026-01-01T00:00:00Z`, in nanoseconds since 1970.
static int64_t start_from_environment(void) {
  const char *text = getenv("VIRTUAL_TIME_START");
  if (!text || !*text) text = "2026-01-01T00:00:00Z";
  struct tm date = {0};
  const char *end = strptime(text, "%Y-%m-%dT%H:%M:%SZ", &date);
  if (!end || *end) {
    say("VIRTUAL_TIME_START=%s is no date; write it as 2026-01-01T00:00:00Z", text);
    give_up(EXIT_USAGE);
  }
  return timegm(&date) * SECOND;
}

static void set_name(struct process *process) {
  const char *name = getenv("VIRTUAL_TIME_NAME");
  if (!name || !*name) name = program_invocation_short_name;
  strncpy(process->name, name, sizeof process->name - 1);
}

// MARK: The program starts again

// Some of what differs from run to run is decided before any library can have a say: where the kernel
// puts things, and how the Swift runtime hashes. Swift's crash reports stop all threads by signals,
// which would wait for the baton forever.

static bool is_set(const char *name, const char *value) {
  const char *found = getenv(name);
  return found && strcmp(found, value) == 0;
}

static void start_again_if_needed(void) {
  if (getenv("VIRTUAL_TIME_PREPARED")) return;
  bool is_prepared = is_set("SWIFT_DETERMINISTIC_HASHING", "1") &&
                     is_set("SWIFT_BACKTRACE", "enable=no");
  // Refused in many containers, where the library's own heap has to do.
  int before = personality(0xffffffff);
  if (before >= 0 && !(before & ADDR_NO_RANDOMIZE) &&
      personality((unsigned long)before | ADDR_NO_RANDOMIZE) >= 0) {
    is_prepared = false;
  }
  setenv("VIRTUAL_TIME_PREPARED", "1", 1);
  if (is_prepared) return;
  setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1);
  setenv("SWIFT_BACKTRACE", "enable=no", 1);

  enum { ARGUMENT_BYTES = 2 * 1024 * 1024, ARGUMENTS_MAX = 16384 };
  char *bytes = malloc(ARGUMENT_BYTES);
  char **arguments = calloc(ARGUMENTS_MAX + 1, sizeof *arguments);
  long file = system_call(SYS_openat, AT_FDCWD, (long)"/proc/self/cmdline", O_RDONLY | O_CLOEXEC, 0, 0, 0);
  long length = 0, part;
  while (file >= 0 && length < ARGUMENT_BYTES - 1 &&
         (part = system_call(SYS_read, file, (long)(bytes + length), ARGUMENT_BYTES - 1 - length, 0, 0, 0)) > 0) {
    length += part;
  }
  bytes[length] = 0;
  int count = 0;
  for (char *next = bytes; next < bytes + length && count < ARGUMENTS_MAX; next += strlen(next) + 1) {
    arguments[count++] = next;
  }
  char program[4096];
  long program_length = system_call(SYS_readlinkat, AT_FDCWD, (long)"/proc/self/exe", (long)program, sizeof program - 1, 0, 0);
  if (program_length > 0) {
    program[program_length] = 0;
    execve(program, arguments, environ);
  }
  // Without a second start all works but for orders that hashing decides.
  say("could not start %s again; orders of sets and dictionaries will differ", arguments[0]);
}

// MARK: The world's memory

static struct world *map_world(int file) {
  long address = system_call(SYS_mmap, 0, sizeof(struct world), PROT_READ | PROT_WRITE, MAP_SHARED,
                             file, 0);
  if (address < 0 && address > -4096) {
    say("the world's memory cannot be mapped: %s", strerror((int)-address));
    give_up(VIRTUAL_TIME_EXIT_STUCK);
  }
  return (struct world *)address;
}

/// One processor for all: only one thread runs at a time, and passing the baton from one processor to
/// another takes three times as long.
static void stay_on_one_processor(void) {
  cpu_set_t allowed, one;
  CPU_ZERO(&allowed);
  system_call(SYS_sched_getaffinity, 0, sizeof allowed, (long)&allowed, 0, 0, 0);
  int count = CPU_COUNT(&allowed);
  if (count == 0) return;
  int wanted = (int)(number_from("VIRTUAL_TIME_PROCESSOR", (uint64_t)getpid()) % (uint64_t)count);
  for (int processor = 0; processor < CPU_SETSIZE; processor++) {
    if (!CPU_ISSET(processor, &allowed) || wanted-- > 0) continue;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    system_call(SYS_sched_setaffinity, 0, sizeof one, (long)&one, 0, 0, 0);
    return;
  }
}

static void begin_world(void) {
  uint64_t seed = number_from("VIRTUAL_TIME_SEED", 0);
  int64_t start = start_from_environment();
  long file = system_call(SYS_memfd_create, (long)"virtual-time", MFD_CLOEXEC, 0, 0, 0, 0);
  if (file < 0 || system_call(SYS_ftruncate, file, sizeof(struct world), 0, 0, 0, 0) < 0) {
    say("there is no memory for a world");
    give_up(VIRTUAL_TIME_EXIT_STUCK);
  }
  // Out of the way of programs that expect certain numbers.
  long high = system_call(SYS_fcntl, file, F_DUPFD_CLOEXEC, 900, 0, 0, 0);
  if (high >= 0) {
    system_call(SYS_close, file, 0, 0, 0, 0, 0);
    file = high;
  }
  struct world *made = map_world((int)file);
  made->magic = WORLD_MAGIC;
  made->seed = seed;
  made->now = UPTIME_AT_START;
  made->start = start - UPTIME_AT_START;
  made->limit = NEVER;
  made->trace = 0xcbf29ce484222325ull;
  made->preemption = (uint32_t)number_from("VIRTUAL_TIME_PREEMPTION", 0);
  world = made;
  virtual_time_reseed();
  this_process = claim_process(getpid(), NULL);
  atomic_store(&made->holder, place_of(this_process) + 1);
  struct thread *thread = claim_thread(this_process);
  thread->state = THREAD_RUNNING;
  note_outside_output();
  stay_on_one_processor();

  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%ld", getpid(), file);
  setenv("VIRTUAL_TIME_WORLD", path, 1);
}

// MARK: Coming into a world

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

/// After exec: the process has its place, and the baton.
static void become_program(void) {
  empty_process(this_process);
  struct thread *thread = claim_thread(this_process);
  thread->state = THREAD_RUNNING;
}

static void join_world(const char *path) {
  long file = system_call(SYS_openat, AT_FDCWD, (long)path, O_RDWR | O_CLOEXEC, 0, 0, 0);
  if (file < 0) {
    say("%s: the world %s is no more", program_invocation_short_name, path);
    give_up(VIRTUAL_TIME_EXIT_STUCK);
  }
  struct world *found = map_world((int)file);
  system_call(SYS_close, file, 0, 0, 0, 0, 0);
  if (found->magic != WORLD_MAGIC) {
    say("%s is no world of this version", path);
    give_up(VIRTUAL_TIME_EXIT_STUCK);
  }
  world = found;
  this_process = process_with(getpid());
  if (this_process) {
    become_program();
  } else {
    apply();
    wait_for_baton(&this_process->threads[0]);
  }
}

static void begin(void) {
  find_real_calls();
  const char *path = getenv("VIRTUAL_TIME_WORLD");
  bool joins = path && *path;
  if (joins) {
    join_world(path);
  } else {
    start_again_if_needed();
    begin_world();
  }
  start_heap();
  set_name(this_process);
  open_trace();
  widen_output();
  prepare_threads();
  this_process->threads[0].handle = pthread_self();
  become_thread(&this_process->threads[0]);
  prepare_for_crashes();
  if (is_first_process()) {
    start_watchdog();
  } else {
    follow_first_process(world->processes[0].id);
  }
}

__attribute__((constructor(101))) static void begin_if_asked(void) {
  if (getenv("VIRTUAL_TIME_WORLD") || getenv("VIRTUAL_TIME_SEED")) return begin();
  find_real_calls();
  is_inactive = true;
}
