#include <fcntl.h>
#include <semaphore.h>
#include <string.h>
#include <sys/file.h>

#include "Waits.h"

// MARK: Mutexes

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *hold_mutex(void *seconds) {
  pthread_mutex_lock(&mutex);
  rest(*(double *)seconds);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void wait_for_mutex(void) {
  double seconds = 3;
  pthread_t holder = start(hold_mutex, &seconds);
  rest(1);
  tell("trylock: %s", answer(pthread_mutex_trylock(&mutex)));
  pthread_mutex_lock(&mutex);
  tell("locked");
  pthread_mutex_unlock(&mutex);
  finish(holder);
}

static void wait_for_mutex_with_timeout(void) {
  double seconds = 10;
  pthread_t holder = start(hold_mutex, &seconds);
  rest(1);
  struct timespec at = after(CLOCK_REALTIME, 1.5);
  tell("timedlock: %s", answer(pthread_mutex_timedlock(&mutex, &at)));
  at = after(CLOCK_MONOTONIC, 2);
  tell("clocklock: %s", answer(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &at)));
  at = after(CLOCK_REALTIME, 100);
  tell("timedlock: %s", answer(pthread_mutex_timedlock(&mutex, &at)));
  pthread_mutex_unlock(&mutex);
  finish(holder);
}

static void lock_what_is_locked(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_t recursive, checked;
  pthread_mutex_init(&recursive, &attributes);
  pthread_mutex_lock(&recursive);
  tell("recursive: %s", answer(pthread_mutex_lock(&recursive)));
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checked, &attributes);
  pthread_mutex_lock(&checked);
  tell("checked: %s", answer(pthread_mutex_lock(&checked)));
}

static pthread_spinlock_t spin;

static void *hold_spin_lock(void *unused) {
  pthread_spin_lock(&spin);
  for (int turn = 0; turn < 10; turn++) sched_yield();
  tell("thread gives it back");
  pthread_spin_unlock(&spin);
  return NULL;
}

static void wait_for_spin_lock(void) {
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_t holder = start(hold_spin_lock, NULL);
  while (pthread_spin_trylock(&spin) == 0) {
    pthread_spin_unlock(&spin);
    sched_yield();
  }
  pthread_spin_lock(&spin);
  tell("main has it");
  pthread_spin_unlock(&spin);
  finish(holder);
}

// MARK: Conditions

static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int news;

