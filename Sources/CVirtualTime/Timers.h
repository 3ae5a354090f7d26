#ifndef TIMERS_H
#define TIMERS_H

#include "World.h"

/// A timer's time has come. Only its own process can write its descriptor.
void timer_went_off(reference who);
/// Writes what went off while other processes had the baton.
void write_pending_timers(void);
/// The descriptor means something else from now on.
void forget_timer(int descriptor);

#endif
