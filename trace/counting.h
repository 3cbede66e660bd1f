/* counting.h: the events of a run's calls, beside their times: event/event.h.
 *
 * Only a run with HP_WORK_EVENTS has these tables, so that any other pays nothing: a stack has a row for each entry,
 * the counts at its begin, and an edge has its sums in front of it. hp_entry.c moves them as it does times. */
#ifndef HP_TRACE_COUNTING_H
#define HP_TRACE_COUNTING_H

#include "event/set.h"
#include "hp_entry.h"

typedef struct hp_counting {
	hp_event_set set;
	const hp_event *events[HP_EVENT_MAX]; /* that are counted, also when the run is over */
	uint32_t count;
	hp_counts now; /* as read last, without pauses */
	hp_counts paused; /* in all pauses together */
	hp_counts root_start;
} hp_counting;

/* Begins and ends counting; all zeros is not begun. An event that the system refuses is left out: see set.refused. */
void hp_counting_start(hp_counting *counting, const hp_event_choice *choice);
void hp_counting_stop(hp_counting *counting);

void hp_counting_read(hp_counting *counting);

/* The counters go on from where they were: what has been read since is nobody's. */
void hp_counting_skip(hp_counting *counting, hp_counts before);

/* Reads on after a pause, in which the counts stood still. */
void hp_counting_resume(hp_counting *counting);

/* Opens the innermost call, and closes it. is_paused: the counts stand still. */
void hp_counting_open(hp_counting *counting, hp_entry_stack *stack);
void hp_counting_close(hp_counting *counting, const hp_entry_stack *stack, bool is_paused);

#endif /* HP_TRACE_COUNTING_H */
