#ifndef OUTSIDERS_H
#define OUTSIDERS_H

#include "World.h"

/// Descendants of the world's processes that are not in virtual time. Time stands still for them, but
/// not for ever.

/// Notes one. What begins its ancestors is the parent, or the process that it was until now.
void add_outsider(pid_t id, const struct process *nearest);
/// Looks after them. Returns whether anything may have changed.
bool wait_for_outsiders(void);
/// Ends those that descend from the process with a number; returns how many.
int kill_outsiders(uint32_t ancestor);

#endif
