#include "Waits.h"

#include <stdarg.h>
#include <string.h>

// The clock that does not depend on the date.
static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}

static int64_t beginning;
__attribute__((constructor)) static void begin(void) {
  beginning = nanoseconds();
  setvbuf(stdout, NULL, _IOLBF, 0);
}

void probe_tell(const char *text) {
  int64_t since = nanoseconds() - beginning;
  char instant[40];
  int length = snprintf(instant, sizeof instant, "%lld.%09lld", (long long)(since / 1000000000),
                        (long long)(since % 1000000000));
  while (instant[length - 1] == '0') length--;
  if (instant[length - 1] == '.') length--;
  instant[length] = 0;
  printf("%s %s\n", instant, text);
}

void tell(const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  probe_tell(text);
}

struct timespec duration(double seconds) {
  int64_t whole = (int64_t)(seconds * 1e9 + 0.5);
  return (struct timespec){whole / 1000000000, whole % 1000000000};
}

struct timespec after(clockid_t clock, double seconds) {
  struct timespec now, more = duration(seconds);
  clock_gettime(clock, &now);
  now.tv_sec += more.tv_sec + (now.tv_nsec + more.tv_nsec) / 1000000000;
  now.tv_nsec = (now.tv_nsec + more.tv_nsec) % 1000000000;
  return now;
}

void rest(double seconds) {
  struct timespec time = duration(seconds);
  nanosleep(&time, NULL);
}

pthread_t start(void *(*body)(void *), void *argument) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, body, argument) != 0) abort();
  return thread;
}

void finish(pthread_t thread) { pthread_join(thread, NULL); }

const char *answer(int error) {
  switch (error) {
    case 0: return "done";
    case ETIMEDOUT: return "timed out";
    case EBUSY: return "busy";
    case EDEADLK: return "deadlock";
    case EINVAL: return "invalid";
    case ENOSYS: return "not there";
    case EAGAIN: return "not now";
    case EINTR: return "interrupted";
    default: return strerror(error);
  }
}

static const struct wait *const tables[] = {lock_waits, time_waits, descriptor_waits, other_waits};
enum { TABLES = sizeof tables / sizeof tables[0] };

static const struct wait *wait_at(int index) {
  for (int table = 0; table < TABLES; table++) {
    for (const struct wait *wait = tables[table]; wait->name; wait++) {
      if (index-- == 0) return wait;
    }
  }
  return NULL;
}

const char *probe_wait_name(int index) {
  const struct wait *wait = wait_at(index);
  return wait ? wait->name : NULL;
}

int probe_wait(const char *name) {
  for (int index = 0; wait_at(index); index++) {
    if (strcmp(wait_at(index)->name, name) != 0) continue;
    wait_at(index)->run();
    return 0;
  }
  return -1;
}
