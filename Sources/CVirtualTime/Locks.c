#include <sys/file.h>

#include "Baton.h"
#include "Clock.h"
#include "Report.h"
#include "SystemCall.h"

// The C library's objects and their rules, with a wait of the world's where the C library would wait.
// As one thread runs at a time, trying to take a lock never races with giving it back.

// MARK: Mutexes

/// The number of the thread that has a mutex: what a report of a deadlock needs to say.
static uint32_t owner_of(const pthread_mutex_t *mutex) {
  pid_t owner = mutex->__data.__owner;
  for (uint32_t index = 0; index < this_process->thread_limit; index++) {
    const struct thread *thread = &this_process->threads[index];
    if (thread->state != THREAD_FREE && thread->kernel_id == owner) return thread->number;
  }
  return 0;
}

static int lock(enum call call, pthread_mutex_t *mutex, int64_t deadline) {
  for (;;) {
    int error = REAL(pthread_mutex_trylock)(mutex);
    if (error != EBUSY) return error;
    bool is_own = mutex->__data.__owner == this_thread->kernel_id;
    if (is_own && (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP) return EDEADLK;
    this_thread->held_by = owner_of(mutex);
    if (wait_for_address(call, mutex, deadline) == TIMED_OUT) return ETIMEDOUT;
  }
}

STAND_IN int pthread_mutex_lock(pthread_mutex_t *mutex) {
  PASS_ON(pthread_mutex_lock, mutex);
  if (!is_scheduled()) return REAL(pthread_mutex_lock)(mutex);
  perhaps_take_turns(CALL_pthread_mutex_lock);
  return lock(CALL_pthread_mutex_lock, mutex, NEVER);
}

STAND_IN int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  PASS_ON(pthread_mutex_trylock, mutex);
  perhaps_take_turns(CALL_pthread_mutex_trylock);
  return REAL(pthread_mutex_trylock)(mutex);
}

STAND_IN int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex,
                                     const struct timespec *restrict time) {
  if (!is_scheduled()) return REAL(pthread_mutex_timedlock)(mutex, time);
  return lock(CALL_pthread_mutex_timedlock, mutex, instant_of(CLOCK_REALTIME, time));
}

STAND_IN int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock,
                                     const struct timespec *restrict time) {
  if (!is_scheduled()) return REAL(pthread_mutex_clocklock)(mutex, clock, time);
  return lock(CALL_pthread_mutex_clocklock, mutex, instant_of(clock, time));
}

STAND_IN int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  PASS_ON(pthread_mutex_unlock, mutex);
  if (!is_scheduled()) return REAL(pthread_mutex_unlock)(mutex);
  int error = REAL(pthread_mutex_unlock)(mutex);
  wake(mutex, 1);
  perhaps_take_turns(CALL_pthread_mutex_unlock);
  return error;
}

STAND_IN int pthread_spin_lock(pthread_spinlock_t *lock) {
  if (!is_scheduled()) return REAL(pthread_spin_lock)(lock);
  while (REAL(pthread_spin_trylock)(lock) == EBUSY) take_turns(CALL_pthread_spin_lock);
  return 0;
}

STAND_IN int pthread_spin_trylock(pthread_spinlock_t *lock) {
  return REAL(pthread_spin_trylock)(lock);
}

// MARK: Conditions

// Wholly the world's: an object holds its clock and nothing else. All zero, as the static
// initializer leaves it, means the real-time clock.

static clockid_t *clock_of(pthread_cond_t *condition) { return (clockid_t *)condition; }

static int wait_on(enum call call, pthread_cond_t *condition, pthread_mutex_t *mutex,
                   int64_t deadline) {
  int error = REAL(pthread_mutex_unlock)(mutex);
  if (error) return error;
  wake(mutex, 1);
  enum wake_reason reason = wait_for_address(call, condition, deadline);
  error = lock(call, mutex, NEVER);
  if (error) return error;
  return reason == TIMED_OUT ? ETIMEDOUT : 0;
}

STAND_IN int pthread_cond_init(pthread_cond_t *restrict condition,
                               const pthread_condattr_t *restrict attributes) {
  if (!world) return REAL(pthread_cond_init)(condition, attributes);
  clockid_t clock = CLOCK_REALTIME;
  if (attributes) pthread_condattr_getclock(attributes, &clock);
  *condition = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  *clock_of(condition) = clock;
  return 0;
}

STAND_IN int pthread_cond_destroy(pthread_cond_t *condition) {
  return world ? 0 : REAL(pthread_cond_destroy)(condition);
}

STAND_IN int pthread_cond_wait(pthread_cond_t *restrict condition,
                               pthread_mutex_t *restrict mutex) {
  if (!is_scheduled()) return REAL(pthread_cond_wait)(condition, mutex);
  return wait_on(CALL_pthread_cond_wait, condition, mutex, NEVER);
}

STAND_IN int pthread_cond_timedwait(pthread_cond_t *restrict condition,
                                    pthread_mutex_t *restrict mutex,
                                    const struct timespec *restrict time) {
  if (!is_scheduled()) return REAL(pthread_cond_timedwait)(condition, mutex, time);
  int64_t deadline = instant_of(*clock_of(condition), time);
  return wait_on(CALL_pthread_cond_timedwait, condition, mutex, deadline);
}

