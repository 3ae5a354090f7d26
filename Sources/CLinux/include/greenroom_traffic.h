#ifndef GREENROOM_TRAFFIC_H
#define GREENROOM_TRAFFIC_H

#include <stddef.h>
#include <stdint.h>

/// Adds up the bytes that TCP connections of this machine have received and sent, of those whose
/// sockets have the given inode numbers.
///
/// Returns how many such sockets there are, or -1 with errno where the kernel does not tell.
int greenroom_traffic(const uint32_t *_Nonnull inodes, size_t count, uint64_t *_Nonnull bytes);

#endif
