#define _GNU_SOURCE
#include "greenroom_environment.h"

#include <unistd.h>

char **greenroom_environment(void) { return environ; }
