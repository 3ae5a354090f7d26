#ifndef CUIKIT_H
#define CUIKIT_H

#include <stdint.h>

// Where the function into which this is inlined returns to: the caller of a public method.
static inline __attribute__((always_inline)) uintptr_t cuikit_return_address(void) {
  return (uintptr_t)__builtin_return_address(0);
}

// The image and the symbol that contain `address`; null where unknown. Nothing to free.
void cuikit_locate(const void *address, const char **image, const char **symbol);

// Lines, whether a terminal or a file listens. `stdout` and `stderr` are out of reach of Swift 6.
void cuikit_buffer_lines(void);

// Writes out standard output, unless another thread is writing to it.
void cuikit_flush_output(void);

// One line to standard error, whole.
void cuikit_write_error_line(const char *line);

#endif
