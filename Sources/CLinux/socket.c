#define _GNU_SOURCE
#include "greenroom_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int greenroom_socket_peer(int socket, struct greenroom_peer *peer) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
  *peer = (struct greenroom_peer){credentials.pid, credentials.uid, credentials.gid};
  return 0;
}

int greenroom_accept(int listener, bool nonblocking) {
  int flags = SOCK_CLOEXEC | (nonblocking ? SOCK_NONBLOCK : 0);
  int descriptor;
  do {
    descriptor = accept4(listener, NULL, NULL, flags);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

int greenroom_socket_pair(int type, bool nonblocking, int descriptors[2]) {
  int flags = SOCK_CLOEXEC | (nonblocking ? SOCK_NONBLOCK : 0);
  return socketpair(AF_UNIX, type | flags, 0, descriptors);
}

int greenroom_set_nonblocking(int descriptor, bool nonblocking) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return -1;
  return fcntl(descriptor, F_SETFL, nonblocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK);
}

enum { DESCRIPTORS_AT_ONCE = 8 };

ssize_t greenroom_receive(int socket, void *bytes, size_t count, int flags, int *descriptor) {
  union {
    char space[CMSG_SPACE(DESCRIPTORS_AT_ONCE * sizeof(int))];
    struct cmsghdr alignment;
  } control;
  struct iovec part = {bytes, count};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.space,
                           .msg_controllen = sizeof control.space};
  *descriptor = -1;
  ssize_t received = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
  if (received < 0) return received;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t received_descriptors = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < received_descriptors; index++) {
      int one;
      memcpy(&one, CMSG_DATA(header) + index * sizeof one, sizeof one);
      if (*descriptor < 0) {
        *descriptor = one;
      } else {
        close(one);
      }
    }
  }
  return received;
}

ssize_t greenroom_send(int socket, const void *bytes, size_t count, int flags, int descriptor) {
  union {
    char space[CMSG_SPACE(sizeof(int))];
    struct cmsghdr alignment;
  } control;
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.space;
    message.msg_controllen = sizeof control.space;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  }
  return sendmsg(socket, &message, flags | MSG_NOSIGNAL);
}

int greenroom_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
