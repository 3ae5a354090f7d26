#ifndef DISPATCH_H
#define DISPATCH_H

#include <stdbool.h>

/// Whether the code at an address is Dispatch's: lies where its functions lie.
bool is_in_dispatch(const void *address);

#endif
