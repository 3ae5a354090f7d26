#define _GNU_SOURCE
#include "VirtualTimeInterface.h"

#include <dlfcn.h>
#include <stddef.h>

const struct virtual_time_interface *virtual_time_interface_if_active(void) {
  const struct virtual_time_interface *found = dlsym(RTLD_DEFAULT, "virtual_time_interface");
  return found != NULL && found->version >= 2 && found->is_active() ? found : NULL;
}
