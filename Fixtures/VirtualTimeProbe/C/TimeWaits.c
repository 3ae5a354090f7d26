#include <linux/futex.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/time.h>

#include "Waits.h"

// MARK: Sleeping

static void sleep_in_all_ways(void) {
  struct timespec time = duration(0.25);
  nanosleep(&time, NULL);
  tell("nanosleep");
  clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
  tell("clock_nanosleep");
  time = after(CLOCK_REALTIME, 0.5);
  clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &time, NULL);
  tell("clock_nanosleep until");
  usleep(500000);
  tell("usleep");
  sleep(86400 * 365);
  tell("a year");
}

static void *count(void *number) {
  for (int round = 0; round < 1000; round++) {
    ++*(int *)number;
    sched_yield();
  }
  return NULL;
}

static void yield(void) {
  int numbers[2] = {0, 0};
  pthread_t threads[] = {start(count, &numbers[0]), start(count, &numbers[1])};
  while (numbers[0] < 100 || numbers[1] < 100) sched_yield();
  tell("both have run");
  finish(threads[0]);
  finish(threads[1]);
}

static void *live_for_a_week(void *unused) {
  rest(7 * 86400);
  return "a result";
}

static void join(void) {
  void *result;
  pthread_join(start(live_for_a_week, NULL), &result);
  tell("joined with %s", (const char *)result);
}

// MARK: Clocks

static void read_clocks(void) {
  rest(0.5);
  struct timespec date, utc;
  clock_gettime(CLOCK_REALTIME, &date);
  tell("clock_gettime %lld.%03ld", (long long)date.tv_sec, date.tv_nsec / 1000000);
  struct timeval day;
  gettimeofday(&day, NULL);
  tell("gettimeofday %lld.%03ld", (long long)day.tv_sec, day.tv_usec / 1000);
  tell("time %lld", (long long)time(NULL));
  timespec_get(&utc, TIME_UTC);
  tell("timespec_get %lld.%03ld", (long long)utc.tv_sec, utc.tv_nsec / 1000000);
  clock_t before = clock();
  for (volatile int i = 0; i < 10000000; i++) {
  }
  tell("computing took %ld", (long)(clock() - before));
}

static void spin_until_later(void) {
  struct timespec end = after(CLOCK_MONOTONIC, 3600), now;
  do clock_gettime(CLOCK_MONOTONIC, &now);
  while (now.tv_sec < end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec));
  printf("an hour has passed\n");
}

// MARK: Futexes

static _Atomic uint32_t word;

static long futex(uint32_t *address, int operation, uint32_t value, const struct timespec *time) {
  return syscall(SYS_futex, address, operation | FUTEX_PRIVATE_FLAG, value, time, NULL,
                 FUTEX_BITSET_MATCH_ANY);
}

static void *wake_later(void *unused) {
  rest(5);
  word = 1;
  futex((uint32_t *)&word, FUTEX_WAKE, 1, NULL);
  return NULL;
}

static void wait_for_futex(void) {
  uint32_t *address = (uint32_t *)&word;
  pthread_t waker = start(wake_later, NULL);
  tell("another value: %s", answer(futex(address, FUTEX_WAIT, 7, NULL) ? errno : 0));
  struct timespec time = duration(1);
  tell("wait: %s", answer(futex(address, FUTEX_WAIT, 0, &time) ? errno : 0));
  time = after(CLOCK_MONOTONIC, 1);
  tell("uptime: %s", answer(futex(address, FUTEX_WAIT_BITSET, 0, &time) ? errno : 0));
  time = after(CLOCK_REALTIME, 1);
  int operation = FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME;
  tell("date: %s", answer(futex(address, operation, 0, &time) ? errno : 0));
  tell("woken: %s", answer(futex(address, FUTEX_WAIT, 0, NULL) ? errno : 0));
  finish(waker);
}

static void *hold_inheriting_lock(void *unused) {
  futex((uint32_t *)&word, FUTEX_LOCK_PI, 0, NULL);
  rest(5);
  futex((uint32_t *)&word, FUTEX_UNLOCK_PI, 0, NULL);
  return NULL;
}

static void wait_for_inheriting_lock(void) {
  uint32_t *address = (uint32_t *)&word;
  pthread_t holder = start(hold_inheriting_lock, NULL);
  rest(1);
  tell("trylock: %s", answer(futex(address, FUTEX_TRYLOCK_PI, 0, NULL) ? errno : 0));
  struct timespec at = after(CLOCK_REALTIME, 1);
  tell("until: %s", answer(futex(address, FUTEX_LOCK_PI, 0, &at) ? errno : 0));
  tell("lock: %s", answer(futex(address, FUTEX_LOCK_PI, 0, NULL) ? errno : 0));
  tell("unlock: %s", answer(futex(address, FUTEX_UNLOCK_PI, 0, NULL) ? errno : 0));
  finish(holder);
}

const struct wait time_waits[] = {
    {"sleeps", sleep_in_all_ways},
    {"yield", yield},
    {"join", join},
    {"clocks", read_clocks},
    {"busy-wait", spin_until_later},
    {"futex", wait_for_futex},
    {"futex-pi", wait_for_inheriting_lock},
    {NULL, NULL},
};
