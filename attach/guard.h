/* guard.h: runs work that may block forever in threads, and continues without those that do.
 *
 * Memory of another process can be such that its reader blocks in the kernel, as behind a file system of that user. No signal
 * but SIGKILL ends that. Whatever a thread that is left behind uses must stay allocated: it may wake at any moment. */
#ifndef HP_ATTACH_GUARD_H
#define HP_ATTACH_GUARD_H

#include "base/compat.h"

#ifdef __linux__

# include <pthread.h>

/* A thread that makes no progress for this many slices is left behind; a reading takes microseconds. Slices are counted, and not
 * time, because this process may itself be stopped. An opening may take longer than a look, which holds up those at others. */
# define HP_ATTACH_OPENING_SLICES 30
# define HP_ATTACH_LOOK_SLICES 2
# define HP_ATTACH_SLICE_NS 100000000

typedef struct hp_attach_guard {
	pthread_mutex_t lock;
	struct hp_attach_guard_group *group; /* runs side by side with it */
	pthread_t thread;
	void (*work)(void *context);
	void *context;
	const void *subject; /* what the thread is at, which may block; NULL: it cannot */
	const void *blocked; /* the subject for which the thread was left behind; NULL: it was not */
	const uint64_t *progress; /* grows while it is not blocked; NULL: sections alone tell */
	uint64_t sections; /* begun so far */
	uint64_t seen; /* progress at the last slice */
	uint32_t slices; /* in a row without progress */
	bool needs_thread; /* set by the owner: without one the work does not run */
	bool has_thread;
	bool is_over;
	bool is_interrupted; /* a signal came */
} hp_attach_guard;

/* The work is work(context). progress is NULL, or a number that grows. */
void hp_attach_guard_init(
	hp_attach_guard *guard, void (*work)(void *context), void *context, const uint64_t *progress);

/* Runs the works side by side, each in a thread that has all signals blocked, and waits for their ends. Where the system
 * refuses a thread, a work runs here, or is over at once if it needs one. One whose subject has not changed for so many slices is left behind, and has that in blocked: the guard and the
 * context must not be freed before it is over. */
void hp_attach_guard_run(hp_attach_guard *const *guards, size_t count, uint32_t slices);

/* True: the work has ended, also of a thread that was left behind. */
bool hp_attach_guard_is_over(hp_attach_guard *guard);

/* For work(): from here on it is at that subject, or at none. False: it was left behind, and must return at once. */
bool hp_attach_guard_enter(hp_attach_guard *guard, const void *subject);

/* Likewise: a signal came for the thread that waits. */
bool hp_attach_guard_is_interrupted(hp_attach_guard *guard);

#endif

#endif /* HP_ATTACH_GUARD_H */
