#ifndef CUIKIT_H
#define CUIKIT_H

#include <stddef.h>
#include <stdint.h>

// Where the function into which this is inlined returns to: the caller of a public method.
static inline __attribute__((always_inline)) uintptr_t cuikit_return_address(void) {
  return (uintptr_t)__builtin_return_address(0);
}

// The symbol of the function that contains `address`, cut to `capacity` bytes with the final zero;
// empty where unknown.
void cuikit_symbol(uintptr_t address, char *name, size_t capacity);

// Lines, whether a terminal or a file listens. `stdout` and `stderr` are out of reach of Swift 6.
void cuikit_buffer_lines(void);

// Writes out standard output, unless another thread is writing to it.
void cuikit_flush_output(void);

// One line to standard error, whole.
void cuikit_write_error_line(const char *line);

// Sends bytes on a stream socket with a descriptor attached to them; waits for room. How many bytes
// went, or -1 with errno. MSG_NOSIGNAL is set.
long cuikit_send_descriptor(int socket, const void *bytes, size_t count, int descriptor);

#endif
