#include "Timers.h"

#include "Baton.h"
#include "Clock.h"
#include "Queues.h"
#include "Report.h"
#include "SystemCall.h"

// A timerfd is an eventfd to the kernel: both are read as a number of 64 bits, so everything that
// waits for descriptors goes on working. The clock writes the number of expirations to it.

static struct timer *timer_of(int descriptor) {
  for (uint32_t index = 0; index < this_process->timer_limit; index++) {
    struct timer *timer = &this_process->timers[index];
    if (timer->is_used && timer->descriptor == descriptor) return timer;
  }
  return NULL;
}

static reference reference_of(const struct timer *timer) {
  return timer_reference(this_process, (uint32_t)(timer - this_process->timers));
}

static void write_expirations(struct timer *timer, uint64_t count) {
  system_call(SYS_write, timer->descriptor, (long)&count, sizeof count, 0, 0, 0);
  own_descriptors_changed();
}

void timer_went_off(reference who) {
  struct process *process = process_at(who);
  struct timer *timer = &process->timers[who & 0x7fff];
  deadline_remove(who);
  uint64_t count = 1;
  if (timer->interval > 0) {
    count += (uint64_t)((world->now - timer->at) / timer->interval);
    timer->at += (int64_t)count * timer->interval;
    deadline_add(who, timer->at);
  } else {
    timer->at = NEVER;
  }
  if (process == this_process) {
    write_expirations(timer, count);
  } else {
    timer->pending += count;
    process->has_pending_timers = true;
  }
}

void write_pending_timers(void) {
  if (!this_process->has_pending_timers) return;
  this_process->has_pending_timers = false;
  for (uint32_t index = 0; index < this_process->timer_limit; index++) {
    struct timer *timer = &this_process->timers[index];
    if (!timer->is_used || timer->pending == 0) continue;
    uint64_t count = timer->pending;
    timer->pending = 0;
    write_expirations(timer, count);
  }
}

// MARK: Timers that nobody waits for

// Dispatch takes a timer that it needs no more out of its epoll and leaves it armed. Its deadline is
// no instant at which anything happens. It is out of the queue until somebody waits for it again.

static void drop(struct timer *timer) {
  deadline_remove(reference_of(timer));
  timer->set = -1;
  timer->is_dropped = true;
}

static void queue(struct timer *timer) {
  if (timer->is_dropped || timer->at == NEVER) return;
  deadline_add(reference_of(timer), timer->at);
  if (timer->at <= world->now) timer_went_off(reference_of(timer));
}

static void pick_up(struct timer *timer) {
  if (!timer->is_dropped) return;
  timer->is_dropped = false;
  queue(timer);
}

void timer_changes_set(int descriptor, int set, bool is_in) {
  struct timer *timer = timer_of(descriptor);
  if (!timer) return;
  if (is_in) {
    timer->set = set;
    pick_up(timer);
  } else if (timer->set == set) {
    drop(timer);
  }
}

void pick_up_timers(const struct pollfd *descriptors, uint32_t count) {
  for (uint32_t i = 0; this_process->timer_limit && i < count; i++) {
    struct timer *timer = timer_of(descriptors[i].fd);
    if (timer) pick_up(timer);
  }
}

/// A descriptor that is closed may have been an epoll.
static void drop_timers_of(int set) {
  for (uint32_t index = 0; index < this_process->timer_limit; index++) {
    struct timer *timer = &this_process->timers[index];
    if (timer->is_used && timer->set == set) drop(timer);
  }
}

void forget_timer(int descriptor) {
  drop_timers_of(descriptor);
  struct timer *timer = timer_of(descriptor);
  if (!timer) return;
  deadline_remove(reference_of(timer));
  timer->is_used = false;
  while (this_process->timer_limit &&
         !this_process->timers[this_process->timer_limit - 1].is_used) {
    this_process->timer_limit--;
  }
}

