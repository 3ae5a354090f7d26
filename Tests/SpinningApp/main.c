// An app that keeps several threads busy and answers messages: what the tests of ProcessControl
// freeze. Nothing a shell can do.
//
// Usage: spinning-app THREADS. Writes "ready\n" to descriptor 3 when all threads spin.
//        spinning-app trace PID. Holds another process as a debugger does, until it is ended.
//        spinning-app vfork. Stays inside vfork(), where no signal can stop it.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

enum { LINK_DESCRIPTOR = 3 };

static atomic_int running;
static atomic_ulong rounds;

static void *spin(void *unused) {
  atomic_fetch_add(&running, 1);
  for (;;) atomic_fetch_add_explicit(&rounds, 1, memory_order_relaxed);
  return unused;
}

int main(int count, char *arguments[]) {
  if (count > 1 && strcmp(arguments[1], "vfork") == 0) {
    if (write(LINK_DESCRIPTOR, "ready\n", 6) != 6) return 1;
    if (vfork() == 0) {
      for (;;) pause();
    }
    return 0;
  }
  if (count > 2 && strcmp(arguments[1], "trace") == 0) {
    if (ptrace(PTRACE_SEIZE, atoi(arguments[2]), NULL, NULL) != 0) return 1;
    for (;;) pause();
  }
  int threads = count > 1 ? atoi(arguments[1]) : 1;
  for (int index = 0; index < threads; index++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, spin, NULL) != 0) return 1;
  }
  while (atomic_load(&running) < threads) usleep(100);
  if (write(LINK_DESCRIPTOR, "ready\n", 6) != 6) return 1;

  // Every message is answered; the end of the link is the end of the app.
  char buffer[256];
  ssize_t length;
  while ((length = read(LINK_DESCRIPTOR, buffer, sizeof buffer)) > 0) {
    if (write(LINK_DESCRIPTOR, buffer, (size_t)length) != length) return 1;
  }
  return 0;
}
