// What the kernel alone needs to freeze and thaw an app: the yardstick for the freezer's benchmark.
//
// A child waits in read() on a socketpair, as an app waits for messages. Each round freezes it,
// reads the confirmation, sends a message, thaws it and waits for the answer. Prints the times of
// the two halves as JSON.
//
//   cc -O2 -o freeze_raw freeze_raw.c
//   ./freeze_raw cgroup 1000 /sys/fs/cgroup/unified    # needs a writable directory of cgroup v2
//   ./freeze_raw signal 1000
//   ./freeze_raw cgroup 100 /sys/fs/cgroup/unified 8000    # with 8 ms between the rounds

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct cgroup {
  char path[512];
  int freeze;
  int events;
};

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "freeze_raw: %s: %s\n", what, strerror(errno));
  exit(1);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int open_file(const struct cgroup *cgroup, const char *name, int flags) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", cgroup->path, name);
  int descriptor = open(path, flags | O_CLOEXEC);
  if (descriptor < 0) fail(path);
  return descriptor;
}

static void make_cgroup(struct cgroup *cgroup, const char *base, pid_t child) {
  snprintf(cgroup->path, sizeof cgroup->path, "%s/freeze-raw.%d", base, (int)getpid());
  if (mkdir(cgroup->path, 0755) < 0) fail(cgroup->path);
  cgroup->freeze = open_file(cgroup, "cgroup.freeze", O_WRONLY);
  cgroup->events = open_file(cgroup, "cgroup.events", O_RDONLY);
  int members = open_file(cgroup, "cgroup.procs", O_WRONLY);
  if (dprintf(members, "%d", (int)child) < 0) fail("cgroup.procs");
  close(members);
}

static void freeze(const struct cgroup *cgroup, pid_t child) {
  if (cgroup == NULL) {
    int status;
    if (kill(-child, SIGSTOP) < 0) fail("SIGSTOP");
    if (waitpid(child, &status, WUNTRACED) != child || !WIFSTOPPED(status)) fail("waitpid");
    return;
  }
  if (pwrite(cgroup->freeze, "1", 1, 0) != 1) fail("cgroup.freeze");
  for (;;) {
    char text[128];
    ssize_t length = pread(cgroup->events, text, sizeof text - 1, 0);
    if (length < 0) fail("cgroup.events");
    text[length] = 0;
    if (strstr(text, "frozen 1") != NULL) return;
    sched_yield();
  }
}

static void thaw(const struct cgroup *cgroup, pid_t child) {
  if (cgroup == NULL ? kill(-child, SIGCONT) < 0 : pwrite(cgroup->freeze, "0", 1, 0) != 1) {
    fail("thaw");
  }
}

static _Noreturn void answer_messages(int link) {
  char byte;
  while (read(link, &byte, 1) == 1) {
    if (write(link, &byte, 1) != 1) break;
  }
  _exit(0);
}

static int compare(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

static void print(const char *name, uint64_t *times, size_t count, const char *end) {
  qsort(times, count, sizeof *times, compare);
  printf("  \"%s\": { \"p50\": %llu, \"p99\": %llu }%s\n", name,
         (unsigned long long)times[count / 2], (unsigned long long)times[count * 99 / 100], end);
}

int main(int argument_count, char *arguments[]) {
  const char *mode = argument_count > 1 ? arguments[1] : "";
  bool with_cgroup = strcmp(mode, "cgroup") == 0;
  long rounds = argument_count > 2 ? atol(arguments[2]) : 1000;
  long pause_microseconds = argument_count > 4 ? atol(arguments[4]) : 200;
  if ((!with_cgroup && strcmp(mode, "signal") != 0) || rounds < 1 || pause_microseconds < 0 ||
      pause_microseconds >= 1000000) {
    fprintf(stderr, "usage: freeze_raw cgroup|signal [rounds] [cgroup v2 directory] [microseconds]\n");
    return 2;
  }

  int link[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, link) < 0) fail("socketpair");
  pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    close(link[0]);
    answer_messages(link[1]);
  }
  close(link[1]);
  if (setpgid(child, child) < 0) fail("setpgid");
  struct cgroup storage, *cgroup = NULL;
  if (with_cgroup) {
    cgroup = &storage;
    make_cgroup(cgroup, argument_count > 3 ? arguments[3] : "/sys/fs/cgroup", child);
  }

  size_t count = (size_t)rounds;
  uint64_t *freezes = calloc(count, sizeof *freezes), *thaws = calloc(count, sizeof *thaws);
  if (freezes == NULL || thaws == NULL) fail("calloc");
  for (size_t round = 0; round < count; round++) {
    char byte = 'x';
    uint64_t start = now();
    freeze(cgroup, child);
    freezes[round] = now() - start;
    if (write(link[0], &byte, 1) != 1) fail("write");
    start = now();
    thaw(cgroup, child);
    if (read(link[0], &byte, 1) != 1) fail("read");
    thaws[round] = now() - start;
    // Back in read(), and not on the way there.
    struct timespec pause = {.tv_nsec = pause_microseconds * 1000};
    nanosleep(&pause, NULL);
  }
  close(link[0]);
  waitpid(child, NULL, 0);
  if (cgroup != NULL && rmdir(cgroup->path) < 0) fail("rmdir");

  printf("{\n  \"method\": \"%s\", \"rounds\": %ld, \"unit\": \"ns\",\n", mode, rounds);
  print("freeze_confirmed", freezes, count, ",");
  print("thaw_to_answer", thaws, count, "");
  printf("}\n");
  return 0;
}
