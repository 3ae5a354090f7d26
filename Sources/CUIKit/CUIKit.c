#include "CUIKit.h"
#include "UIKitMain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
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

long cuikit_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
  union {
    char space[CMSG_SPACE(sizeof descriptor)];
    struct cmsghdr alignment;
  } control = {{0}};
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.space,
                           .msg_controllen = sizeof control.space};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}
