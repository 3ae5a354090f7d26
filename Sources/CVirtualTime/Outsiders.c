#include "Outsiders.h"

#include <signal.h>
#include <string.h>

#include "Baton.h"
#include "Clock.h"
#include "Processes.h"
#include "Report.h"
#include "SystemCall.h"

/// How long the world stands still for one that does not end.
static const int64_t patience = 5 * SECOND;

/// Since when those that it stands still for have not changed; 0 if that is not known.
static int64_t waiting_since;

static void remove_outsider(uint32_t place) {
  world->outsider_count--;
  memmove(&world->outsiders[place], &world->outsiders[place + 1],
          (world->outsider_count - place) * sizeof world->outsiders[0]);
  waiting_since = 0;
  // How often others looked meanwhile is chance; it must not go on having influence.
  if (world->outsider_count == 0) virtual_time_reseed();
  descriptors_changed();
}

static void remove_ended(void) {
  for (uint32_t place = world->outsider_count; place-- > 0;) {
    if (has_ended(world->outsiders[place].id)) remove_outsider(place);
  }
}

void add_outsider(pid_t id, const struct process *nearest) {
  world->has_had_outsiders = true;
  if (world->outsider_count == OUTSIDERS_MAX) remove_ended();
  if (world->outsider_count == OUTSIDERS_MAX) {
    report_limit("children that are not in virtual time", OUTSIDERS_MAX);
    return;
  }
  struct outsider *outsider = &world->outsiders[world->outsider_count++];
  *outsider = (struct outsider){.id = id, .ancestors = {nearest->number}};
  memcpy(&outsider->ancestors[1], nearest->ancestors, sizeof nearest->ancestors);
  memcpy(outsider->nearest, nearest->name, sizeof outsider->nearest);
}

bool wait_for_outsiders(void) {
  struct outsider *waited_for = NULL;
  for (uint32_t place = 0; place < world->outsider_count; place++) {
    struct outsider *outsider = &world->outsiders[place];
    if (outsider->is_given_up) continue;
    if (!waited_for) waited_for = outsider;
    struct applicant *applicant = applicant_with(outsider->id);
    if (applicant) admit(applicant, this_process);
    if (!applicant && !has_ended(outsider->id)) continue;
    remove_outsider(place);
    return true;
  }
  if (!waited_for) return false;
  if (waiting_since == 0) waiting_since = real_nanoseconds();
  if (real_nanoseconds() - waiting_since > patience) {
    report_lasting_outsider(waited_for);
    waited_for->is_given_up = true;
    waiting_since = 0;
    virtual_time_reseed();
    return true;
  }
  struct timespec pause = {0, 1000000};
  kernel_wait(&world->admissions, atomic_load(&world->admissions), &pause);
  descriptors_changed();
  own_descriptors_changed();
  return true;
}

int kill_outsiders(uint32_t ancestor) {
  int count = 0;
  for (uint32_t place = world->outsider_count; place-- > 0;) {
    const struct outsider *outsider = &world->outsiders[place];
    bool descends = false;
    for (uint32_t i = 0; i <= ANCESTORS_MAX; i++) descends |= outsider->ancestors[i] == ancestor;
    if (!descends) continue;
    pid_t id = outsider->id;
    if (!has_ended(id)) {
      system_call(SYS_kill, id, SIGKILL, 0, 0, 0, 0);
      await_death(id);
    }
    remove_outsider(place);
    count++;
  }
  return count;
}

STAND_IN bool virtual_time_has_had_outsiders(void) { return world && world->has_had_outsiders; }
