#include "Dispatch.h"

#include <dlfcn.h>

#include "Clock.h"

bool is_in_dispatch(const void *address) {
  Dl_info code, dispatch;
  return dladdr(address, &code) && dladdr((void *)REAL(dispatch_source_set_timer), &dispatch) &&
         code.dli_fbase == dispatch.dli_fbase;
}

STAND_IN void dispatch_source_set_timer(struct dispatch_source_s *source, uint64_t start,
                                        uint64_t interval, uint64_t leeway) {
  // Once a queue is concurrent Dispatch looks at its threads every second, in /proc. All of them wait
  // for the baton as far as the kernel can tell, so it would learn nothing, a million times a fortnight.
  static const uint64_t forever = ~0ull;
  if (is_scheduled() && interval == SECOND && leeway == 0 &&
      is_in_dispatch(__builtin_return_address(0))) {
    start = interval = forever;
  }
  REAL(dispatch_source_set_timer)(source, start, interval, leeway);
}
