#include "trace/timeline.h"

#include "trace/tree.h"

#define TIMELINE_CHUNK_EVENTS 4096

typedef struct hp_timeline_chunk {
	struct hp_timeline_chunk *next;
	hp_timeline_event events[TIMELINE_CHUNK_EVENTS];
} hp_timeline_chunk;

void hp_timeline_init(hp_timeline *timeline, uint64_t max_bytes)
{
	memset(timeline, 0, sizeof(*timeline));
	timeline->left_bytes = max_bytes;
}

void hp_timeline_free(hp_timeline *timeline)
{
	hp_timeline_chunk *chunk = timeline->first;

	while (chunk != NULL) {
		hp_timeline_chunk *next = chunk->next;

		pefree(chunk, true);
		chunk = next;
	}
	memset(timeline, 0, sizeof(*timeline));
}

bool hp_timeline_grow(hp_timeline *timeline)
{
	hp_timeline_chunk *chunk;
	uint64_t room = timeline->left_bytes / sizeof(hp_timeline_event);

	if (room == 0) {
		return false;
	}
	room = MIN(room, TIMELINE_CHUNK_EVENTS);
	timeline->left_bytes -= room * sizeof(hp_timeline_event);
	chunk = pemalloc(sizeof(*chunk), true);
	chunk->next = NULL;
	if (timeline->last == NULL) {
		timeline->first = chunk;
	} else {
		timeline->last->next = chunk;
	}
	timeline->last = chunk;
	timeline->next = chunk->events;
	timeline->end = chunk->events + room;

	return true;
}

void hp_timeline_to_profile(const hp_timeline *timeline, double ticks_per_ns, hp_profile *profile)
{
	uint64_t start_ticks = timeline->first == NULL ? 0 : timeline->first->events[0].ticks;

	for (const hp_timeline_chunk *chunk = timeline->first; chunk != NULL; chunk = chunk->next) {
		const hp_timeline_event *end =
			chunk->next == NULL ? timeline->next : chunk->events + TIMELINE_CHUNK_EVENTS;

		for (const hp_timeline_event *event = chunk->events; event < end; event++) {
			*hp_vector_add(&profile->events) = (hp_profile_event){
				(int64_t) ((double) (event->ticks - start_ticks) / ticks_per_ns),
				event->edge == NULL ? HP_PROFILE_NONE : ((const hp_path *) event->edge)->number,
			};
		}
	}
	profile->lost_events = timeline->lost_events;
}
