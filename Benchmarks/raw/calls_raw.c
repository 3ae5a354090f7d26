// What calls cost that a preloaded but inactive libVirtualTime.so stands in for.
//
// usage: calls_raw
// Prints, as JSON, nanoseconds for a clock read, a pair of lock and unlock, and a pair of malloc and
// free: the middle and the slowest hundredth of as many samples.

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SAMPLES = 1000, CALLS = 2000 };

static double samples[SAMPLES];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int by_size(const void *a, const void *b) {
  double one = *(const double *)a, other = *(const double *)b;
  return one < other ? -1 : one > other;
}

#define MEASURE(what, before, body)                                                 \
  do {                                                                              \
    for (int sample = 0; sample < SAMPLES; sample++) {                              \
      double start = now();                                                         \
      for (int call = 0; call < CALLS; call++) body;                                \
      samples[sample] = (now() - start) / CALLS;                                    \
    }                                                                               \
    qsort(samples, SAMPLES, sizeof samples[0], by_size);                            \
    printf("%s\"" what "\":{\"p50\":%.3f,\"p99\":%.3f}", before, samples[SAMPLES / 2], \
           samples[SAMPLES * 99 / 100]);                                            \
  } while (0)

int main(void) {
  struct timespec time;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  MEASURE("clock_read", "{", clock_gettime(CLOCK_MONOTONIC, &time));
  MEASURE("mutex_pair", ",", {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  });
  MEASURE("malloc_pair", ",", {
    void *volatile memory = malloc(64);
    free(memory);
  });
  puts("}");
}
