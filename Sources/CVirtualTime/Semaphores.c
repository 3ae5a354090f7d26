#include <dlfcn.h>

#include "Baton.h"
#include "Clock.h"
#include "Dispatch.h"
#include "Heap.h"
#include "SystemCall.h"

static int wait_down(enum call call, sem_t *semaphore, int64_t deadline) {
  for (;;) {
    if (REAL(sem_trywait)(semaphore) == 0) return 0;
    if (errno != EAGAIN) return -1;
    if (wait_for_address(call, semaphore, deadline) == WOKEN) continue;
    if (REAL(sem_trywait)(semaphore) == 0) return 0;
    errno = ETIMEDOUT;
    return -1;
  }
}

STAND_IN int sem_wait(sem_t *semaphore) {
  PASS_ON(sem_wait, semaphore);
  if (!is_scheduled()) return REAL(sem_wait)(semaphore);
  return wait_down(CALL_sem_wait, semaphore, NEVER);
}

STAND_IN int sem_trywait(sem_t *semaphore) { return REAL(sem_trywait)(semaphore); }

/// Whether something lies in the data of the program or library that a call came from.
static bool is_static_of_caller(const void *address, const void *caller) {
  Dl_info own, other;
  return !is_in_heap(address) && dladdr(address, &own) && dladdr(caller, &other) &&
         own.dli_fbase == other.dli_fbase;
}

/// Whether one of Dispatch's workers waits for work. Static data stays what it is, so what was found
/// once is remembered: looking it up takes longer than all the rest of a wait.
static bool is_idle_worker(const void *semaphore, const void *caller) {
  enum { KNOWN = 32 };
  static const void *known[KNOWN];
  const void **place = &known[(uintptr_t)semaphore / sizeof(sem_t) % KNOWN];
  if (*place == semaphore) return true;
  if (!is_static_of_caller(semaphore, caller) || !is_in_dispatch(caller)) return false;
  *place = semaphore;
  return true;
}

STAND_IN int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict time) {
  if (!is_scheduled()) return REAL(sem_timedwait)(semaphore, time);
  // Dispatch's idle workers wait five seconds for work, on a semaphore in its static data. Ending and
  // making them anew would be most of what happens in a quiet week.
  bool is_worker = is_idle_worker(semaphore, __builtin_return_address(0));
  return wait_down(CALL_sem_timedwait, semaphore,
                   is_worker ? NEVER : instant_of(CLOCK_REALTIME, time));
}

STAND_IN int sem_clockwait(sem_t *restrict semaphore, clockid_t clock,
                           const struct timespec *restrict time) {
  if (!is_scheduled()) return REAL(sem_clockwait)(semaphore, clock, time);
  return wait_down(CALL_sem_clockwait, semaphore, instant_of(clock, time));
}

STAND_IN int sem_post(sem_t *semaphore) {
  PASS_ON(sem_post, semaphore);
  int result = REAL(sem_post)(semaphore);
  if (is_scheduled()) {
    wake(semaphore, 1);
    perhaps_take_turns(CALL_sem_post);
  }
  return result;
}
