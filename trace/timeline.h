/* timeline.h: each begin and end of a call, in the order of time, as far as there is room. */
#ifndef HP_TRACE_TIMELINE_H
#define HP_TRACE_TIMELINE_H

#include "profile/profile.h"
#include "trace/symbol.h"

typedef struct hp_timeline_event {
	uint64_t ticks;
	const hp_edge *edge; /* of the call that begins; NULL: the innermost one ends */
} hp_timeline_event;

typedef struct hp_timeline {
	hp_timeline_event *next; /* where the next event goes */
	hp_timeline_event *end; /* of the newest chunk */
	struct hp_timeline_chunk *first;
	struct hp_timeline_chunk *last;
	uint64_t left_bytes; /* for more chunks */
	uint64_t lost_events;
} hp_timeline;

/* An empty one, of at most about that many bytes. All zeros is what hp_timeline_free() leaves and takes. */
void hp_timeline_init(hp_timeline *timeline, uint64_t max_bytes);
void hp_timeline_free(hp_timeline *timeline);

/* Makes room for an event, or returns false for good. */
bool hp_timeline_grow(hp_timeline *timeline);

/* Gives the events to a profile of the same tree, in its numbers. */
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
