#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

#include <stdbool.h>

#include "Calls.h"

/// Waits as the call would that follows, unless that would not wait.
void wait_until(short events, int descriptor, enum call call);
/// Whether somebody may wait for what happens to a descriptor.
bool is_stream(int descriptor);
/// The descriptor means something else from now on.
void forget_kind(int descriptor);
/// Has the pipes of standard output and standard error, if they are pipes, hold as much as they can.
void widen_output(void);
/// Remembers where the output of the world's first process goes.
void note_outside_output(void);

#endif
