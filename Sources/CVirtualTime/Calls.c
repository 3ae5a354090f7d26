#include "Calls.h"

#include <dlfcn.h>

#include "VirtualTime.h"

struct real_calls real_calls;
bool is_inactive;

static const struct virtual_time_call_description descriptions[] = {
    {"", "nothing", ""},
#define CALL(group, result, name, parameters, does) {#group, #name, does},
#include "Calls.def"
#undef CALL
};

const char *call_name(unsigned call) {
  return call < CALL_COUNT ? descriptions[call].name : "an unknown call";
}

STAND_IN int virtual_time_call_count(void) { return CALL_COUNT - 1; }

STAND_IN const struct virtual_time_call_description *virtual_time_call(int index) {
  return index >= 0 && index < CALL_COUNT - 1 ? &descriptions[index + 1] : NULL;
}

void find_real_calls(void) {
#define CALL(group, result, name, parameters, does)                 \
  if (!real_calls.name) {                                           \
    *(void **)&real_calls.name = dlsym(RTLD_NEXT, #name);           \
  }
#include "Calls.def"
#undef CALL
#if defined(__x86_64__)
  // Older programs' conditions are laid out differently, and would be found first.
#define NEWER(name)                                                   \
  do {                                                                \
    void *found = dlvsym(RTLD_NEXT, #name, "GLIBC_2.3.2");            \
    if (found) *(void **)&real_calls.name = found;                    \
  } while (0)
  NEWER(pthread_cond_init);
  NEWER(pthread_cond_destroy);
  NEWER(pthread_cond_wait);
  NEWER(pthread_cond_timedwait);
  NEWER(pthread_cond_signal);
  NEWER(pthread_cond_broadcast);
#endif
}
