#include "greenroom_clock.h"

#include <errno.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// A timer of the wall clock that is never due, but is cancelled when that clock is set.
static int arm(int watch) {
  struct itimerspec never = {.it_value = {.tv_sec = INT32_MAX}};
  return timerfd_settime(watch, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
}

int greenroom_clock_watch(void) {
  int watch = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  if (watch < 0) return -1;
  if (arm(watch) == 0) return watch;
  int error = errno;
  close(watch);
  errno = error;
  return -1;
}

int greenroom_clock_rearm(int watch) {
  uint64_t count;
  // Answers ECANCELED: that is the news.
  if (read(watch, &count, sizeof count) < 0 && errno != ECANCELED && errno != EAGAIN) return -1;
  return arm(watch);
}
