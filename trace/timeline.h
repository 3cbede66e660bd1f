/* timeline.h: the begin and end of each call in order of time, up to a limit of memory. */
#ifndef HP_TRACE_TIMELINE_H
#define HP_TRACE_TIMELINE_H

#include "profile/profile.h"
#include "trace/symbol.h"

typedef struct hp_timeline_event {
	uint64_t ticks;
	const hp_edge *edge; /* of the call that begins; NULL: the innermost call ends */
} hp_timeline_event;

typedef struct hp_timeline {
	hp_timeline_event *next; /* the free place for an event */
	hp_timeline_event *end; /* of the newest chunk */
	struct hp_timeline_chunk *first;
	struct hp_timeline_chunk *last;
	uint64_t left_bytes; /* for more chunks */
	uint64_t lost_events;
} hp_timeline;

/* Makes an empty timeline of at most about max_bytes. hp_timeline_free() accepts and leaves all zeros. */
void hp_timeline_init(hp_timeline *timeline, uint64_t max_bytes);
void hp_timeline_free(hp_timeline *timeline);

/* Makes room for events. False: the timeline is full, and stays so. */
bool hp_timeline_grow(hp_timeline *timeline);

/* Appends the events to a profile of the same tree, with its node numbers. */
void hp_timeline_to_profile(const hp_timeline *timeline, double ticks_per_ns, hp_profile *profile);

static zend_always_inline void hp_timeline_add(
	hp_timeline *timeline, uint64_t ticks, const hp_edge *edge)
{
	if (UNEXPECTED(timeline->next == timeline->end) && !hp_timeline_grow(timeline)) {
		timeline->lost_events++;
		return;
	}
	timeline->next->ticks = ticks;
	timeline->next->edge = edge;
	timeline->next++;
}

#endif /* HP_TRACE_TIMELINE_H */
