#ifndef BATON_H
#define BATON_H

#include "World.h"

/// One thread of the world has the baton and runs. It gives it away only in the calls of the table.

/// Waits until somebody wakes the address or the deadline has come.
enum wake_reason wait_for_address(enum call call, const void *address, int64_t deadline);
/// The same for those bits alone that a futex waits for.
enum wake_reason wait_for_bits(enum call call, const void *address, uint32_t bits, int64_t deadline);
/// Waits until the deadline has come.
void wait_for_time(enum call call, int64_t deadline);
/// Waits until one of the descriptors is ready, or the deadline has come. The caller has just seen
/// that none is, and looks again afterwards.
enum wake_reason wait_for_descriptors(
    enum call call, struct pollfd *descriptors, uint32_t count, int64_t deadline);
/// Waits until nobody else has anything to do at this instant.
void wait_for_idleness(void);

/// Wakes up to `count` threads of this process that wait for an address; returns how many.
int wake(const void *address, int count);
int wake_bits(const void *address, int count, uint32_t bits);
/// The thread of this process that waits for an address and is next; NULL if none does.
struct thread *next_waiter_for(const void *address);
/// Whether any thread of this process waits for an address.
bool has_waiters(const void *address);
void make_ready(struct thread *thread, enum wake_reason reason);

/// Lets others run that are ready as well.
void take_turns(enum call call);
void take_turns_by_chance(enum call call);
/// Loses the baton now and then where nothing needs it, if the world was asked to.
static inline void perhaps_take_turns(enum call call) {
  if (is_scheduled() && world->preemption) take_turns_by_chance(call);
}

/// Something happened to descriptors that other processes may wait for.
void descriptors_changed(void);
/// Something happened to descriptors of this process alone.
void own_descriptors_changed(void);
/// The descriptors that a thread of this process waits for at the moment.
uint32_t collect_waited_for(struct pollfd *descriptors, uint32_t capacity);

/// Passes the baton on for the last time: this thread or this process is at its end.
void leave_as_thread(void);
void leave_as_process(void);
/// The same for a process that goes on in real time.
void leave_alive(void);
/// Forgets who waits in this process: nobody does any more.
void forget_waits(void);
/// Gives the baton to whoever is next, on behalf of a holder that is no more, or after a pause.
void pass_on(void);

/// Waits in the kernel for the baton.
void wait_for_baton(struct thread *thread);
/// What whoever has just got the baton has to put in order first.
void take_over(void);

/// Removes everything of a process from the queues, or puts it back.
void take_out(struct process *process);
void put_back(struct process *process);

/// Thread places within this process.
struct thread *claim_thread(struct process *process);
void release_thread(struct thread *thread);

#endif
