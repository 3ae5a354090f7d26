#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>

#include "Waits.h"

// MARK: Signals

static void *signal_own_process(void *unused) {
  rest(2);
  kill(getpid(), SIGUSR1);
  return NULL;
}

static void wait_for_signal(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t sender = start(signal_own_process, NULL);
  int signal = 0;
  int error = sigwait(&set, &signal);
  tell("%s: %s", answer(error), signal == SIGUSR1 ? "SIGUSR1" : "another one");
  finish(sender);
}

// MARK: Refused

static void *do_nothing(void *unused) { return NULL; }

static void ask_for_what_is_refused(void) {
  pthread_setname_np(pthread_self(), "asker");
  timer_t timer;
  tell("timer_create: %s", answer(timer_create(CLOCK_MONOTONIC, NULL, &timer) ? errno : 0));
  struct itimerval soon = {{0, 0}, {1, 0}};
  tell("setitimer: %s", answer(setitimer(ITIMER_REAL, &soon, NULL) ? errno : 0));
  alarm(1);
  pthread_t thread = start(do_nothing, NULL);
  tell("pthread_cancel: %s", answer(pthread_cancel(thread)));
  finish(thread);
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, NULL, 2);
  tell("pthread_barrier_wait: %s", answer(pthread_barrier_wait(&barrier)));
  rest(2);
  tell("still there");
}

// MARK: Ends

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *lock_second_then_first(void *unused) {
  pthread_setname_np(pthread_self(), "other");
  pthread_mutex_lock(&second);
  rest(1);
  pthread_mutex_lock(&first);
  return NULL;
}

static void deadlock(void) {
  pthread_t other = start(lock_second_then_first, NULL);
  pthread_mutex_lock(&first);
  rest(1);
  pthread_mutex_lock(&second);
  finish(other);
}

static void wait_without_end(void) {
  int ends[2];
  if (pipe(ends) != 0) abort();
  char byte;
  if (read(ends[0], &byte, 1) != 1) return;
}

static void *pause_forever(void *unused) {
  pthread_setname_np(pthread_self(), "pausing");
  pause();
  return NULL;
}

static void suspend_without_end(void) {
  pthread_t other = start(pause_forever, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigsuspend(&none);
  finish(other);
}

static void compute(void) {
  for (volatile uint64_t i = 0;; i++) {
  }
}

static void wait_out_of_sight(void) {
  char name[] = "/tmp/virtual-time-probe.XXXXXX";
  if (!mkdtemp(name)) abort();
  char fifo[64];
  snprintf(fifo, sizeof fifo, "%s/fifo", name);
  mkfifo(fifo, 0600);
  // Nobody ever writes to it. The name is gone before anybody is ended for waiting.
  int folder = open(name, O_PATH);
  char through[64];
  snprintf(through, sizeof through, "/proc/self/fd/%d", open(fifo, O_PATH));
  unlink(fifo);
  rmdir(name);
  close(folder);
  open(through, O_RDONLY);
}

static void *take_turns(void *unused) {
  for (;;) sched_yield();
  return NULL;
}

static void never_end_the_instant(void) {
  start(take_turns, NULL);
  take_turns(NULL);
}

// MARK: Limits

static void *sleep_long(void *unused) {
  rest(1000);
  return NULL;
}

int probe_make_threads(int count) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 * 1024);
  int made = 0;
  pthread_t thread;
  while (made < count && pthread_create(&thread, &attributes, sleep_long, NULL) == 0) made++;
  return made;
}

static void make_timers(void) {
  int made = 0;
  while (made < 10000 && timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC) >= 0) made++;
  tell("%d timers, then: %s", made, strerror(errno));
}

static void open_random_devices(void) {
  char byte;
  int device = open("/dev/random", O_RDONLY);
  tell("%d byte", (int)read(device, &byte, 1));
  fclose(fopen("/dev/urandom", "r"));
}

// MARK: Fork

void probe_fork(void) {
  pid_t child = fork();
  if (child == 0) {
    rest(5);
    tell("child");
    fflush(stdout);
    _exit(7);
  }
  int status = 0;
  waitpid(child, &status, 0);
  tell("child ended with %d", WEXITSTATUS(status));
}

static volatile sig_atomic_t ended_children;

static void child_ended(int signal) { ended_children++; }

/// As shells wait for their children.
static void wait_for_handler(void) {
  sigset_t child, before;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  signal(SIGCHLD, child_ended);
  sigprocmask(SIG_BLOCK, &child, &before);
  for (int seconds = 5; seconds <= 10; seconds += 5) {
    if (fork() == 0) {
      rest(seconds);
      _exit(0);
    }
  }
  while (ended_children < 2) {
    int result = sigsuspend(&before);
    tell("%s: %d ended", answer(result ? errno : 0), (int)ended_children);
  }
}

/// Whether the environment lies where the kernel has put it, beside the arguments.
static void find_environment(void) {
  const char *array = (const char *)environ, *text = environ[0];
  tell("in place: %s", array < text && text - array < 1 << 20 ? "yes" : "no");
}

void probe_fork_and_exec(const char *program, const char *argument) {
  pid_t child = fork();
  if (child == 0) {
    execl(program, program, "child", argument, (char *)NULL);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  tell("child ended with %d", WEXITSTATUS(status));
}

const struct wait other_waits[] = {
    {"signal", wait_for_signal},
    {"refused", ask_for_what_is_refused},
    {"deadlock", deadlock},
    {"without-end", wait_without_end},
    {"suspended", suspend_without_end},
    {"computing", compute},
    {"out-of-sight", wait_out_of_sight},
    {"turns", never_end_the_instant},
    {"timers", make_timers},
    {"fork", probe_fork},
    {"handler", wait_for_handler},
    {"environment", find_environment},
    {"random-devices", open_random_devices},
    {NULL, NULL},
};
