#ifndef PROCESSES_H
#define PROCESSES_H

#include "World.h"

/// A place for a process that is born; NULL if there is none.
struct process *claim_process(pid_t id, const struct process *parent);
/// The living process with a number of the kernel's; NULL if the world does not have it.
struct process *process_with(pid_t id);
/// Takes everything that a process had out of the world, but not itself.
void empty_process(struct process *process);
/// Takes a process out of everything; its place may be used again.
void forget_process(struct process *process);

/// Waits, in real time, until a process has ended. Its parent can still collect it.
void await_death(pid_t process);
bool has_ended(pid_t process);
/// Takes those out of the world that have ended without having left it, killed from outside.
void bury_unknown_dead(void);
/// Whether there is such a process. Needs no baton.
bool has_unknown_dead(void);

/// clone and clone3, through syscall(2).
long clone_process(long number, long a, long b, long c, long d, long e);

/// Has the children of forks come into the world.
void prepare_for_forks(void);

/// Asks the process that made this one for a place, and waits for that and the baton.
void be_born(void);
/// Who has applied and is a certain process; NULL if it has not.
struct applicant *applicant_with(pid_t id);
/// Gives him a place. The baton comes later.
void admit(struct applicant *applicant, const struct process *parent);

/// Whether children are under the library as well, because the environment has it preloaded.
bool is_preloaded(void);
/// Whether a program that is started so comes into the world.
bool comes_into_world(const char *path, char *const *environment);
/// A variable in an environment; NULL if it is not there.
const char *value_in(char *const *environment, const char *name);
/// Has the world of a first process be there for the program that it becomes, or for no other.
void keep_world_file(bool over_exec);

#endif
