#ifndef SYSTEM_CALL_H
#define SYSTEM_CALL_H

#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>

/// System calls that no library stands in for, this one included. They return -errno.
///
/// The scheduler itself may use nothing else: the C library's functions would come back to it.

#if defined(__x86_64__)

static inline long system_call(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

#elif defined(__aarch64__)

static inline long system_call(long number, long a, long b, long c, long d, long e, long f) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc #0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory", "cc");
  return x0;
}

#else
#error "virtual time is there for x86_64 and aarch64"
#endif

/// The way of the C library: -1 and errno.
static inline long with_errno(long result) {
  if (result < 0 && result > -4096) {
    errno = (int)-result;
    return -1;
  }
  return result;
}

/// Sleeps in the kernel while `*word == value`, in real time; no longer than `limit` if given.
static inline void kernel_wait(const void *word, uint32_t value, const struct timespec *limit) {
  system_call(SYS_futex, (long)word, FUTEX_WAIT, value, (long)limit, 0, 0);
}

static inline void kernel_wake(const void *word, int count) {
  system_call(SYS_futex, (long)word, FUTEX_WAKE, count, 0, 0, 0);
}

/// Which of the descriptors are ready right now.
static inline long ready_now(struct pollfd *descriptors, long count) {
  const struct timespec none = {0, 0};
  return system_call(SYS_ppoll, (long)descriptors, count, (long)&none, 0, 8, 0);
}

static inline int64_t real_nanoseconds(void) {
  struct timespec now = {0, 0};
  system_call(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&now, 0, 0, 0, 0);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}

#endif
