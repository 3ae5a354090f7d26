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

_Noreturn void give_up(int code) {
  for (;;) system_call(SYS_exit_group, code, 0, 0, 0, 0, 0);
}

// MARK: What the environment says

/// `getenv` is another one in some programs, in shells above all, and not at work yet.
static const char *variable(const char *name) { return value_in(environ, name); }

static uint64_t number_from(const char *name, uint64_t otherwise) {
  const char *text = variable(name);
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

/// `2026-01-01T00:00:00Z`, perhaps with a fraction as in `00:00:00.25Z`, in nanoseconds since 1970.
static int64_t start_from_environment(void) {
  const char *text = variable("VIRTUAL_TIME_START");
  if (!text || !*text) text = "2026-01-01T00:00:00Z";
  struct tm date = {0};
  const char *end = strptime(text, "%Y-%m-%dT%H:%M:%S", &date);
  int64_t nanoseconds = 0;
  if (end && *end == '.') {
    int64_t unit = SECOND / 10;
    for (end++; unit > 0 && *end >= '0' && *end <= '9'; end++, unit /= 10) {
      nanoseconds += (*end - '0') * unit;
    }
    if (unit == SECOND / 10) end = NULL;
  }
  if (!end || strcmp(end, "Z") != 0) {
    say("VIRTUAL_TIME_START=%s is no date; write it as 2026-01-01T00:00:00Z", text);
    give_up(EXIT_USAGE);
  }
  return timegm(&date) * SECOND + nanoseconds;
}

static void set_name(struct process *process) {
  const char *name = variable("VIRTUAL_TIME_NAME");
  if (!name || !*name) name = program_invocation_short_name;
  strncpy(process->name, name, sizeof process->name - 1);
}

// MARK: The world's memory

enum { WORLD_FILE_MIN = 900 };

/// A file for a new world. It outlives exec, and is out of the way of programs that expect certain
/// numbers.
static long make_world_file(void) {
  long file = system_call(SYS_memfd_create, (long)"virtual-time", MFD_CLOEXEC, 0, 0, 0, 0);
  if (file < 0 || system_call(SYS_ftruncate, file, sizeof(struct world), 0, 0, 0, 0) < 0) {
    say("there is no memory for a world");
    give_up(VIRTUAL_TIME_EXIT_STUCK);
  }
  long high = system_call(SYS_fcntl, file, F_DUPFD, WORLD_FILE_MIN, 0, 0, 0);
  if (high < 0) high = system_call(SYS_fcntl, file, F_DUPFD, 3, 0, 0, 0);
  system_call(SYS_close, file, 0, 0, 0, 0, 0);
  return high;
}

static struct world *map_world(long file) {
  long address = system_call(SYS_mmap, 0, sizeof(struct world), PROT_READ | PROT_WRITE, MAP_SHARED,
                             file, 0);
  if (address < 0 && address > -4096) {
    say("the world's memory cannot be mapped: %s", strerror((int)-address));
    give_up(VIRTUAL_TIME_EXIT_STUCK);
  }
  return (struct world *)address;
}

// MARK: The program starts again

// Some of what differs from run to run is decided before any library can have a say: where the kernel
// puts things, and how the Swift runtime hashes. Swift's crash reports stop all threads by signals,
// which would wait for the baton forever. And a program's environment must not be moved, because some
// look for their arguments beside it: what children need is in it from the start.

/// The environment with other values for some variables, which stand at its end.
static char **environment_with(char *const *settings, size_t count) {
  size_t whole = 0;
  while (environ[whole]) whole++;
  char **result = calloc(whole + count + 1, sizeof *result);
  size_t kept = 0;
  for (size_t i = 0; i < whole; i++) {
    bool is_set = false;
    for (size_t j = 0; j < count; j++) {
      size_t name = strcspn(settings[j], "=") + 1;
      is_set |= strncmp(environ[i], settings[j], name) == 0;
    }
    if (!is_set) result[kept++] = environ[i];
  }
  memcpy(&result[kept], settings, count * sizeof *settings);
  return result;
}

static char **own_arguments(void) {
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
  return arguments;
}

/// Where the first process has the world.
static char world_setting[64];

static void start_again(void) {
  // Refused in many containers, where the library's own heap has to do.
  int before = personality(0xffffffff);
  if (before >= 0) personality((unsigned long)before | ADDR_NO_RANDOMIZE);
  snprintf(world_setting, sizeof world_setting, "VIRTUAL_TIME_WORLD=/proc/%d/fd/%ld", getpid(),
           make_world_file());
  static char *const settings[] = {"SWIFT_DETERMINISTIC_HASHING=1", "SWIFT_BACKTRACE=enable=no",
                                   world_setting};
  char **environment = environment_with(settings, sizeof settings / sizeof settings[0]);
  char **arguments = own_arguments();
  char program[4096];
  long length = system_call(SYS_readlinkat, AT_FDCWD, (long)"/proc/self/exe", (long)program, sizeof program - 1, 0, 0);
  if (length > 0) {
    program[length] = 0;
    system_call(SYS_execve, (long)program, (long)arguments, (long)environment, 0, 0, 0);
  }
  // Without a second start all works but for orders that hashing decides.
  say("could not start %s again; orders of sets and dictionaries will differ", arguments[0]);
  environ = environment;
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

/// The number of the file that this process has the world in, if it is the first one; -1 in others.
static long own_world_file(const char *path) {
  int id, file;
  return sscanf(path, "/proc/%d/fd/%d", &id, &file) == 2 && id == getpid() ? file : -1;
}

void keep_world_file(bool over_exec) {
  const char *path = variable("VIRTUAL_TIME_WORLD");
  long file = path ? own_world_file(path) : -1;
  if (file >= 0) system_call(SYS_fcntl, file, F_SETFD, over_exec ? 0 : FD_CLOEXEC, 0, 0, 0);
}

static void begin_world(struct world *made) {
  uint64_t seed = number_from("VIRTUAL_TIME_SEED", 0);
  int64_t start = start_from_environment();
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
}

// MARK: Coming into a world

/// After exec: the process has its place, and the baton.
static void become_program(void) {
  empty_process(this_process);
  struct thread *thread = claim_thread(this_process);
  thread->state = THREAD_RUNNING;
  if (!is_first_process()) follow_first_process(world->processes[0].id);
}

static void come_into_world(const char *path) {
  long file = system_call(SYS_openat, AT_FDCWD, (long)path, O_RDWR | O_CLOEXEC, 0, 0, 0);
  if (file < 0) {
    say("%s: the world %s is no more", program_invocation_short_name, path);
    give_up(VIRTUAL_TIME_EXIT_STUCK);
  }
  struct world *found = map_world(file);
  system_call(SYS_close, file, 0, 0, 0, 0, 0);
  bool is_own = own_world_file(path) >= 0;
  if (is_own && found->magic == 0) return begin_world(found);
  if (found->magic != WORLD_MAGIC) {
    say("%s is no world of this version", path);
    give_up(VIRTUAL_TIME_EXIT_STUCK);
  }
  world = found;
  this_process = process_with(getpid());
  if (this_process) {
    become_program();
  } else {
    be_born();
  }
}

static void begin(void) {
  find_real_calls();
  const char *path = variable("VIRTUAL_TIME_WORLD");
  if (!path || !*path) {
    start_again();
    path = world_setting + strlen("VIRTUAL_TIME_WORLD=");
  }
  start_heap();
  come_into_world(path);
  keep_world_file(false);
  set_name(this_process);
  open_trace();
  widen_output();
  prepare_threads();
  this_process->threads[0].handle = pthread_self();
  become_thread(&this_process->threads[0]);
  prepare_for_crashes();
  prepare_for_forks();
  if (is_first_process()) start_watchdog();
}

__attribute__((constructor(101))) static void begin_if_asked(void) {
  if (variable("VIRTUAL_TIME_WORLD") || variable("VIRTUAL_TIME_SEED")) return begin();
  find_real_calls();
  is_inactive = true;
}
