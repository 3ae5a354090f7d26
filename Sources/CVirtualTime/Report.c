#include "Report.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "Clock.h"
#include "Ends.h"
#include "SystemCall.h"
#include "Trace.h"

enum { MESSAGE_BYTES = 1024, WAITS_BYTES = 64 * 1024 };

static void write_out(const char *text, int length) {
  system_call(SYS_write, 2, (long)text, length, 0, 0, 0);
}

static void say_list(const struct process *subject, const char *format, va_list arguments) {
  static const char prefix[] = "virtual time: ";
  char text[MESSAGE_BYTES];
  int start = snprintf(text, sizeof text, prefix);
  int room = (int)sizeof text - start - 1;
  int more = vsnprintf(text + start, (size_t)room, format, arguments);
  if (more >= room) more = room - 1;
  if (subject) {
    uint32_t place = atomic_fetch_add(&world->reports_ever, 1) % REPORTS_MAX;
    struct report *report = &world->reports[place];
    report->process = subject->id;
    snprintf(report->text, sizeof report->text, "%s", text + start);
  }
  text[start + more] = '\n';
  write_out(text, start + more + 1);
}

void say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say_list(NULL, format, arguments);
  va_end(arguments);
}

/// The same, kept for whoever asks about the process.
__attribute__((format(printf, 2, 3)))
static void say_about(const struct process *process, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say_list(process, format, arguments);
  va_end(arguments);
}

int last_report(pid_t process, char *text, int capacity) {
  uint32_t ever = atomic_load(&world->reports_ever);
  for (uint32_t back = 1; back <= ever && back <= REPORTS_MAX; back++) {
    const struct report *report = &world->reports[(ever - back) % REPORTS_MAX];
    if (report->process != process) continue;
    return snprintf(text, text ? (size_t)capacity : 0, "%s", report->text);
  }
  return 0;
}

// MARK: Who and what

/// `Upload (process 3), thread 2 "worker"`.
static const char *name_of(const struct process *process, const struct thread *thread, char *text,
                           size_t size) {
  const char *quote = thread && thread->name[0] ? "\"" : "";
  if (thread) {
    snprintf(text, size, "%s (process %u), thread %u%s%s%s%s", process->name, process->number,
             thread->number, quote[0] ? " " : "", quote, thread->name, quote);
  } else {
    snprintf(text, size, "%s (process %u)", process->name, process->number);
  }
  return text;
}

static const char *self(char *text, size_t size) {
  return name_of(this_process, this_thread, text, size);
}

void report_refusal(enum call call, const char *subject, const char *instead) {
  char who[128];
  say_about(this_process, "%s: %s%s%s%s is refused; %s", self(who, sizeof who), call_name(call), subject ? " (" : "",
      subject ? subject : "", subject ? ")" : "", instead);
}

void report_served(enum call call, const char *subject) {
  char who[128];
  // Nothing that went wrong: not kept for whoever asks about the process.
  say("%s: %s (%s) is served from the seed", self(who, sizeof who), call_name(call), subject);
}

void report_limit(const char *what, int limit) {
  char who[128];
  say_about(this_process, "%s: no more than %d %s", self(who, sizeof who), limit, what);
}

void refuse_beyond(const char *what, int limit) {
  report_limit(what, limit);
  _exit(VIRTUAL_TIME_EXIT_STUCK);
}

static const char *program_of(pid_t process, char *text, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/exe", process);
  long length = system_call(SYS_readlinkat, AT_FDCWD, (long)path, (long)text, (long)size - 1, 0, 0);
  if (length < 0) return "a program";
  text[length] = 0;
  return text;
}

void report_outsider(pid_t child) {
  char who[128], program[512];
  say_about(this_process, "%s: its child %s did not load the library (is it a static program?); it runs in real time, "
      "and virtual time stands still until it ends",
      self(who, sizeof who), program_of(child, program, sizeof program));
}

void report_static(const char *program) {
  char who[128];
  say_about(this_process, "%s: %s is a static program and cannot load the library; it runs in real time, and "
      "virtual time stands still until it ends",
      self(who, sizeof who), program);
}

void report_lasting_outsider(const struct outsider *outsider) {
  char program[512];
  say("%s, which %s (process %u) started, runs in real time and does not end; virtual time goes on "
      "without it",
      program_of(outsider->id, program, sizeof program), outsider->nearest, outsider->ancestors[0]);
}

// MARK: Waits

struct text {
  char *bytes;
  int capacity;
  int length;
};

__attribute__((format(printf, 2, 3)))
static void add(struct text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  bool has_room = text->length < text->capacity;
  int more = vsnprintf(has_room ? text->bytes + text->length : NULL,
                       has_room ? (size_t)(text->capacity - text->length) : 0, format, arguments);
  va_end(arguments);
  text->length += more;
}

static void add_thread(struct text *text, const struct process *process,
                       const struct thread *thread) {
  char who[128];
  add(text, "  %s: ", name_of(process, thread, who, sizeof who));
  switch (thread->state) {
    case THREAD_RUNNING: add(text, "runs"); break;
    case THREAD_READY: add(text, "is ready"); break;
    default:
      if (thread->wait == WAIT_IDLE) {
        add(text, "waits for all others");
      } else {
        add(text, "waits in %s", thread->call ? call_name(thread->call) : "its start");
      }
  }
  if (thread->held_by) add(text, " for thread %u", thread->held_by);
  if (thread->state == THREAD_BLOCKED && thread->deadline != NEVER) {
    int64_t rest = thread->deadline - world->now;
    add(text, ", for %.9g s more", (double)rest / 1e9);
  }
  if (process->is_frozen) add(text, " (frozen)");
  add(text, "\n");
}

