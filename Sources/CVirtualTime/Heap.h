#ifndef HEAP_H
#define HEAP_H

#include <stdbool.h>

/// From now on memory comes from a range that is the same in each run.
void start_heap(void);
bool is_in_heap(const void *address);

#endif
