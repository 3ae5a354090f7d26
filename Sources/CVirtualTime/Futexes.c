#include <linux/futex.h>
#include <stdarg.h>
#include <sys/random.h>

#include "Baton.h"
#include "Clock.h"
#include "Processes.h"
#include "Report.h"
#include "SystemCall.h"

// Dispatch, the Swift runtime and libstdc++ reach futexes through syscall(2).

static long failure(int error) {
  errno = error;
  return -1;
}

static long futex_wait(uint32_t *word, uint32_t expected, int64_t deadline, uint32_t bits) {
  if (*word != expected) return failure(EAGAIN);
  if (bits == 0) return failure(EINVAL);
  if (wait_for_bits(CALL_syscall, word, bits, deadline) == TIMED_OUT) return failure(ETIMEDOUT);
  return 0;
}

static long futex_wake(uint32_t *word, int count, uint32_t bits) {
  int woken = wake_bits(word, count, bits);
  perhaps_take_turns(CALL_syscall);
  return woken;
}

// With priority inheritance the word is the owner's thread id, and a bit that says that somebody
// waits.

static long futex_lock(uint32_t *word, int64_t deadline) {
  uint32_t own = (uint32_t)this_thread->kernel_id;
  for (;;) {
    uint32_t owner = *word & FUTEX_TID_MASK;
    if (owner == own) return failure(EDEADLK);
    if (owner == 0) {
      *word = own | (*word & FUTEX_WAITERS);
      return 0;
    }
    *word |= FUTEX_WAITERS;
    enum wake_reason reason = wait_for_address(CALL_syscall, word, deadline);
    // Whoever unlocks hands the lock to the thread that it wakes.
    if ((*word & FUTEX_TID_MASK) == own) return 0;
    if (reason == TIMED_OUT) return failure(ETIMEDOUT);
  }
}

static long futex_try_lock(uint32_t *word) {
  if (*word & FUTEX_TID_MASK) return failure(EAGAIN);
  *word = (uint32_t)this_thread->kernel_id | (*word & FUTEX_WAITERS);
  return 0;
}

static long futex_unlock(uint32_t *word) {
  if ((*word & FUTEX_TID_MASK) != (uint32_t)this_thread->kernel_id) return failure(EPERM);
  struct thread *next = next_waiter_for(word);
  if (next) {
    make_ready(next, WOKEN);
    *word = (uint32_t)next->kernel_id | (has_waiters(word) ? FUTEX_WAITERS : 0);
  } else {
    *word = 0;
  }
  perhaps_take_turns(CALL_syscall);
  return 0;
}

static long futex(uint32_t *word, int operation, uint32_t value, const struct timespec *time,
                  uint32_t bits) {
  clockid_t clock = (operation & FUTEX_CLOCK_REALTIME) ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT: return futex_wait(word, value, instant_after(time), ~0u);
    case FUTEX_WAIT_BITSET:
      return futex_wait(word, value, time ? instant_of(clock, time) : NEVER, bits);
    case FUTEX_WAKE: return futex_wake(word, (int)value, ~0u);
    case FUTEX_WAKE_BITSET: return futex_wake(word, (int)value, bits);
    case FUTEX_LOCK_PI: return futex_lock(word, time ? instant_of(CLOCK_REALTIME, time) : NEVER);
    case FUTEX_LOCK_PI2: return futex_lock(word, time ? instant_of(clock, time) : NEVER);
    case FUTEX_TRYLOCK_PI: return futex_try_lock(word);
    case FUTEX_UNLOCK_PI: return futex_unlock(word);
    default:
      report_refusal(CALL_syscall, "futex operation", "virtual time does not know this operation");
      return failure(ENOSYS);
  }
}

STAND_IN long syscall(long number, ...) {
  va_list arguments;
  va_start(arguments, number);
  long a = va_arg(arguments, long), b = va_arg(arguments, long), c = va_arg(arguments, long);
  long d = va_arg(arguments, long), e = va_arg(arguments, long), f = va_arg(arguments, long);
  va_end(arguments);
  if (!is_scheduled()) return with_errno(system_call(number, a, b, c, d, e, f));
  switch (number) {
    case SYS_futex:
      return futex((uint32_t *)a, (int)b, (uint32_t)c, (const struct timespec *)d, (uint32_t)f);
    case SYS_getrandom: return getrandom((void *)a, (size_t)b, (unsigned)c);
    case SYS_clock_gettime: return clock_gettime((clockid_t)a, (struct timespec *)b);
    case SYS_clone:
    case SYS_clone3: return clone_process(number, a, b, c, d, e);
    default: {
      long result = with_errno(system_call(number, a, b, c, d, e, f));
      // Whatever it was, others may have waited for it.
      descriptors_changed();
      return result;
    }
  }
}