int describe_waits(const struct process *process, char *bytes, int capacity) {
  struct text text = {bytes, bytes ? capacity : 0, 0};
  if (text.capacity) bytes[0] = 0;
  for (uint32_t place = 0; place < world->process_limit; place++) {
    const struct process *one = &world->processes[place];
    if (one->state != PROCESS_ALIVE || (process && one != process)) continue;
    for (uint32_t index = 0; index < one->thread_limit; index++) {
      if (one->threads[index].state != THREAD_FREE) add_thread(&text, one, &one->threads[index]);
    }
  }
  return text.length;
}

static void write_waits(const struct process *process) {
  static char text[WAITS_BYTES];
  int length = describe_waits(process, text, sizeof text);
  write_out(text, length < WAITS_BYTES ? length : WAITS_BYTES - 1);
}

// MARK: Ends of worlds

static _Noreturn void end_first_process(int code) {
  report_statistics();
  for (;;) system_call(SYS_exit_group, code, 0, 0, 0, 0, 0);
}

void obey_verdict(void) {
  if (world->verdict && is_first_process()) end_first_process(world->verdict);
}

static void end_world(int verdict) {
  world->verdict = verdict;
  if (is_first_process()) end_first_process(verdict);
  // Another one found out; the first process has to end with the code, so it gets the baton.
  struct process *first = &world->processes[0];
  struct thread *thread = &first->threads[0];
  atomic_store(&world->holder, 1);
  atomic_store(&thread->baton, 1);
  kernel_wake(&thread->baton, 1);
}

void report_quiescence(void) {
  bool is_held = world->deadline_count > 0;
  say("%s at %.9f s, seed %llu:",
      is_held ? "the clock is held, and nothing but its going on would let anything run"
              : "nothing can run any more, and no time is waited for",
      (double)(world->now - UPTIME_AT_START) / 1e9, (unsigned long long)world->seed);
  write_waits(NULL);
  end_world(VIRTUAL_TIME_EXIT_QUIESCENT);
}

// MARK: Who keeps the baton

/// Which system call a thread of the kernel's is in; -1 while it computes.
static long system_call_of(pid_t process, pid_t thread) {
  char path[64], text[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/syscall", process, thread);
  long file = system_call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0);
  if (file < 0) return -1;
  long length = system_call(SYS_read, file, (long)text, sizeof text - 1, 0, 0, 0);
  system_call(SYS_close, file, 0, 0, 0, 0, 0);
  text[length > 0 ? length : 0] = 0;
  return text[0] >= '0' && text[0] <= '9' ? strtol(text, NULL, 10) : -1;
}

static const char *system_call_name(long number, char *text, size_t size) {
  switch (number) {
#define NAMED(name) case SYS_##name: return #name;
    NAMED(read) NAMED(write) NAMED(readv) NAMED(writev) NAMED(connect) NAMED(accept4)
    NAMED(recvfrom) NAMED(recvmsg) NAMED(sendto) NAMED(sendmsg) NAMED(ppoll) NAMED(pselect6)
    NAMED(epoll_pwait) NAMED(futex) NAMED(wait4) NAMED(waitid) NAMED(flock) NAMED(fcntl)
    NAMED(openat) NAMED(fsync) NAMED(nanosleep) NAMED(clock_nanosleep) NAMED(io_uring_enter)
#undef NAMED
  }
  snprintf(text, size, "system call %ld", number);
  return text;
}

void report_stuck(const struct process *process, const struct thread *thread, int seconds) {
  char who[128], call[64];
  long number = thread ? system_call_of(process->id, thread->kernel_id) : -1;
  if (number >= 0) {
    say_about(process, "%s has been in %s for %d real seconds, a wait that virtual time cannot see; it is ended",
        name_of(process, thread, who, sizeof who), system_call_name(number, call, sizeof call),
        seconds);
  } else {
    say_about(process, "%s has computed for %d real seconds without a call at which another thread could run; it "
        "is ended (VIRTUAL_TIME_PATIENCE=seconds gives it longer)",
        name_of(process, thread, who, sizeof who), seconds);
  }
  write_waits(process);
}

void report_unending_instant(const struct process *process, const struct thread *thread) {
  char who[128];
  say_about(process, "%s never lets this instant end: the threads of the world took turns %llu times at %.9f s; it "
      "is ended",
      name_of(process, thread, who, sizeof who), (unsigned long long)world->steps,
      (double)(world->now - UPTIME_AT_START) / 1e9);
  write_waits(process);
}

void report_statistics(void) {
  if (!getenv("VIRTUAL_TIME_STATISTICS")) return;
  say("%.6f s, %llu switches, %u processes, trace %016llx",
      (double)(world->now - UPTIME_AT_START) / 1e9,
      (unsigned long long)atomic_load(&world->switches), world->processes_ever,
      (unsigned long long)world->trace);
}
