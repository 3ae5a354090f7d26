#ifndef CALLS_H
#define CALLS_H

#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct dispatch_source_s;

/// The calls that the library stands in for: `Calls.def` is the table.
enum call {
  CALL_NONE = 0,
#define CALL(group, result, name, parameters, does) CALL_##name,
#include "Calls.def"
#undef CALL
  CALL_COUNT,
};

/// The C library's own versions.
struct real_calls {
#define CALL(group, result, name, parameters, does) result(*name) parameters;
#include "Calls.def"
#undef CALL
};

/// Known to this library alone, so that it is reached without a look at the table of exports.
#define INTERNAL __attribute__((visibility("hidden")))

extern struct real_calls real_calls INTERNAL;

/// Looks all of them up; safe to call again.
void find_real_calls(void);

/// The C library's version, also before this library's constructor has run.
#define REAL(name) (*(real_calls.name ? &real_calls.name : (find_real_calls(), &real_calls.name)))

/// The process is not in virtual time and never will be, and all real calls are known.
extern bool is_inactive INTERNAL;

/// Goes on to the C library at once while inactive: one test and a jump, for the calls that programs
/// make so often that more would be felt.
#define PASS_ON(name, ...) \
  if (__builtin_expect(is_inactive, 1)) return real_calls.name(__VA_ARGS__)

const char *call_name(unsigned call);

/// What the library exports in place of the C library.
#define STAND_IN __attribute__((visibility("default")))

#endif
