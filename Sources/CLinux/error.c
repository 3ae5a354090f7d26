#define _GNU_SOURCE
#include "greenroom_error.h"

#include <string.h>

const char *greenroom_error_name(int error) { return strerrorname_np(error); }

const char *greenroom_error_text(int error) { return strerrordesc_np(error); }
