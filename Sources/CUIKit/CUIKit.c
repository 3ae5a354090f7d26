#include "CUIKit.h"
#include "UIKitMain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>

void cuikit_buffer_lines(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  setvbuf(stderr, NULL, _IOLBF, 0);
}

void cuikit_flush_output(void) {
  // Called on the way out, also while the main thread may be stuck inside `print`.
  if (ftrylockfile(stdout) != 0) return;
  fflush_unlocked(stdout);
  funlockfile(stdout);
}

void cuikit_write_error_line(const char *line) {
  struct iovec parts[2] = {{(void *)line, strlen(line)}, {"\n", 1}};
  while (writev(2, parts, 2) < 0 && errno == EINTR) {
  }
}
