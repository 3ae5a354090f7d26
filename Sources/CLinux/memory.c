#define _GNU_SOURCE
#include "greenroom_memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

void greenroom_unmap_code(void) {
  FILE *maps = fopen("/proc/self/maps", "re");
  if (maps == NULL) return;
  char line[4352];
  while (fgets(line, sizeof line, maps) != NULL) {
    unsigned long start, end, inode;
    char permissions[5];
    if (sscanf(line, "%lx-%lx %4s %*s %*s %lu", &start, &end, permissions, &inode) != 4) continue;
    // Code is never written to: no page of it differs from its file. Relocated constants are
    // read-only as well, but differ, and would be lost.
    if (inode == 0 || strcmp(permissions, "r-xp") != 0) continue;
    madvise((void *)start, end - start, MADV_DONTNEED);
  }
  fclose(maps);
}
