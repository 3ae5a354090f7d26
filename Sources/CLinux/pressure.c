#define _GNU_SOURCE
#include "greenroom_pressure.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

int greenroom_pressure_open(const char *path, const char *trigger) {
  int descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return -1;
  // The kernel expects the terminating zero to be part of the text.
  if (write(descriptor, trigger, strlen(trigger) + 1) < 0) {
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
  }
  return descriptor;
}

enum greenroom_pressure_event greenroom_pressure_wait(int trigger, int wakeup) {
  struct pollfd descriptors[2] = {
      {.fd = trigger, .events = POLLPRI},
      {.fd = wakeup, .events = POLLIN},
  };
  int count;
  do {
    count = poll(descriptors, 2, -1);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return GREENROOM_PRESSURE_FAILED;
  if (descriptors[1].revents != 0) return GREENROOM_PRESSURE_WOKEN;
  // POLLERR comes together with POLLPRI when the cgroup has been removed.
  if (descriptors[0].revents & (POLLERR | POLLNVAL)) {
    errno = ENODEV;
    return GREENROOM_PRESSURE_FAILED;
  }
  return GREENROOM_PRESSURE_STALLED;
}

int greenroom_wakeup_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int greenroom_wakeup_signal(int wakeup) { return eventfd_write(wakeup, 1); }
