#ifndef CLOCK_H
#define CLOCK_H

#include "World.h"

#define NEVER INT64_MAX
#define SECOND 1000000000ll

/// How long the machine has been up when a world begins. A world that starts at zero would make
/// programs see a time before their birth.
#define UPTIME_AT_START (1000 * SECOND)

/// What a clock shows now. Every monotonic clock shows the time since boot, processor-time clocks too.
int64_t clock_value(clockid_t clock);

/// The sum, or NEVER.
static inline int64_t saturating_sum(int64_t a, int64_t b) {
  return b == NEVER || a > NEVER - b ? NEVER : a + b;
}

/// Nanoseconds; NEVER for what lies centuries away.
static inline int64_t nanoseconds_of(const struct timespec *time) {
  if (time->tv_sec > 9000000000ll) return NEVER;
  return time->tv_sec < 0 ? 0 : time->tv_sec * SECOND + time->tv_nsec;
}

static inline struct timespec timespec_of(int64_t nanoseconds) {
  return (struct timespec){nanoseconds / SECOND, nanoseconds % SECOND};
}

/// The world's instant at which a clock will show a time; the present one if it has passed.
int64_t instant_of(clockid_t clock, const struct timespec *time);

/// The world's instant after a duration; without one NEVER.
static inline int64_t instant_after(const struct timespec *duration) {
  return duration ? saturating_sum(world->now, nanoseconds_of(duration)) : NEVER;
}

/// The same for poll's milliseconds; negative ones are without end.
static inline int64_t instant_after_milliseconds(int milliseconds) {
  return milliseconds < 0 ? NEVER : saturating_sum(world->now, milliseconds * 1000000ll);
}

/// Called with each sign of progress, so that only a loop that does nothing but look at the clock
/// counts as waiting for it.
void clock_was_not_all(void);

#endif
