#include <limits.h>
#include <string.h>

#include "Baton.h"
#include "Clock.h"
#include "Report.h"
#include "SystemCall.h"
#include "Threads.h"

static pthread_key_t end_key;
static __thread int rounds_at_end;

/// Runs again and again among the destructors of a thread's values, and acts in the last round only:
/// until then those of others run, which may well wait for something.
static void thread_ends(void *thread) {
  if (++rounds_at_end < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(end_key, thread);
    return;
  }
  leave_as_thread();
}

void prepare_threads(void) { pthread_key_create(&end_key, thread_ends); }

void become_thread(struct thread *thread) {
  thread->kernel_id = (pid_t)system_call(SYS_gettid, 0, 0, 0, 0, 0, 0);
  this_thread = thread;
  pthread_setspecific(end_key, thread);
}

static void *run_thread(void *argument) {
  struct thread *thread = argument;
  // Before it has the baton it may do nothing that others could see.
  wait_for_baton(thread);
  become_thread(thread);
  return thread->start(thread->argument);
}

STAND_IN int pthread_create(pthread_t *restrict handle, const pthread_attr_t *restrict attributes,
                            void *(*start)(void *), void *restrict argument) {
  if (!is_scheduled()) return REAL(pthread_create)(handle, attributes, start, argument);
  struct thread *thread = claim_thread(this_process);
  if (!thread) {
    report_limit("threads (pthread_create)", THREADS_MAX);
    return EAGAIN;
  }
  thread->start = start;
  thread->argument = argument;
  thread->state = THREAD_BLOCKED;
  thread->wait = WAIT_TIME;
  int error = REAL(pthread_create)(&thread->handle, attributes, run_thread, thread);
  if (error) {
    release_thread(thread);
    return error;
  }
  *handle = thread->handle;
  make_ready(thread, WOKEN);
  perhaps_take_turns(CALL_pthread_create);
  return 0;
}

static struct thread *thread_of(pthread_t handle) {
  for (uint32_t index = 0; index < this_process->thread_limit; index++) {
    struct thread *thread = &this_process->threads[index];
    if (thread->state != THREAD_FREE && pthread_equal(thread->handle, handle)) return thread;
  }
  return NULL;
}

STAND_IN int pthread_join(pthread_t handle, void **result) {
  struct thread *thread;
  while (is_scheduled() && (thread = thread_of(handle))) {
    if (thread == this_thread) return EDEADLK;
    this_thread->held_by = thread->number;
    wait_for_address(CALL_pthread_join, thread, NEVER);
  }
  return REAL(pthread_join)(handle, result);
}

STAND_IN int pthread_setname_np(pthread_t handle, const char *name) {
  struct thread *thread = is_scheduled() ? thread_of(handle) : NULL;
  if (thread) strncpy(thread->name, name, sizeof thread->name - 1);
  return REAL(pthread_setname_np)(handle, name);
}

STAND_IN int pthread_cancel(pthread_t handle) {
  if (!is_scheduled()) return REAL(pthread_cancel)(handle);
  report_refusal(CALL_pthread_cancel, NULL, "have the thread end by itself");
  return ENOSYS;
}
