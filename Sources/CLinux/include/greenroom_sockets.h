#ifndef GREENROOM_SOCKETS_H
#define GREENROOM_SOCKETS_H

/// Takes a TCP socket away from another process, which keeps a descriptor of no use: reading tells that
/// the connection was reset, a listening socket accepts nobody any more. The process may be frozen.
///
/// 1: taken away; 0: no TCP socket, or closed meanwhile; -1 with errno (EPERM: not this user's to do).
int greenroom_reclaim_socket(int pidfd, int descriptor);

#endif
