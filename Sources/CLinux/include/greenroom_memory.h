#ifndef GREENROOM_MEMORY_H
#define GREENROOM_MEMORY_H

/// Takes the code of this program and of its libraries out of the memory that the process has
/// mapped. It stays in the kernel's page cache; what runs next is mapped again as it is used.
/// Does nothing where /proc/self/maps can't be read.
void greenroom_unmap_code(void);

#endif
