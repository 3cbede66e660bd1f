/* helper.h: a thread of ours that waits for readers' messages, and takes part in the samples that they ask
 * for.
 *
 * It has all signals blocked. While nobody asks for anything it sleeps in the kernel, and while its thread of
 * PHP is between two requests as well. */
#ifndef HP_LIVE_HELPER_H
#define HP_LIVE_HELPER_H

#include "live/budget.h"
#include "live/control.h"
#include "live/files.h"
#include "live/sink.h"

#ifdef __linux__

# include <pthread.h>

# define HP_LIVE_HELPER_BYTES (16 * sizeof(hp_live_message))

typedef struct hp_live_helper {
	hp_live_files *files;
	hp_live_sink *sink;
	/* Called when a snapshot or variables are wanted, or requests are to be profiled. */
	void (*ask)(struct hp_live_helper *helper);
	void *owner;
	const struct hp_metric_usage *usage; /* of the thread's heap; NULL: not known from here */
	hp_live_control control;
	hp_live_budget budget;
	pid_t pid; /* of the process that started it; 0: not started */
	pthread_t thread;
	hp_descriptor_kept wake, waker; /* both ends of a pipe; the helper reads the first */
	bool is_stopping;
	bool has_own_files; /* its thread has a table of files that no other one uses */
	bool wants_hold; /* the thread waits for its ticks to stop */
	bool is_parked; /* until the next request begins, or a message comes */
	bool is_deaf; /* the FIFO is not ours any more */
	uint64_t started_ns;
	uint64_t read_ns; /* when messages were last read */
	uint64_t read_after_ns; /* no message is read before: a flood must not keep us busy */
	uint64_t spent_after_ns; /* the budget is not checked before */
	uint64_t asked_ns; /* the interval, then */
	uint64_t wakes; /* so far */
	char bytes[HP_LIVE_HELPER_BYTES];
	size_t count;
} hp_live_helper;

/* FAILURE: errno says why. The caller has set all up to control. */
zend_result hp_live_helper_start(hp_live_helper *helper);

/* Ends the thread and its samples. In a forked child it only forgets them. */
void hp_live_helper_stop(hp_live_helper *helper);

/* After a request has begun. */
void hp_live_helper_wake(hp_live_helper *helper);

#endif

#endif /* HP_LIVE_HELPER_H */
