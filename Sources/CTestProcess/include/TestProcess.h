#ifndef TEST_PROCESS_H
#define TEST_PROCESS_H

#include <stdint.h>

/// Set in the environment of a process that runs one device test.
#define TEST_PROCESS_MARKER "GREENROOM_DEVICE_TEST"

/// A thread that waits until an instant or until it is called, whichever comes first.
struct test_process_bell;

struct test_process_bell *_Nonnull test_process_bell_create(void);

/// Has the next wait, or the present one, end. Callable from any thread.
void test_process_bell_ring(struct test_process_bell *_Nonnull bell);

/// Waits until `deadline`, in nanoseconds since 1970, exact to the nanosecond; INT64_MAX: until rung.
void test_process_bell_wait(struct test_process_bell *_Nonnull bell, int64_t deadline);

#endif
