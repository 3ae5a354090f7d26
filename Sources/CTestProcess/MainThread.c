#include "TestProcess.h"
#include <stdlib.h>

// The main thread of a program with an asynchronous `main` ends up in dispatch_main(), which serves
// the main queue from any thread and no run loop. An app's main thread runs the main run loop: its
// timers, and the main queue with it. The runtime asks this hook first.
extern void *swift_task_asyncMainDrainQueue_hook;

void greenroom_testing_run_main_loop(void);

static __attribute__((swiftcall)) void drain(void *original) {
  greenroom_testing_run_main_loop();
  abort();
}

__attribute__((constructor)) static void install(void) {
  if (getenv(TEST_PROCESS_MARKER)) swift_task_asyncMainDrainQueue_hook = (void *)drain;
}
