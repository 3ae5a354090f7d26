#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "Baton.h"
#include "Ends.h"
#include "Outsiders.h"
#include "Processes.h"
#include "Report.h"
#include "SystemCall.h"

// Other programs: whether they will be in virtual time, and how a process becomes one.

// MARK: What loads the library

bool is_preloaded(void) {
  const char *preload = value_in(environ, "LD_PRELOAD");
  return preload && strstr(preload, "VirtualTime");
}

const char *value_in(char *const *environment, const char *name) {
  size_t length = strlen(name);
  for (; environment && *environment; environment++) {
    if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=') {
      return *environment + length + 1;
    }
  }
  return NULL;
}

/// Whether a file is an executable that no loader takes part in, or another one's.
static bool is_static(int file, const Elf64_Ehdr *header) {
  if (header->e_ident[EI_CLASS] != ELFCLASS64) return true;
  for (unsigned i = 0; i < header->e_phnum; i++) {
    Elf64_Phdr part;
    off_t place = (off_t)(header->e_phoff + (uint64_t)i * header->e_phentsize);
    if (system_call(SYS_pread64, file, (long)&part, sizeof part, place, 0, 0) != sizeof part) break;
    if (part.p_type == PT_INTERP) return false;
  }
  return true;
}

/// Whether a program cannot load anything, followed through the interpreters of scripts.
static bool cannot_load(const char *path, int depth) {
  union {
    Elf64_Ehdr header;
    char text[256];
  } head = {0};
  long file = system_call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0);
  if (file < 0) return false;
  long length = system_call(SYS_read, file, (long)&head, sizeof head - 1, 0, 0, 0);
  bool result = false;
  if (length >= (long)sizeof head.header && memcmp(head.text, ELFMAG, SELFMAG) == 0) {
    result = is_static((int)file, &head.header);
  } else if (length > 2 && head.text[0] == '#' && head.text[1] == '!' && depth < 4) {
    head.text[length] = 0;
    char *rest, *interpreter = strtok_r(head.text + 2, " \t\n", &rest);
    result = interpreter && cannot_load(interpreter, depth + 1);
  }
  system_call(SYS_close, file, 0, 0, 0, 0, 0);
  return result;
}

bool comes_into_world(const char *path, char *const *environment) {
  if (!value_in(environment, "VIRTUAL_TIME_WORLD")) return false;
  const char *preload = value_in(environment, "LD_PRELOAD");
  if (preload && strstr(preload, "VirtualTime")) {
    if (!cannot_load(path, 0)) return true;
    report_static(path);
    return false;
  }
  struct stat own, other;
  return stat("/proc/self/exe", &own) == 0 && stat(path, &other) == 0 &&
         own.st_dev == other.st_dev && own.st_ino == other.st_ino;
}

// MARK: Becoming another program

// A program under the library finds the place of this process, and the baton. Any other one would keep
// the baton for good: it is given away before.

static void leave_if_needed(const char *path, char *const *environment) {
  if (!is_scheduled()) return;
  if (is_first_process()) keep_world_file(true);
  if (comes_into_world(path, environment) || is_first_process()) return;
  // What cannot be executed leaves everything as it is.
  if (system_call(SYS_faccessat, AT_FDCWD, (long)path, X_OK, 0, 0, 0) != 0) return;
  add_outsider(this_process->id, this_process);
  leave_alive();
}

/// After the call: it has failed in spite of all.
static int has_failed(int result) {
  if (world && is_first_process()) keep_world_file(false);
  if (world || !this_process) return result;
  say("%s could not become another program, and has no part in virtual time any more: %s",
      program_invocation_short_name, strerror(errno));
  give_up(VIRTUAL_TIME_EXIT_STUCK);
}

static int become(const char *path, char *const *arguments,
                  char *const *environment) {
  leave_if_needed(path, environment);
  return has_failed(REAL(execve)(path, arguments, environment));
}

/// The same for a name that is looked for in the folders of PATH.
static int become_named(const char *name, char *const *arguments,
                        char *const *environment) {
  const char *folders = getenv("PATH");
  if (is_scheduled() && !strchr(name, '/')) {
    for (const char *folder = folders ? folders : "/bin:/usr/bin"; *folder;) {
      size_t length = strcspn(folder, ":");
      char path[PATH_MAX];
      snprintf(path, sizeof path, "%.*s/%s", (int)length, length ? folder : ".", name);
      if (system_call(SYS_faccessat, AT_FDCWD, (long)path, X_OK, 0, 0, 0) == 0) {
        leave_if_needed(path, environment);
        break;
      }
      folder += length + (folder[length] == ':');
    }
  } else if (is_scheduled()) {
    leave_if_needed(name, environment);
  }
  return has_failed(REAL(execvpe)(name, arguments, environment));
}

STAND_IN int execve(const char *path, char *const *arguments, char *const *environment) {
  return become(path, arguments, environment);
}

STAND_IN int execv(const char *path, char *const *arguments) {
  return become(path, arguments, environ);
}

STAND_IN int execvp(const char *name, char *const *arguments) {
  return become_named(name, arguments, environ);
}

STAND_IN int execvpe(const char *name, char *const *arguments, char *const *environment) {
  return become_named(name, arguments, environment);
}

STAND_IN int fexecve(int file, char *const *arguments, char *const *environment) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  leave_if_needed(path, environment);
  return has_failed(REAL(fexecve)(file, arguments, environment));
}

// The arguments one by one, up to NULL, and perhaps the environment after it.
#define LISTED(last, more)                                                    \
  va_list list;                                                               \
  va_start(list, last);                                                       \
  size_t count = 1;                                                           \
  while (va_arg(list, char *)) count++;                                       \
  va_end(list);                                                               \
  char *arguments[count + 1];                                                 \
  va_start(list, last);                                                       \
  arguments[0] = (char *)last;                                                \
  for (size_t i = 1; i <= count; i++) arguments[i] = va_arg(list, char *);    \
  more;                                                                       \
  va_end(list)

STAND_IN int execl(const char *path, const char *first, ...) {
  LISTED(first, );
  return become(path, arguments, environ);
}

STAND_IN int execlp(const char *name, const char *first, ...) {
  LISTED(first, );
  return become_named(name, arguments, environ);
}

STAND_IN int execle(const char *path, const char *first, ...) {
  LISTED(first, char *const *environment = va_arg(list, char *const *));
  return become(path, arguments, environment);
}
