#ifndef GREENROOM_CLOCK_H
#define GREENROOM_CLOCK_H

/// A descriptor that becomes readable when somebody sets the wall clock; -1 with errno.
int greenroom_clock_watch(void);

/// Takes what made it readable, so that it waits for the next time. Returns 0, or -1 with errno.
int greenroom_clock_rearm(int watch);

#endif
