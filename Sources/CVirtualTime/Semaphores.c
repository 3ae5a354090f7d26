#include <dlfcn.h>

#include "Baton.h"
#include "Clock.h"
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
  if (!is_scheduled()) return REAL(sem_wait)(semaphore);
  return wait_down(CALL_sem_wait, semaphore, NEVER);
}

STAND_IN int sem_trywait(sem_t *semaphore) { return REAL(sem_trywait)(semaphore); }

/// Whether something lies in the data of a program or a library.
static bool is_static(const void *address) {
  Dl_info information;
  return !is_in_heap(address) && dladdr(address, &information) && information.dli_fname;
}

STAND_IN int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict time) {
  if (!is_scheduled()) return REAL(sem_timedwait)(semaphore, time);
  // Dispatch's idle workers wait five seconds for work, on a semaphore in its static data; those of
  // programs lie on the heap. Ending and making them anew would be most of what happens in a quiet
  // week.
  int64_t deadline = is_static(semaphore) ? NEVER : instant_of(CLOCK_REALTIME, time);
  return wait_down(CALL_sem_timedwait, semaphore, deadline);
}

STAND_IN int sem_clockwait(sem_t *restrict semaphore, clockid_t clock,
                           const struct timespec *restrict time) {
  if (!is_scheduled()) return REAL(sem_clockwait)(semaphore, clock, time);
  return wait_down(CALL_sem_clockwait, semaphore, instant_of(clock, time));
}

STAND_IN int sem_post(sem_t *semaphore) {
  int result = REAL(sem_post)(semaphore);
  if (is_scheduled()) {
    wake(semaphore, 1);
    perhaps_take_turns(CALL_sem_post);
  }
  return result;
}
