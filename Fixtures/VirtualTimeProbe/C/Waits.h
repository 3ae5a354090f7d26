#ifndef WAITS_H
#define WAITS_H

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "Probe.h"

/// A wait that can be asked for by name.
struct wait {
  const char *name;
  void (*run)(void);
};

extern const struct wait lock_waits[], time_waits[], descriptor_waits[], other_waits[];

__attribute__((format(printf, 1, 2))) void tell(const char *format, ...);

/// Sleeps for so many seconds.
void rest(double seconds);
/// An instant of a clock, so many seconds from now.
struct timespec after(clockid_t clock, double seconds);
struct timespec duration(double seconds);

/// Runs a function in a thread of its own; `finish` waits for its end.
pthread_t start(void *(*body)(void *), void *argument);
void finish(pthread_t thread);

/// What a call answered, in a word.
const char *answer(int error);

#endif
