/* guard.h: runs work that may block forever in a thread, and continues without it.
 *
 * Memory of another process can be such that its reader blocks in the kernel, as behind a file system of that user. No signal
 * but SIGKILL ends that. What a thread that is left behind uses must stay allocated: it may wake at any moment. */
#ifndef HP_ATTACH_GUARD_H
#define HP_ATTACH_GUARD_H

#include "base/compat.h"

#ifdef __linux__

# include <pthread.h>
# include <semaphore.h>

typedef struct hp_attach_guard {
	pthread_mutex_t lock;
	sem_t ended;
	void (*work)(void *context);
	void *context;
	const void *subject; /* what the thread is at, which may block; NULL: it cannot */
	const uint64_t *progress; /* grows while it is not blocked; NULL: sections alone tell */
	uint64_t sections; /* begun so far */
	bool is_over;
	bool is_left; /* nobody waits for it any more */
	bool is_interrupted; /* a signal came */
} hp_attach_guard;

/* Runs work(context) in a thread, with all signals blocked, and waits for its end. Without a thread it runs here. progress is
 * NULL, or a number that grows.
 * Returns NULL; or the subject that has blocked it for too long. Then the thread is left behind: the guard and the context must
 * never be freed. */
const void *hp_attach_guard_run(
	hp_attach_guard *guard, void (*work)(void *context), void *context, const uint64_t *progress);

/* For work(): from here on it is at that subject, or at none. False: it was left behind, and must return at once. */
bool hp_attach_guard_enter(hp_attach_guard *guard, const void *subject);

/* Likewise: a signal came for the thread that waits. */
bool hp_attach_guard_is_interrupted(hp_attach_guard *guard);

#endif

#endif /* HP_ATTACH_GUARD_H */
