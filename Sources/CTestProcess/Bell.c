#include "TestProcess.h"
#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>

// A semaphore and not Foundation's condition: that takes a Date, which at this distance from its
// epoch has steps of 100 ns, and a clock that stops at an instant must be met exactly.
struct test_process_bell {
  sem_t semaphore;
};

struct test_process_bell *test_process_bell_create(void) {
  struct test_process_bell *bell = malloc(sizeof *bell);
  if (!bell || sem_init(&bell->semaphore, 0, 0) != 0) abort();
  return bell;
}

void test_process_bell_ring(struct test_process_bell *bell) { sem_post(&bell->semaphore); }

void test_process_bell_wait(struct test_process_bell *bell, int64_t deadline) {
  struct timespec time = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000};
  int result;
  do {
    result = deadline == INT64_MAX ? sem_wait(&bell->semaphore)
                                   : sem_timedwait(&bell->semaphore, &time);
  } while (result != 0 && errno == EINTR);
  // Several rings are one.
  while (sem_trywait(&bell->semaphore) == 0) {
  }
}
