/* events.h: how often each event happened in each pair and node of a profile, by the event's
 * number: event/event.h. */
#ifndef HP_PROFILE_EVENTS_H
#define HP_PROFILE_EVENTS_H

#include "base/vector.h"
#include "event/counts.h"

/* The events that a profile has. A loaded run may have events that this system does not know. */
typedef struct hp_profile_events {
	zend_string *names[HP_EVENT_MAX]; /* persistent, owned */
	hp_event_unit units[HP_EVENT_MAX];
	uint32_t count;
} hp_profile_events;

/* Counts by number of a pair or node, callees included, as times are. Numbers from count on have no
 * row: nothing happened there. */
typedef HP_VECTOR(hp_counts) hp_counts_table;

/* The events of a profile, which owns them; not those of its timeline. */
typedef struct hp_profile_counted {
	hp_profile_events events; /* the kinds of event that were counted */
	hp_counts_table pairs;
	hp_counts_table nodes;
} hp_profile_counted;

/* Adds an event. Returns false if the limit is reached or the event is already there. */
bool hp_profile_events_add(
	hp_profile_events *events, const char *name, size_t length, hp_event_unit unit);

/* True for a valid name: lower case letters, digits and hyphens, at most 40, and no key that a
 * result uses otherwise. */
bool hp_profile_events_is_name(const zend_string *name);

/* Returns the number of an event; HP_EVENT_MAX if it is not there. */
uint32_t hp_profile_events_find(const hp_profile_events *events, const char *name, size_t length);

/* Adds all events of another profile, and removes those that another profile does not have. */
void hp_profile_events_copy(hp_profile_events *events, const hp_profile_events *from);
void hp_profile_events_keep(hp_profile_events *events, const hp_profile_events *those);
void hp_profile_events_free(hp_profile_events *events);

/* Returns the row of a number for reading. */
const hp_counts *hp_profile_counts(const hp_counts_table *table, uint32_t number);

/* Returns the row of a number for writing, and makes it if it is new. */
hp_counts *hp_profile_counts_of(hp_counts_table *table, uint32_t number);

/* Returns the counts under the numbers that the events have in `to`. Events that are not in `to`
 * are left out. */
hp_counts hp_profile_counts_as(
	const hp_counts *counts, const hp_profile_events *events, const hp_profile_events *to);

#endif /* HP_PROFILE_EVENTS_H */