static struct timer *claim_timer(int descriptor, clockid_t clock) {
  for (uint32_t index = 0; index < TIMERS_MAX; index++) {
    struct timer *timer = &this_process->timers[index];
    if (timer->is_used) continue;
    *timer = (struct timer){
        .descriptor = descriptor,
        .is_used = true,
        .set = -1,
        .clock = clock,
        .at = NEVER,
        .deadline_place = NO_PLACE,
    };
    if (index >= this_process->timer_limit) this_process->timer_limit = (uint16_t)(index + 1);
    return timer;
  }
  return NULL;
}

STAND_IN int timerfd_create(int clock, int flags) {
  if (!is_scheduled()) return REAL(timerfd_create)(clock, flags);
  int event_flags = ((flags & TFD_NONBLOCK) ? EFD_NONBLOCK : 0) |
                    ((flags & TFD_CLOEXEC) ? EFD_CLOEXEC : 0);
  int descriptor = (int)with_errno(system_call(SYS_eventfd2, 0, event_flags, 0, 0, 0, 0));
  if (descriptor < 0) return descriptor;
  if (!claim_timer(descriptor, clock)) {
    report_limit("timers (timerfd_create)", TIMERS_MAX);
    system_call(SYS_close, descriptor, 0, 0, 0, 0, 0);
    errno = EMFILE;
    return -1;
  }
  return descriptor;
}

static struct itimerspec setting_of(const struct timer *timer) {
  struct itimerspec setting = {{0, 0}, {0, 0}};
  if (timer->at == NEVER) return setting;
  int64_t remaining = timer->at - world->now;
  setting.it_value = timespec_of(remaining > 0 ? remaining : 1);
  setting.it_interval = timespec_of(timer->interval);
  return setting;
}

STAND_IN int timerfd_settime(int descriptor, int flags, const struct itimerspec *setting,
                             struct itimerspec *before) {
  struct timer *timer = is_scheduled() ? timer_of(descriptor) : NULL;
  if (!timer) return REAL(timerfd_settime)(descriptor, flags, setting, before);
  if (before) *before = setting_of(timer);
  // Setting a timer forgets expirations that nobody has read.
  uint64_t unread;
  struct pollfd readable = {descriptor, POLLIN, 0};
  if (ready_now(&readable, 1) > 0) {
    system_call(SYS_read, descriptor, (long)&unread, sizeof unread, 0, 0, 0);
  }
  timer->pending = 0;
  deadline_remove(reference_of(timer));
  timer->at = NEVER;
  timer->interval = nanoseconds_of(&setting->it_interval);
  if (setting->it_value.tv_sec == 0 && setting->it_value.tv_nsec == 0) return 0;
  timer->at = (flags & TFD_TIMER_ABSTIME) ? instant_of(timer->clock, &setting->it_value)
                                          : instant_after(&setting->it_value);
  queue(timer);
  return 0;
}

STAND_IN int timerfd_gettime(int descriptor, struct itimerspec *setting) {
  struct timer *timer = is_scheduled() ? timer_of(descriptor) : NULL;
  if (!timer) return REAL(timerfd_gettime)(descriptor, setting);
  *setting = setting_of(timer);
  return 0;
}

// MARK: Refused

static int refuse_signals(enum call call) {
  report_refusal(call, NULL, "signals of timers come in real time; use Dispatch, Foundation or timerfd");
  errno = ENOSYS;
  return -1;
}

STAND_IN int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer) {
  if (!is_scheduled()) return REAL(timer_create)(clock, event, timer);
  return refuse_signals(CALL_timer_create);
}

STAND_IN int setitimer(__itimer_which_t which, const struct itimerval *restrict setting,
                       struct itimerval *restrict before) {
  if (!is_scheduled()) return REAL(setitimer)(which, setting, before);
  return refuse_signals(CALL_setitimer);
}

STAND_IN unsigned alarm(unsigned seconds) {
  if (!is_scheduled()) return REAL(alarm)(seconds);
  refuse_signals(CALL_alarm);
  return 0;
}
