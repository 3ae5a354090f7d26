#ifndef GREENROOM_SOCKET_H
#define GREENROOM_SOCKET_H

#include <stdbool.h>
#include <sys/types.h>

/// Who connected a Unix socket, as the kernel saw it. On a socketpair that is its creator, and
/// says nothing about who holds the other end now.
struct greenroom_peer {
  pid_t pid;
  uid_t uid;
  gid_t gid;
};

/// Reads SO_PEERCRED. 0, or -1 with errno.
int greenroom_socket_peer(int socket, struct greenroom_peer *_Nonnull peer);

/// Accepts a connection; the new descriptor is close-on-exec. The descriptor, or -1 with errno
/// (EAGAIN when a non-blocking listener has nobody waiting).
int greenroom_accept(int listener, bool nonblocking);

/// Creates a connected pair of Unix sockets of a type such as SOCK_STREAM or SOCK_SEQPACKET; both
/// ends are close-on-exec. Whether an end blocks belongs to the end and not to the descriptor, so
/// an app that inherits a non-blocking end has a non-blocking end: set it on one end with
/// `greenroom_set_nonblocking`. 0, or -1 with errno.
int greenroom_socket_pair(int type, bool nonblocking, int descriptors[_Nonnull 2]);

/// Switches O_NONBLOCK. 0, or -1 with errno.
int greenroom_set_nonblocking(int descriptor, bool nonblocking);

/// Receives bytes from a Unix socket, and a descriptor if one came with them (-1: none). The
/// descriptor is close-on-exec; further ones are closed. The count of bytes, 0 at the end, or -1 with
/// errno.
ssize_t greenroom_receive(int socket, void *_Nonnull bytes, size_t count, int flags,
                          int *_Nonnull descriptor);

/// Sends bytes, and a descriptor with them (-1: none). How many bytes went, or -1 with errno.
ssize_t greenroom_send(int socket, const void *_Nonnull bytes, size_t count, int flags,
                       int descriptor);

/// A file in memory of this name. Its descriptor, close-on-exec, or -1 with errno.
int greenroom_memory_file(const char *_Nonnull name);

#endif