static void *signal_later(void *unused) {
  for (int time = 0; time < 2; time++) {
    rest(5);
    pthread_mutex_lock(&mutex);
    news++;
    if (time == 0) pthread_cond_signal(&condition);
    if (time == 1) pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static void *wait_for_second_news(void *unused) {
  pthread_mutex_lock(&mutex);
  while (news < 2) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void wait_for_condition(void) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_t monotonic;
  pthread_cond_init(&monotonic, &attributes);
  pthread_mutex_lock(&mutex);
  struct timespec at = after(CLOCK_REALTIME, 1);
  tell("date: %s", answer(pthread_cond_timedwait(&condition, &mutex, &at)));
  at = after(CLOCK_MONOTONIC, 1);
  tell("uptime: %s", answer(pthread_cond_timedwait(&monotonic, &mutex, &at)));
  at = after(CLOCK_MONOTONIC, 1);
  tell("any clock: %s", answer(pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &at)));
  pthread_mutex_unlock(&mutex);
  pthread_t others[] = {start(wait_for_second_news, NULL), start(wait_for_second_news, NULL)};
  pthread_t signaller = start(signal_later, NULL);
  pthread_mutex_lock(&mutex);
  while (news < 1) pthread_cond_wait(&condition, &mutex);
  tell("first");
  while (news < 2) pthread_cond_wait(&condition, &mutex);
  tell("second");
  pthread_mutex_unlock(&mutex);
  finish(others[0]);
  finish(others[1]);
  finish(signaller);
  pthread_cond_destroy(&monotonic);
}

// MARK: Read-write locks

static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;

static void *hold_for_writing(void *unused) {
  pthread_rwlock_wrlock(&rwlock);
  rest(4);
  pthread_rwlock_unlock(&rwlock);
  return NULL;
}

static void *hold_for_reading(void *unused) {
  pthread_rwlock_rdlock(&rwlock);
  tell("reads");
  rest(3);
  pthread_rwlock_unlock(&rwlock);
  return NULL;
}

static void wait_for_rwlock(void) {
  pthread_t writer = start(hold_for_writing, NULL);
  rest(1);
  tell("tryrdlock: %s", answer(pthread_rwlock_tryrdlock(&rwlock)));
  tell("trywrlock: %s", answer(pthread_rwlock_trywrlock(&rwlock)));
  struct timespec at = after(CLOCK_REALTIME, 1);
  tell("timedrdlock: %s", answer(pthread_rwlock_timedrdlock(&rwlock, &at)));
  at = after(CLOCK_REALTIME, 1);
  tell("timedwrlock: %s", answer(pthread_rwlock_timedwrlock(&rwlock, &at)));
  pthread_t readers[] = {start(hold_for_reading, NULL), start(hold_for_reading, NULL)};
  rest(2);
  pthread_rwlock_wrlock(&rwlock);
  tell("writes");
  pthread_rwlock_unlock(&rwlock);
  finish(writer);
  finish(readers[0]);
  finish(readers[1]);
}

// MARK: Once

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void slowly(void) {
  rest(2);
  tell("made");
}

static void *make(void *unused) {
  pthread_once(&once, slowly);
  return NULL;
}

static void wait_for_once(void) {
  pthread_t maker = start(make, NULL);
  rest(1);
  pthread_once(&once, slowly);
  tell("there");
  finish(maker);
}

// MARK: Semaphores

static void *post_later(void *semaphore) {
  rest(5);
  sem_post(semaphore);
  return NULL;
}

static void use_semaphore(sem_t *semaphore) {
  sem_init(semaphore, 0, 0);
  pthread_t poster = start(post_later, semaphore);
  tell("trywait: %s", answer(sem_trywait(semaphore) ? errno : 0));
  struct timespec at = after(CLOCK_REALTIME, 1);
  tell("timedwait: %s", answer(sem_timedwait(semaphore, &at) ? errno : 0));
  at = after(CLOCK_MONOTONIC, 1);
  tell("clockwait: %s", answer(sem_clockwait(semaphore, CLOCK_MONOTONIC, &at) ? errno : 0));
  tell("wait: %s", answer(sem_wait(semaphore) ? errno : 0));
  finish(poster);
}

static void wait_for_semaphore(void) {
  sem_t semaphore;
  use_semaphore(&semaphore);
}

static sem_t static_semaphore;
static void wait_for_static_semaphore(void) { use_semaphore(&static_semaphore); }

// MARK: Streams and files

static void *hold_stream(void *stream) {
  flockfile(stream);
  rest(2);
  funlockfile(stream);
  return NULL;
}

static void wait_for_stream(void) {
  FILE *stream = tmpfile();
  pthread_t holder = start(hold_stream, stream);
  rest(1);
  tell("trylock: %s", ftrylockfile(stream) ? "busy" : "done");
  flockfile(stream);
  tell("locked");
  funlockfile(stream);
  finish(holder);
}

static char path[] = "/tmp/virtual-time-probe.XXXXXX";

static void *hold_file(void *unused) {
  int file = open(path, O_RDWR);
  flock(file, LOCK_EX);
  rest(2);
  close(file);
  return NULL;
}

static void wait_for_file(void) {
  close(mkstemp(path));
  pthread_t holder = start(hold_file, NULL);
  rest(1);
  int file = open(path, O_RDWR);
  tell("at once: %s", answer(flock(file, LOCK_EX | LOCK_NB) ? errno : 0));
  flock(file, LOCK_EX);
  tell("locked");
  close(file);
  finish(holder);
  unlink(path);
}

const struct wait lock_waits[] = {
    {"mutex", wait_for_mutex},
    {"mutex-timeout", wait_for_mutex_with_timeout},
    {"mutex-kinds", lock_what_is_locked},
    {"spin-lock", wait_for_spin_lock},
    {"condition", wait_for_condition},
    {"rwlock", wait_for_rwlock},
    {"once", wait_for_once},
    {"semaphore", wait_for_semaphore},
    {"static-semaphore", wait_for_static_semaphore},
    {"stream-lock", wait_for_stream},
    {"flock", wait_for_file},
    {NULL, NULL},
};
