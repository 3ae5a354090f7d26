#ifndef THREADS_H
#define THREADS_H

#include "World.h"

void prepare_threads(void);
/// Makes the calling thread of the kernel the one that the world knows.
void become_thread(struct thread *thread);

#endif