STAND_IN int pthread_cond_clockwait(pthread_cond_t *restrict condition,
                                    pthread_mutex_t *restrict mutex, clockid_t clock,
                                    const struct timespec *restrict time) {
  if (!is_scheduled()) return REAL(pthread_cond_clockwait)(condition, mutex, clock, time);
  return wait_on(CALL_pthread_cond_clockwait, condition, mutex, instant_of(clock, time));
}

STAND_IN int pthread_cond_signal(pthread_cond_t *condition) {
  PASS_ON(pthread_cond_signal, condition);
  if (!world) return REAL(pthread_cond_signal)(condition);
  if (!is_scheduled()) return 0;
  wake(condition, 1);
  perhaps_take_turns(CALL_pthread_cond_signal);
  return 0;
}

STAND_IN int pthread_cond_broadcast(pthread_cond_t *condition) {
  PASS_ON(pthread_cond_broadcast, condition);
  if (!world) return REAL(pthread_cond_broadcast)(condition);
  if (!is_scheduled()) return 0;
  wake(condition, INT32_MAX);
  perhaps_take_turns(CALL_pthread_cond_broadcast);
  return 0;
}

// MARK: Read-write locks

static int lock_shared(enum call call, pthread_rwlock_t *lock, int64_t deadline) {
  for (;;) {
    int error = REAL(pthread_rwlock_tryrdlock)(lock);
    if (error != EBUSY) return error;
    if (wait_for_address(call, lock, deadline) == TIMED_OUT) return ETIMEDOUT;
  }
}

static int lock_alone(enum call call, pthread_rwlock_t *lock, int64_t deadline) {
  for (;;) {
    int error = REAL(pthread_rwlock_trywrlock)(lock);
    if (error != EBUSY) return error;
    if (wait_for_address(call, lock, deadline) == TIMED_OUT) return ETIMEDOUT;
  }
}

STAND_IN int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  PASS_ON(pthread_rwlock_rdlock, lock);
  if (!is_scheduled()) return REAL(pthread_rwlock_rdlock)(lock);
  perhaps_take_turns(CALL_pthread_rwlock_rdlock);
  return lock_shared(CALL_pthread_rwlock_rdlock, lock, NEVER);
}

STAND_IN int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  return REAL(pthread_rwlock_tryrdlock)(lock);
}

STAND_IN int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock,
                                        const struct timespec *restrict time) {
  if (!is_scheduled()) return REAL(pthread_rwlock_timedrdlock)(lock, time);
  return lock_shared(CALL_pthread_rwlock_timedrdlock, lock, instant_of(CLOCK_REALTIME, time));
}

STAND_IN int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  PASS_ON(pthread_rwlock_wrlock, lock);
  if (!is_scheduled()) return REAL(pthread_rwlock_wrlock)(lock);
  perhaps_take_turns(CALL_pthread_rwlock_wrlock);
  return lock_alone(CALL_pthread_rwlock_wrlock, lock, NEVER);
}

STAND_IN int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  return REAL(pthread_rwlock_trywrlock)(lock);
}

STAND_IN int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock,
                                        const struct timespec *restrict time) {
  if (!is_scheduled()) return REAL(pthread_rwlock_timedwrlock)(lock, time);
  return lock_alone(CALL_pthread_rwlock_timedwrlock, lock, instant_of(CLOCK_REALTIME, time));
}

STAND_IN int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  PASS_ON(pthread_rwlock_unlock, lock);
  if (!is_scheduled()) return REAL(pthread_rwlock_unlock)(lock);
  int error = REAL(pthread_rwlock_unlock)(lock);
  wake(lock, INT32_MAX);
  perhaps_take_turns(CALL_pthread_rwlock_unlock);
  return error;
}

// MARK: Once

// The C library's values, but for the generation that it adds because of fork.
enum { ONCE_RUNNING = 1, ONCE_DONE = 2 };

STAND_IN int pthread_once(pthread_once_t *control, void (*routine)(void)) {
  PASS_ON(pthread_once, control, routine);
  if (!is_scheduled()) return REAL(pthread_once)(control, routine);
  while (!(*control & ONCE_DONE)) {
    if (*control & ONCE_RUNNING) {
      wait_for_address(CALL_pthread_once, control, NEVER);
      continue;
    }
    *control = ONCE_RUNNING;
    routine();
    *control = ONCE_DONE;
    wake(control, INT32_MAX);
  }
  return 0;
}

// MARK: Locks of streams and files

STAND_IN void flockfile(FILE *stream) {
  if (!is_scheduled()) {
    REAL(flockfile)(stream);
    return;
  }
  while (REAL(ftrylockfile)(stream) != 0) wait_for_address(CALL_flockfile, stream, NEVER);
}

STAND_IN int ftrylockfile(FILE *stream) { return REAL(ftrylockfile)(stream); }

STAND_IN void funlockfile(FILE *stream) {
  REAL(funlockfile)(stream);
  if (is_scheduled()) wake(stream, 1);
}

STAND_IN int flock(int descriptor, int operation) {
  if (!is_scheduled() || (operation & LOCK_NB)) return REAL(flock)(descriptor, operation);
  // Whoever has it may be a process of another world, that nobody here hears of.
  while (REAL(flock)(descriptor, operation | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return -1;
    wait_for_time(CALL_flock, world->now + SECOND / 1000);
  }
  return 0;
}

STAND_IN int pthread_barrier_wait(pthread_barrier_t *barrier) {
  if (is_scheduled()) {
    report_refusal(CALL_pthread_barrier_wait, NULL, "use a condition or a dispatch group");
    return EINVAL;
  }
  return REAL(pthread_barrier_wait)(barrier);
}
