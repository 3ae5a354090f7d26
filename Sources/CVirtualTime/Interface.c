#include "VirtualTime.h"
#include <time.h>

bool virtual_time_is_active(void) { return false; }
int64_t virtual_time_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}
uint64_t virtual_time_seed(void) { return 0; }
uint64_t virtual_time_trace(void) { return 0; }
uint64_t virtual_time_switches(void) { return 0; }
void virtual_time_set_limit(int64_t instant) {}
int64_t virtual_time_limit(void) { return VIRTUAL_TIME_NEVER; }
void virtual_time_wait_until_idle(void) {}
int64_t virtual_time_next_deadline(void) { return VIRTUAL_TIME_NEVER; }
void virtual_time_skip(int64_t nanoseconds) {}
void virtual_time_reseed(void) {}
int virtual_time_freeze(pid_t leader) { return 0; }
int virtual_time_thaw(pid_t leader) { return 0; }
int virtual_time_kill(pid_t leader) { return 0; }
int virtual_time_members(pid_t leader, pid_t *members, int capacity) { return 0; }
int virtual_time_process_number(pid_t process) { return 0; }
int virtual_time_describe_waits(pid_t process, char *text, int capacity) { return 0; }
void virtual_time_accept_outside_input(void) {}

const struct virtual_time_interface virtual_time_interface = {
    .version = 1,
    .is_active = virtual_time_is_active,
    .now = virtual_time_now,
    .seed = virtual_time_seed,
    .trace = virtual_time_trace,
    .switches = virtual_time_switches,
    .set_limit = virtual_time_set_limit,
    .limit = virtual_time_limit,
    .wait_until_idle = virtual_time_wait_until_idle,
    .next_deadline = virtual_time_next_deadline,
    .skip = virtual_time_skip,
    .reseed = virtual_time_reseed,
    .freeze = virtual_time_freeze,
    .thaw = virtual_time_thaw,
    .kill = virtual_time_kill,
    .members = virtual_time_members,
    .process_number = virtual_time_process_number,
    .describe_waits = virtual_time_describe_waits,
    .accept_outside_input = virtual_time_accept_outside_input,
};
