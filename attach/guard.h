/* guard.h: runs work that may block forever in threads of its own, and continues without those
 * threads that block.
 *
 * Reading another process's memory may block in the kernel, for example if that memory is mapped
 * from a file system which the process's user runs. Only SIGKILL ends such a wait. A thread that is
 * left behind may wake at any moment, so all that it uses must stay allocated. */
#ifndef HP_ATTACH_GUARD_H
#define HP_ATTACH_GUARD_H

#include "base/compat.h"

#ifdef __linux__

# include <pthread.h>

/* A thread that makes no progress for this many slices is left behind; a reading takes
 * microseconds. Slices are counted, and not time, because this process may itself be stopped. An
 * opening may take longer than a look, because a look holds up the looks at other processes. */
# define HP_ATTACH_OPENING_SLICES 30
# define HP_ATTACH_LOOK_SLICES 2
# define HP_ATTACH_SLICE_NS 100000000

typedef struct hp_attach_guard {
	pthread_mutex_t lock;
	pid_t pid; /* the process that made the guard; in a forked child the lock may be held forever */
	struct hp_attach_guard_group *group; /* of the works that run side by side */
	pthread_t thread;
	void (*work)(void *context);
	void *context;
	const void *subject; /* what the work reads now and may block on; NULL: it cannot block */
	const void *blocked; /* the subject for which the thread was left behind; NULL: it was not */
	/* grows while the work is not blocked; NULL: only sections show progress */
	const uint64_t *progress;
	uint64_t sections; /* begun so far */
	uint64_t seen; /* progress at the last slice */
	uint32_t slices; /* in a row without progress */
	bool needs_thread; /* set by the owner: without one the work does not run */
	bool has_thread;
	bool is_over;
	bool is_interrupted; /* a signal came */
} hp_attach_guard;

/* Makes a guard for work(context). progress is NULL, or a number that grows while the work goes
 * on. */
void hp_attach_guard_init(
	hp_attach_guard *guard, void (*work)(void *context), void *context, const uint64_t *progress);

/* Runs the works side by side, each in a thread that has all signals blocked, and waits until all
 * have ended. If the system refuses a thread, the work runs in the calling thread, or ends at once
 * if it needs a thread. A thread that makes no progress at its subject for that many slices is left
 * behind, and blocked is set to the subject: then the guard and the context must not be freed
 * before the work has ended. */
void hp_attach_guard_run(hp_attach_guard *const *guards, size_t count, uint32_t slices);

/* Returns true if the work has ended, also if its thread was left behind. False in a forked child,
 * whose parent has the thread. */
bool hp_attach_guard_is_over(hp_attach_guard *guard);

/* For work(): names the subject that it may block on from here on; NULL for none. Returns false if
 * the thread was left behind: work() must then return at once. */
bool hp_attach_guard_enter(hp_attach_guard *guard, const void *subject);

/* For work(): returns true if a signal came for the thread that waits. */
bool hp_attach_guard_is_interrupted(hp_attach_guard *guard);

#endif

#endif /* HP_ATTACH_GUARD_H */
