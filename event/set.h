/* set.h: the events that one run counts. */
#ifndef HP_EVENT_SET_H
#define HP_EVENT_SET_H

#include "event/registry.h"

typedef struct hp_event_refused {
	const hp_event *event;
	const char *reason; /* English, static */
} hp_event_refused;

/* All zeros is an empty set. It must not move while it is enabled. */
typedef struct hp_event_set {
	hp_event_counter counters[HP_EVENT_MAX];
	uint32_t count; /* that are enabled */
	hp_event_refused refused[HP_EVENT_MAX];
	uint32_t refused_count;
} hp_event_set;

/* Counts for the calling thread. Events that the system refuses are left out, and are in refused. */
void hp_event_set_enable(hp_event_set *set, const hp_event_choice *choice);

/* Ends that; the set keeps its names. Does nothing to a set that is not enabled. */
void hp_event_set_disable(hp_event_set *set);

/* The counts of all, by number; from the start on they never fall. For the thread that enabled it. */
void hp_event_set_read(hp_event_set *set, int64_t values[HP_EVENT_MAX]);

/* How this system reads the event of that number, as in hp_event_at(); NULL: it cannot, and *refusal says why. English,
 * static. */
const char *hp_event_set_try(uint32_t number, const char **refusal);

/* Takes out the events that the system refuses; returns "instructions: there are no ...; cycles: ...", the caller's, or
 * NULL: there are none. Before a run, as the warning may call the program's handler. */
zend_string *hp_event_set_check(hp_event_choice *choice);

#endif /* HP_EVENT_SET_H */
