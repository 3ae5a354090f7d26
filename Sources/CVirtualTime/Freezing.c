#include "Baton.h"
#include "Ends.h"
#include "Outsiders.h"
#include "Processes.h"
#include "Queues.h"
#include "SystemCall.h"

// Freezing takes a process out of the queues: whoever does it has the baton, so the other has not,
// and sleeps in the kernel already. Its deadlines pass meanwhile, and are due when it is put back.

void set_frozen(struct process *process, bool is_frozen) {
  if (process->is_frozen == is_frozen || process == this_process) return;
  if (is_frozen) take_out(process);
  process->is_frozen = is_frozen;
  if (!is_frozen) put_back(process);
}

static uint32_t number_of(pid_t id) {
  const struct process *living = process_with(id);
  if (living) return living->number;
  // The latest birth with this number of the kernel's, which may have ended.
  uint32_t oldest = world->processes_ever > BIRTHS_MAX ? world->processes_ever - BIRTHS_MAX : 0;
  for (uint32_t number = world->processes_ever; number > oldest; number--) {
    if (world->births[number % BIRTHS_MAX] == id) return number;
  }
  return 0;
}

static bool descends_from(const struct process *process, uint32_t number) {
  if (process->number == number) return true;
  for (uint32_t i = 0; i < ANCESTORS_MAX; i++) {
    if (process->ancestors[i] == number) return true;
  }
  return false;
}

/// Calls `body` for the living descendants of a process in the order of their births.
static int for_each_member(pid_t leader, void (*body)(struct process *, void *), void *context) {
  uint32_t number = number_of(leader);
  if (number == 0) return 0;
  int count = 0;
  uint32_t last = 0;
  for (;;) {
    struct process *next = NULL;
    for (uint32_t place = 0; place < world->process_limit; place++) {
      struct process *process = &world->processes[place];
      if (process->state != PROCESS_ALIVE || process->number <= last) continue;
      if (!descends_from(process, number)) continue;
      if (!next || process->number < next->number) next = process;
    }
    if (!next) return count;
    last = next->number;
    count++;
    body(next, context);
  }
}

static void freeze_one(struct process *process, void *context) { set_frozen(process, true); }
static void thaw_one(struct process *process, void *context) { set_frozen(process, false); }

static void kill_one(struct process *process, void *context) {
  if (process == this_process) return;
  pid_t id = process->id;
  forget_process(process);
  system_call(SYS_kill, id, SIGKILL, 0, 0, 0, 0);
  await_death(id);
}

struct list {
  pid_t *members;
  int capacity;
  int count;
};

static void list_one(struct process *process, void *context) {
  struct list *list = context;
  if (list->count < list->capacity) list->members[list->count] = process->id;
  list->count++;
}

STAND_IN int virtual_time_freeze(pid_t leader) {
  return is_scheduled() ? for_each_member(leader, freeze_one, NULL) : 0;
}

STAND_IN int virtual_time_thaw(pid_t leader) {
  return is_scheduled() ? for_each_member(leader, thaw_one, NULL) : 0;
}

STAND_IN int virtual_time_kill(pid_t leader) {
  if (!is_scheduled()) return 0;
  int count = for_each_member(leader, kill_one, NULL);
  uint32_t number = number_of(leader);
  if (number) count += kill_outsiders(number);
  own_descriptors_changed();
  return count;
}

STAND_IN int virtual_time_members(pid_t leader, pid_t *members, int capacity) {
  struct list list = {members, members ? capacity : 0, 0};
  return is_scheduled() ? for_each_member(leader, list_one, &list) : 0;
}

STAND_IN int virtual_time_process_number(pid_t process) {
  return is_scheduled() ? (int)number_of(process) : 0;
}
