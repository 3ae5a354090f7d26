#define _GNU_SOURCE
#include "greenroom_sockets.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

int greenroom_reclaim_socket(int pidfd, int descriptor) {
  int socket = (int)syscall(SYS_pidfd_getfd, pidfd, descriptor, 0U);
  if (socket < 0) return errno == EBADF ? 0 : -1;
  int family = 0;
  int type = 0;
  socklen_t size = sizeof family;
  int result = 0;
  if (getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0 &&
      (family == AF_INET || family == AF_INET6) &&
      getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM) {
    // To be connected to nothing: the kernel forgets the connection, resets the peer, and whoever waits
    // on the socket hears of it.
    struct sockaddr nothing = {.sa_family = AF_UNSPEC};
    result = connect(socket, &nothing, sizeof nothing) == 0 ? 1 : -1;
  }
  int error = errno;
  close(socket);
  errno = error;
  return result;
}
