#ifndef QUEUES_H
#define QUEUES_H

#include "World.h"

/// Who is ready, and who wakes when.

#define NO_PLACE UINT32_MAX

void ready_append(reference who);
/// Takes the one that the seed chooses; NOBODY if none is ready.
reference ready_take(void);
void ready_remove(reference who);

/// Adds an entry to the deadlines and keeps `*place` up to date until it is removed.
void deadline_add(reference who, int64_t at);
void deadline_remove(reference who);
/// The earliest; NULL if there is none.
const struct deadline *deadline_first(void);

/// A number below `count`, from the seed; 0 if the seed is 0.
uint32_t draw(uint32_t count);
/// splitmix64.
uint64_t next_random(uint64_t *state);

#endif
