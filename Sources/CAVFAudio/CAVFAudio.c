#define _GNU_SOURCE
#include "CAVFAudio.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Closes, and keeps the reason why.
static int give_up(int descriptor) {
  int reason = errno;
  close(descriptor);
  errno = reason;
  return -1;
}

int cavfaudio_sealed_copy(const char *name, const void *bytes, size_t count) {
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return -1;
  size_t written = 0;
  while (written < count) {
    ssize_t some = write(descriptor, (const char *)bytes + written, count - written);
    if (some > 0) {
      written += (size_t)some;
    } else if (some == 0 || errno != EINTR) {
      return give_up(descriptor);
    }
  }
  int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;
  if (fcntl(descriptor, F_ADD_SEALS, seals) != 0) return give_up(descriptor);
  if (lseek(descriptor, 0, SEEK_SET) != 0) return give_up(descriptor);
  return descriptor;
}

int cavfaudio_open_file(const char *path) {
  // A pipe without a writer would keep whoever opens it waiting.
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return -1;
  struct stat status;
  if (fstat(descriptor, &status) != 0) return give_up(descriptor);
  if (!S_ISREG(status.st_mode)) {
    errno = EINVAL;
    return give_up(descriptor);
  }
  return descriptor;
}
