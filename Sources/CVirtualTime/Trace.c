#include "Trace.h"

#include <fcntl.h>
#include <stdlib.h>

#include "Clock.h"
#include "SystemCall.h"

static int file = -1;

void open_trace(void) {
  const char *path = getenv("VIRTUAL_TIME_TRACE");
  if (!path || !*path) return;
  int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
  file = (int)system_call(SYS_openat, AT_FDCWD, (long)path, flags, 0600, 0, 0);
}

void trace_switch(const struct thread *thread) {
  const struct process *process = process_at(thread_reference(thread));
  // FNV-1a over what identifies the thread, and when it got the baton.
  uint64_t words[] = {(uint64_t)process->number << 32 | thread->number, (uint64_t)world->now};
  for (int i = 0; i < 2; i++) world->trace = (world->trace ^ words[i]) * 0x100000001b3ull;
  if (file < 0) return;
  char line[128];
  int length = snprintf(line, sizeof line, "%.9f %s %u thread %u %s\n",
                        (double)(world->now - UPTIME_AT_START) / 1e9, process->name,
                        process->number, thread->number,
                        thread->call ? call_name(thread->call) : "starts");
  system_call(SYS_write, file, (long)line, length, 0, 0, 0);
}
