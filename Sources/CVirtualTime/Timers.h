#ifndef TIMERS_H
#define TIMERS_H

#include "World.h"

/// A timer's time has come. Only its own process can write its descriptor.
void timer_went_off(reference who);
/// Writes what went off while other processes had the baton.
void write_pending_timers(void);
/// The descriptor means something else from now on.
void forget_timer(int descriptor);
/// A descriptor, which may be a timer, was put into an epoll or taken out of it.
void timer_changes_set(int descriptor, int set, bool is_in);
/// A thread waits for descriptors themselves: timers among them have their deadlines again.
void pick_up_timers(const struct pollfd *descriptors, uint32_t count);

#endif
