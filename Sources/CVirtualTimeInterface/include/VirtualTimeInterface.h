#ifndef VIRTUAL_TIME_INTERFACE_H
#define VIRTUAL_TIME_INTERFACE_H

// The contract itself: this target has no other, and does not bring the library with it.
#include "../../CVirtualTime/include/VirtualTime.h"

/// The library's functions if it has been preloaded into this process or linked with it, and is at
/// work; else NULL.
const struct virtual_time_interface *_Nullable virtual_time_interface_if_active(void);

#endif
