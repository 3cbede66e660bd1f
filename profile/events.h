/* events.h: how often each event happened in each pair and node of a profile, by its number: event/event.h. */
#ifndef HP_PROFILE_EVENTS_H
#define HP_PROFILE_EVENTS_H

#include "base/vector.h"
#include "event/counts.h"

/* Which events a profile has. A run that is loaded may have some that this system does not know. */
typedef struct hp_profile_events {
	zend_string *names[HP_EVENT_MAX]; /* persistent, owned */
	hp_event_unit units[HP_EVENT_MAX];
	uint32_t count;
} hp_profile_events;

/* Numbers from count on have no row: nothing happened there. Inclusive, as times are. */
typedef HP_VECTOR(hp_counts) hp_counts_table;

/* Adds an event. False: there are as many as there may be, or it is there. */
bool hp_profile_events_add(
	hp_profile_events *events, const char *name, size_t length, hp_event_unit unit);

/* True for a name that no other key of a result has: lower case letters, digits and hyphens, at most 40. */
bool hp_profile_events_is_name(const zend_string *name);

/* The number of an event; HP_EVENT_MAX: it is not there. */
uint32_t hp_profile_events_find(const hp_profile_events *events, const char *name, size_t length);

/* Adds all events of another, and takes out those that it lacks. */
void hp_profile_events_copy(hp_profile_events *events, const hp_profile_events *from);
void hp_profile_events_keep(hp_profile_events *events, const hp_profile_events *those);
void hp_profile_events_free(hp_profile_events *events);

/* The row of a number, to be read. */
const hp_counts *hp_profile_counts(const hp_counts_table *table, uint32_t number);

/* The same to be written; made if it is new. */
hp_counts *hp_profile_counts_of(hp_counts_table *table, uint32_t number);

/* The row of a number goes behind that of the last one; those between move up. */
void hp_profile_counts_move_last(hp_counts_table *table, uint32_t number, uint32_t last);

/* The same counts with the numbers that the events have in to; those it lacks are left out. */
hp_counts hp_profile_counts_as(
	const hp_counts *counts, const hp_profile_events *events, const hp_profile_events *to);

#endif /* HP_PROFILE_EVENTS_H */
