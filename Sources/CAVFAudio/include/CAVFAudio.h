#ifndef CAVFAUDIO_H
#define CAVFAUDIO_H

#include <stddef.h>

// A file without a name that holds a copy of the bytes, at its beginning, and that nobody can change
// any more: whoever maps it need not fear that it shrinks. Its descriptor, or -1 with errno.
int cavfaudio_sealed_copy(const char *name, const void *bytes, size_t count);

// Opens a regular file to read, without waiting for what is none. Its descriptor, or -1 with errno:
// EINVAL where it is no regular file.
int cavfaudio_open_file(const char *path);

#endif
