#include "greenroom_stdio.h"

#include <stdio.h>

void greenroom_set_line_buffered_stdout(void) {
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
}
