#ifndef ENDS_H
#define ENDS_H

#include "World.h"

/// Whether this process began the world.
bool is_first_process(void);
void prepare_for_crashes(void);
/// Has a process run nothing more, or run on.
void set_frozen(struct process *process, bool is_frozen);

#endif
