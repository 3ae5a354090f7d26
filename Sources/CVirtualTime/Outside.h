#ifndef OUTSIDE_H
#define OUTSIDE_H

#include "World.h"

/// The threads of the library's own: the world does not schedule them, and they touch nothing of it
/// unless nobody has the baton.

/// In the first process: notices who keeps the baton too long, and who died with it.
void start_watchdog(void);
/// In all others: their world ends with the first process.
void follow_first_process(pid_t first);
/// Remembers what the first process waits for, so that a world at rest can wait for it in the kernel.
void note_outside_descriptors(const struct pollfd *descriptors, uint32_t count);
/// In the copy of the first process, which is not the first.
void forget_outside(void);

#endif
