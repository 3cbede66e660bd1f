/* helper.h: the helper thread beside a thread of PHP. It waits for messages of readers, and helps
 * to take the samples that they ask for.
 *
 * All signals are blocked in it. It sleeps in the kernel while nobody asks for anything, and while
 * its thread of PHP is between two requests. */
#ifndef HP_LIVE_HELPER_H
#define HP_LIVE_HELPER_H

#include "live/budget.h"
#include "live/control.h"
#include "live/files.h"
#include "live/sink.h"

#ifdef __linux__

# include <pthread.h>

# define HP_LIVE_HELPER_BYTES (16 * sizeof(hp_live_message))

/* The owner, the thread of PHP, sets the members up to control before the start. It keeps the
 * struct in place, and all that it points to valid, until hp_live_helper_stop(). */
typedef struct hp_live_helper {
	hp_live_files *files;
	hp_live_sink *sink;
	/* Called in the helper thread when a reader wants a snapshot, variables, or requests to be
	 * profiled. */
	void (*ask)(struct hp_live_helper *helper);
	void *owner; /* for ask() */
	const struct hp_metric_usage *usage; /* memory use of the thread's heap; NULL: not known here */
	hp_live_control control;
	hp_live_budget budget; /* its fraction is the owner's until the start */

	/* Used by the owner alone, but for `wake`, which the helper reads from. */
	pid_t pid; /* the process that started it; 0: not started */
	pthread_t thread;
	hp_descriptor_kept wake, waker; /* both ends of a pipe; a byte in it wakes the helper */

	/* Atomic, and without a lock. The owner sets the first two; the helper clears the second, and
	 * sets the third, and the first if it loses its pipe. */
	bool is_stopping;
	bool wants_hold; /* the thread waits for its ticks to stop */
	bool is_parked; /* it sleeps until the next request begins, or a message comes */

	/* Used by the helper's thread alone. Times are of the ring's clock. */
	bool has_own_files; /* the helper thread has its own table of descriptors */
	bool is_deaf; /* the FIFO is not ours any more */
	uint64_t started_ns; /* set by the owner at the start */
	uint64_t read_ns; /* when messages were last read */
	uint64_t read_after_ns; /* no message is read earlier: a flood must not keep us busy */
	uint64_t spent_after_ns; /* the budget is not checked earlier */
	uint64_t asked_ns; /* the interval that was asked for at the last check of the budget */
	uint64_t wakes; /* wake-ups so far */
	char bytes[HP_LIVE_HELPER_BYTES]; /* the beginning of a message whose rest has not come yet */
	size_t count; /* how many bytes these are */
} hp_live_helper;

/* Starts the helper. The caller has set the members up to control; the others are zeros. FAILURE:
 * errno says why. */
zend_result hp_live_helper_start(hp_live_helper *helper);

/* Ends the thread and its samples. In a forked child, where the thread does not run, it only closes
 * the pipe. */
void hp_live_helper_stop(hp_live_helper *helper);

/* Wakes a parked helper. Call it after a request has begun. */
void hp_live_helper_wake(hp_live_helper *helper);

#endif

#endif /* HP_LIVE_HELPER_H */
