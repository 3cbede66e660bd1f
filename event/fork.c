#include "event/fork.h"

#ifndef PHP_WIN32

# include <pthread.h>

/* The thread's counters, the newest first. */
static __thread hp_event_counter *fork_here;

/* Restarts counters in the order in which they were enabled, so that the first of a group is
 * first. */
static void fork_restart(hp_event_counter *counter)
{
	if (counter != NULL) {
		fork_restart(counter->next);
		counter->event->restart(counter);
	}
}

static void fork_in_child(void)
{
	fork_restart(fork_here);
}

void hp_event_fork_startup(void)
{
	static bool is_started;

	if (!is_started) {
		is_started = true;
		pthread_atfork(NULL, NULL, fork_in_child);
	}
}

void hp_event_fork_add(hp_event_counter *counter)
{
	counter->next = fork_here;
	fork_here = counter;
}

void hp_event_fork_remove(hp_event_counter *counter)
{
	hp_event_counter **at = &fork_here;

	while (*at != NULL && *at != counter) {
		at = &(*at)->next;
	}
	if (*at != NULL) {
		*at = counter->next;
	}
}

#endif
