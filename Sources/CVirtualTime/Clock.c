#include "Clock.h"

#include "Baton.h"
#include "SystemCall.h"

/// A loop that has looked at the clock so often, and done nothing else, waits for it to move.
enum { READS_OF_A_BUSY_WAIT = 5000 };

static uint32_t reads;

void clock_was_not_all(void) { reads = 0; }

int64_t clock_value(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_TAI: return world->start + world->now;
    default: return world->now;
  }
}

int64_t instant_of(clockid_t clock, const struct timespec *time) {
  int64_t wanted = nanoseconds_of(time);
  if (wanted == NEVER) return NEVER;
  int64_t remaining = wanted - clock_value(clock);
  return saturating_sum(world->now, remaining > 0 ? remaining : 0);
}

/// Time creeps for those who wait by looking at the clock, faster and faster.
static void look_at_clock(void) {
  if (!is_scheduled() || ++reads < READS_OF_A_BUSY_WAIT) return;
  uint32_t so_far = reads;
  uint32_t doublings = (so_far - READS_OF_A_BUSY_WAIT) / 1000;
  int64_t step = 1000ll << (doublings > 20 ? 20 : doublings);
  wait_for_time(CALL_clock_gettime, saturating_sum(world->now, step));
  reads = so_far;
}

STAND_IN int clock_gettime(clockid_t clock, struct timespec *time) {
  PASS_ON(clock_gettime, clock, time);
  if (!world) return REAL(clock_gettime)(clock, time);
  look_at_clock();
  *time = timespec_of(clock_value(clock));
  return 0;
}

STAND_IN int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  PASS_ON(gettimeofday, time, zone);
  if (!world) return REAL(gettimeofday)(time, zone);
  look_at_clock();
  int64_t value = clock_value(CLOCK_REALTIME);
  time->tv_sec = value / SECOND;
  time->tv_usec = value % SECOND / 1000;
  return 0;
}

STAND_IN time_t time(time_t *result) {
  if (!world) return REAL(time)(result);
  look_at_clock();
  time_t seconds = clock_value(CLOCK_REALTIME) / SECOND;
  if (result) *result = seconds;
  return seconds;
}

STAND_IN int timespec_get(struct timespec *time, int base) {
  if (!world || base != TIME_UTC) return REAL(timespec_get)(time, base);
  return clock_gettime(CLOCK_REALTIME, time) == 0 ? base : 0;
}

STAND_IN clock_t clock(void) {
  if (!world) return REAL(clock)();
  return (clock_t)(world->now / (SECOND / CLOCKS_PER_SEC));
}

// MARK: Sleeping

/// The shortest sleep. Without one a loop that sleeps for what rounds to nothing would never end.
static const int64_t shortest_sleep = 1000;

static void sleep_until(enum call call, int64_t instant) {
  int64_t earliest = world->now + shortest_sleep;
  wait_for_time(call, instant < earliest ? earliest : instant);
}

STAND_IN int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                             struct timespec *remaining) {
  if (!is_scheduled()) return REAL(clock_nanosleep)(clock, flags, time, remaining);
  sleep_until(CALL_clock_nanosleep,
              (flags & TIMER_ABSTIME) ? instant_of(clock, time) : instant_after(time));
  return 0;
}

STAND_IN int nanosleep(const struct timespec *time, struct timespec *remaining) {
  if (!is_scheduled()) return REAL(nanosleep)(time, remaining);
  sleep_until(CALL_nanosleep, instant_after(time));
  return 0;
}

STAND_IN int usleep(useconds_t microseconds) {
  if (!is_scheduled()) return REAL(usleep)(microseconds);
  sleep_until(CALL_usleep, world->now + microseconds * 1000ll);
  return 0;
}

STAND_IN unsigned sleep(unsigned seconds) {
  if (!is_scheduled()) return REAL(sleep)(seconds);
  sleep_until(CALL_sleep, world->now + seconds * SECOND);
  return 0;
}

STAND_IN int sched_yield(void) {
  if (!is_scheduled()) return REAL(sched_yield)();
  take_turns(CALL_sched_yield);
  return 0;
}
