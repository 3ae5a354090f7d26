#ifndef PROBE_H
#define PROBE_H

#include <pthread.h>
#include <stdint.h>
#include <time.h>

/// Prints what happened and when: seconds of this program's clock since its start, then the text.
void probe_tell(const char *_Nonnull text);
/// Runs one of the waits of C; -1 if there is none of that name.
int probe_wait(const char *_Nonnull name);
/// The names of all waits of C; NULL beyond the last one.
const char *_Nullable probe_wait_name(int index);

/// fork(2) is not there in Swift: prints in the child, ends it, and collects it.
void probe_fork(void);
/// fork, and another program in the child.
void probe_fork_and_exec(const char *_Nonnull program, const char *_Nonnull argument);
/// As many threads as are asked for, each waiting; the number of those that could be made.
int probe_make_threads(int count);

#endif
