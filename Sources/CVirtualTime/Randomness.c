#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>

#include "Queues.h"
#include "Report.h"
#include "SystemCall.h"

// MARK: Random numbers

/// Draws from the process's own share of the seed: what one process draws is no concern of another.
static void fill(void *bytes, size_t count) {
  char *next = bytes;
  while (count > 0) {
    uint64_t value = next_random(&this_process->random);
    size_t part = count < sizeof value ? count : sizeof value;
    memcpy(next, &value, part);
    next += part;
    count -= part;
  }
}

STAND_IN ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
  if (!world) return REAL(getrandom)(bytes, count, flags);
  fill(bytes, count);
  return (ssize_t)count;
}

STAND_IN int getentropy(void *bytes, size_t count) {
  if (!world) return REAL(getentropy)(bytes, count);
  fill(bytes, count);
  return 0;
}

// In glibc since 2.36; where it has them not, nobody calls these.

STAND_IN uint32_t arc4random(void) {
  if (!world) return REAL(arc4random)();
  uint32_t value;
  fill(&value, sizeof value);
  return value;
}

STAND_IN void arc4random_buf(void *bytes, size_t count) {
  if (world) {
    fill(bytes, count);
  } else {
    REAL(arc4random_buf)(bytes, count);
  }
}

STAND_IN uint32_t arc4random_uniform(uint32_t limit) {
  if (!world) return REAL(arc4random_uniform)(limit);
  return limit ? (uint32_t)(((uint64_t)arc4random() * limit) >> 32) : 0;
}

// MARK: Files of random numbers

/// How much one opening of a device of random numbers holds. Programs read some bytes for a seed.
enum { RANDOM_FILE_BYTES = 65536 };

static bool is_random_device(const char *path) {
  return world && path && strncmp(path, "/dev/", 5) == 0 &&
         (strcmp(path + 5, "urandom") == 0 || strcmp(path + 5, "random") == 0);
}

static int open_random(enum call call, const char *path, int flags) {
  if (this_process && !this_process->has_opened_random) {
    this_process->has_opened_random = true;
    report_served(call, path);
  }
  static char bytes[RANDOM_FILE_BYTES];
  fill(bytes, sizeof bytes);
  int descriptor =
      (int)with_errno(system_call(SYS_memfd_create, (long)"random", MFD_CLOEXEC, 0, 0, 0, 0));
  if (descriptor < 0) return -1;
  system_call(SYS_write, descriptor, (long)bytes, sizeof bytes, 0, 0, 0);
  system_call(SYS_lseek, descriptor, 0, SEEK_SET, 0, 0, 0);
  if (!(flags & O_CLOEXEC)) system_call(SYS_fcntl, descriptor, F_SETFD, 0, 0, 0, 0);
  return descriptor;
}

#define MODE_ARGUMENT(mode)                     \
  mode_t mode = 0;                              \
  if (flags & (O_CREAT | O_TMPFILE)) {          \
    va_list arguments;                          \
    va_start(arguments, flags);                 \
    mode = (mode_t)va_arg(arguments, unsigned); \
    va_end(arguments);                          \
  }

STAND_IN int open(const char *path, int flags, ...) {
  MODE_ARGUMENT(mode)
  return is_random_device(path) ? open_random(CALL_open, path, flags) : REAL(open)(path, flags, mode);
}

STAND_IN int open64(const char *path, int flags, ...) {
  MODE_ARGUMENT(mode)
  return is_random_device(path) ? open_random(CALL_open64, path, flags) : REAL(open64)(path, flags, mode);
}

STAND_IN int openat(int folder, const char *path, int flags, ...) {
  MODE_ARGUMENT(mode)
  return is_random_device(path) ? open_random(CALL_openat, path, flags) : REAL(openat)(folder, path, flags, mode);
}

STAND_IN FILE *fopen(const char *restrict path, const char *restrict mode) {
  if (!is_random_device(path)) return REAL(fopen)(path, mode);
  int descriptor = open_random(CALL_fopen, path, O_CLOEXEC);
  return descriptor < 0 ? NULL : fdopen(descriptor, "r");
}
