/* counting.h: counts the events of a run's calls, beside their times: event/event.h.
 *
 * Only a run with HP_WORK_EVENTS has these tables, so that other runs pay nothing. A stack has a
 * row for each entry, with the counts at its begin; an edge has its sums in front of it. hp_entry.c
 * moves them in the same way as times. */
#ifndef HP_TRACE_COUNTING_H
#define HP_TRACE_COUNTING_H

#include "event/set.h"
#include "hp_entry.h"

typedef struct hp_counting {
	hp_event_set set;
	/* the events that are counted; still valid when the run has ended */
	const hp_event *events[HP_EVENT_MAX];
	uint32_t count;
	hp_counts now; /* the newest reading, without pauses */
	hp_counts paused; /* the sum over all pauses */
	hp_counts root_start;
} hp_counting;

/* Begins and ends counting. All zeros is a state in which counting has not begun. An event that the
 * system refuses is left out: see set.refused. */
void hp_counting_start(hp_counting *counting, const hp_event_choice *choice);
void hp_counting_stop(hp_counting *counting);

void hp_counting_read(hp_counting *counting);

/* Sets the counts back to `before`. The events read since belong to no call. */
void hp_counting_skip(hp_counting *counting, hp_counts before);

/* Continues after a pause: the events during the pause do not count. */
void hp_counting_resume(hp_counting *counting);

/* Reads the counts when the innermost call begins, and adds the difference to its edge when it
 * ends. is_paused: the counts stand still. */
void hp_counting_begin(hp_counting *counting, hp_entry_stack *stack);
void hp_counting_end(hp_counting *counting, const hp_entry_stack *stack, bool is_paused);

#endif /* HP_TRACE_COUNTING_H */
