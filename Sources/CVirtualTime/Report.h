#ifndef REPORT_H
#define REPORT_H

#include "World.h"

/// What the library says, on standard error: each line begins with "virtual time:" and names the
/// program, the thread and the call.

/// A call that virtual time does not do, with what it was asked for, and what to do in its place.
void report_refusal(enum call call, const char *subject, const char *instead);
/// Something that the seed serves in place of the machine.
void report_served(enum call call, const char *subject);
/// A limit that makes a call fail.
void report_limit(const char *what, int limit);
/// A limit that nobody could be told of by an error: ends the process.
_Noreturn void refuse_beyond(const char *what, int limit);
void report_outsider(pid_t child);
/// A program that cannot load the library.
void report_static(const char *program);
void report_lasting_outsider(const struct outsider *outsider);

/// Nothing can run any more, and nothing can come from outside: says what everybody waits for, and
/// ends the world.
void report_quiescence(void);
/// A thread that has kept the baton for too long, in real time.
void report_stuck(const struct process *process, const struct thread *thread, int seconds);
void report_unending_instant(const struct process *process, const struct thread *thread);
void report_statistics(void);

/// Ends this process at once, whatever state it is in.
_Noreturn void give_up(int code);

/// Ends the first process if the world is to end.
void obey_verdict(void);

/// One line for each thread of a process; all processes for NULL. Returns the length of the whole.
int describe_waits(const struct process *process, char *text, int capacity);

/// The last report about a process; see `virtual_time_last_report`.
int last_report(pid_t process, char *text, int capacity);

/// Writes one message to standard error at once.
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
