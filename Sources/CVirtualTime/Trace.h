#ifndef TRACE_H
#define TRACE_H

#include "World.h"

/// Adds one switch to the world's hash, and to the file that `VIRTUAL_TIME_TRACE` names.
void trace_switch(const struct thread *thread);
void open_trace(void);

#endif
