#include <stdlib.h>
#include <string.h>

#include "SystemCall.h"
#include "World.h"

// The same numbers on every machine: programs make as many threads as there are processors.

enum { PROCESSORS = 6, DISPATCH_THREADS = 64 };

STAND_IN long sysconf(int name) {
  bool is_count = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
  return world && is_count ? PROCESSORS : REAL(sysconf)(name);
}

STAND_IN int get_nprocs(void) { return world ? PROCESSORS : REAL(get_nprocs)(); }

STAND_IN int get_nprocs_conf(void) { return world ? PROCESSORS : REAL(get_nprocs_conf)(); }

static int first_processors(int count, size_t size, cpu_set_t *set) {
  memset(set, 0, size);
  for (int processor = 0; processor < count; processor++) CPU_SET_S((size_t)processor, size, set);
  return 0;
}

STAND_IN int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
  if (!world) return REAL(sched_getaffinity)(process, size, set);
  return first_processors(PROCESSORS, size, set);
}

STAND_IN int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
  if (!world) return REAL(pthread_getaffinity_np)(thread, size, set);
  return first_processors(DISPATCH_THREADS, size, set);
}
