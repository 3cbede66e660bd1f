/* tally.h: the events of a run's calls, beside their times: event/event.h.
 *
 * Only a run with HP_WORK_EVENTS has these tables, so that any other pays nothing: a stack has a row for each entry,
 * the counts at its begin, and an edge has its sums in front of it. hp_entry.c moves them as it does times. */
#ifndef HP_TRACE_TALLY_H
#define HP_TRACE_TALLY_H

#include "event/set.h"
#include "hp_entry.h"

typedef struct hp_tally {
	hp_event_set set;
	const hp_event *events[HP_EVENT_MAX]; /* that are counted, also when the run is over */
	uint32_t count;
	hp_counts now; /* as read last, without pauses */
	hp_counts paused; /* in all pauses together */
	hp_counts root_start;
} hp_tally;

/* Begins and ends counting; all zeros is not begun. An event that the system refuses is left out: see set.refused. */
void hp_tally_start(hp_tally *tally, const hp_event_choice *choice);
void hp_tally_stop(hp_tally *tally);

void hp_tally_read(hp_tally *tally);

/* Reads on after a pause, in which the counts stood still. */
void hp_tally_resume(hp_tally *tally);

/* Opens the innermost call, and closes it. is_paused: the counts stand still. */
void hp_tally_open(hp_tally *tally, hp_entry_stack *stack);
void hp_tally_close(hp_tally *tally, const hp_entry_stack *stack, bool is_paused);

#endif /* HP_TRACE_TALLY_H */
