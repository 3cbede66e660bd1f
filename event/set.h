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
	uint32_t count; /* number of enabled counters */
	hp_event_refused refused[HP_EVENT_MAX];
	uint32_t refused_count;
} hp_event_set;

/* Starts counting for the calling thread. Events that the system refuses are left out and listed in
 * `refused`. */
void hp_event_set_enable(hp_event_set *set, const hp_event_choice *choice);

/* Ends counting. The set keeps the refused events. Does nothing if the set is not enabled. */
void hp_event_set_disable(hp_event_set *set);

/* Reads the counts of all events, by number. They never fall. Call it in the thread that enabled
 * the set. */
void hp_event_set_read(hp_event_set *set, int64_t values[HP_EVENT_MAX]);

/* Returns how this system reads the event of a number of hp_event_at(); NULL if it cannot, and
 * *refusal says why. English, static. */
const char *hp_event_set_try(uint32_t number, const char **refusal);

/* Removes the events that the system refuses. Returns a message such as "instructions: there are no
 * ...; cycles: ...", which the caller releases, or NULL if none was refused. Call it before a run,
 * as the warning may call the program's error handler. */
zend_string *hp_event_set_check(hp_event_choice *choice);

#endif /* HP_EVENT_SET_H */
