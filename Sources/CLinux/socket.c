#define _GNU_SOURCE
#include "greenroom_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/socket.h>

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
