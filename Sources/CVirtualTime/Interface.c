#include "Baton.h"
#include "Clock.h"
#include "Processes.h"
#include "Queues.h"
#include "Report.h"

// What programs may ask; `Freezing.c`, `Outside.c` and `Outsiders.c` have the rest.

STAND_IN bool virtual_time_is_active(void) { return world != NULL; }

STAND_IN int64_t virtual_time_now(void) {
  if (world) return clock_value(CLOCK_REALTIME);
  struct timespec now;
  REAL(clock_gettime)(CLOCK_REALTIME, &now);
  return nanoseconds_of(&now);
}

STAND_IN uint64_t virtual_time_seed(void) { return world ? world->seed : 0; }

STAND_IN uint64_t virtual_time_trace(void) { return world ? world->trace : 0; }

STAND_IN uint64_t virtual_time_switches(void) {
  return world ? atomic_load(&world->switches) : 0;
}

STAND_IN void virtual_time_set_limit(int64_t instant) {
  if (!world) return;
  int64_t limit = instant == NEVER ? NEVER : instant - world->start;
  world->limit = limit < world->now ? world->now : limit;
}

STAND_IN int64_t virtual_time_limit(void) {
  return world && world->limit != NEVER ? world->limit + world->start : NEVER;
}

STAND_IN void virtual_time_wait_until_idle(void) {
  if (is_scheduled()) wait_for_idleness();
}

STAND_IN int64_t virtual_time_next_deadline(void) {
  const struct deadline *first = world ? deadline_first() : NULL;
  return first ? first->at + world->start : NEVER;
}

STAND_IN void virtual_time_skip(int64_t nanoseconds) {
  if (!world || nanoseconds <= 0) return;
  world->now = saturating_sum(world->now, nanoseconds);
  if (world->limit < world->now) world->limit = world->now;
}

STAND_IN void virtual_time_reseed(void) {
  if (world) world->choices = world->seed ^ (uint64_t)world->now * 0x9e3779b97f4a7c15ull;
}

STAND_IN int virtual_time_describe_waits(pid_t process, char *text, int capacity) {
  if (!world) return 0;
  const struct process *one = process ? process_with(process) : NULL;
  return process && !one ? 0 : describe_waits(one, text, capacity);
}

STAND_IN int virtual_time_last_report(pid_t process, char *text, int capacity) {
  return world ? last_report(process, text, capacity) : 0;
}

STAND_IN const struct virtual_time_interface virtual_time_interface = {
    .version = 2,
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
    .last_report = virtual_time_last_report,
    .has_had_outsiders = virtual_time_has_had_outsiders,
};
