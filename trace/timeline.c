#include "trace/timeline.h"

#include "trace/tree.h"

#define TIMELINE_CHUNK_EVENTS 4096
#define TIMELINE_CHUNK_BYTES (TIMELINE_CHUNK_EVENTS * sizeof(hp_timeline_event))
#define TIMELINE_POINTS 4096 /* more than a screen is wide */
#define TIMELINE_HALVINGS_MAX 31
#define TIMELINE_STEP_NS 10000.0
#define TIMELINE_LOG_NS 100000000.0 /* so that the log of a waiting or dead program is complete */

typedef struct hp_timeline_chunk {
	struct hp_timeline_chunk *next;
	hp_timeline_event *end; /* the end of the room for events */
	hp_timeline_event events[TIMELINE_CHUNK_EVENTS];
} hp_timeline_chunk;

void hp_timeline_init(hp_timeline *timeline, uint64_t max_bytes, bool has_curves)
{
	memset(timeline, 0, sizeof(*timeline));
	timeline->left_bytes = max_bytes;
	timeline->may_leave_out = max_bytes >= 4 * TIMELINE_CHUNK_BYTES;
	timeline->due_ticks = timeline->point_ticks = timeline->log_ticks = UINT64_MAX;
	if (has_curves) {
		timeline->due_ticks = timeline->point_ticks = 0;
		timeline->step_ticks = (uint64_t) (TIMELINE_STEP_NS * hp_timer_ticks_per_ns());
	}
}

/* Frees a list of chunks. Returns how many events there was room for. */
static uint64_t timeline_free_chunks(hp_timeline_chunk *chunk)
{
	uint64_t events = 0;

	while (chunk != NULL) {
		hp_timeline_chunk *next = chunk->next;

		events += (uint64_t) (chunk->end - chunk->events);
		pefree(chunk, true);
		chunk = next;
	}

	return events;
}

void hp_timeline_free(hp_timeline *timeline)
{
	timeline_free_chunks(timeline->first);
	if (timeline->log != NULL) {
		hp_log_free(timeline->log);
	}
	hp_vector_free(&timeline->points);
	hp_vector_free(&timeline->switches);
	hp_vector_free(&timeline->memories);
	for (uint32_t i = 0; i < timeline->marks.count; i++) {
		zend_string_release(timeline->marks.rows[i].text);
	}
	hp_vector_free(&timeline->marks);
	memset(timeline, 0, sizeof(*timeline));
}

/* Adds a point. If there was no event for longer than a step, also adds a point where that gap
 * began; otherwise the curve would slope through a call that waits. */
static void timeline_take_point(
	hp_timeline *timeline, const hp_timeline_point *before, const hp_timeline_point *now)
{
	uint32_t count = timeline->points.count;

	if (count > 0 && before->ticks > timeline->points.rows[count - 1].ticks &&
		now->ticks - before->ticks > timeline->step_ticks) {
		*hp_vector_add(&timeline->points) = *before;
	}
	*hp_vector_add(&timeline->points) = *now;
	timeline->point_ticks = now->ticks + timeline->step_ticks;
}

/* Doubles the step, and keeps the points that it would have taken: about half of them. */
static void timeline_thin(hp_timeline *timeline)
{
	uint32_t count = timeline->points.count;

	timeline->step_ticks *= 2;
	timeline->points.count = 0;
	timeline->point_ticks = 0;
	for (uint32_t i = 0; i < count; i++) {
		hp_timeline_point now = timeline->points.rows[i];
		/* Read now, before it may be overwritten: never more points are kept than were read. */
		hp_timeline_point before = timeline->points.rows[i == 0 ? 0 : i - 1];

		if (now.ticks >= timeline->point_ticks) {
			timeline_take_point(timeline, &before, &now);
		}
	}
}

static void timeline_add_point(hp_timeline *timeline, uint64_t ticks, const hp_metrics *reading)
{
	uint64_t skipped_ticks = timeline->skipped_cpu_ticks;
	hp_timeline_point before = timeline->reading,
					  now = {ticks, reading->cpu_ticks - skipped_ticks, reading->memory_bytes};
	bool is_last = timeline->point_ticks == 0;

	while (timeline->points.count + 2 > TIMELINE_POINTS) {
		timeline_thin(timeline);
	}
	if (!is_last && ticks < timeline->point_ticks) {
		return; /* steps are longer now */
	}
	before.cpu_ticks -= skipped_ticks;
	timeline_take_point(timeline, &before, &now);
}

void hp_timeline_skip(hp_timeline *timeline, uint64_t cpu_ticks)
{
	timeline->skipped_cpu_ticks += cpu_ticks;
	timeline->reading.cpu_ticks += cpu_ticks;
}

static void timeline_plan_log(hp_timeline *timeline, uint64_t ticks)
{
	timeline->log_ticks = ticks + (uint64_t) (TIMELINE_LOG_NS * hp_timer_ticks_per_ns());
}

void hp_timeline_note(hp_timeline *timeline, uint64_t ticks, const hp_metrics *reading)
{
	if (ticks >= timeline->point_ticks) {
		timeline_add_point(timeline, ticks, reading);
	}
	if (ticks >= timeline->log_ticks) {
		timeline->is_work_due = true;
		timeline_plan_log(timeline, ticks);
	}
	timeline->due_ticks = MIN(timeline->point_ticks, timeline->log_ticks);
}

void hp_timeline_finish_curves(hp_timeline *timeline)
{
	if (timeline->point_ticks != UINT64_MAX) {
		timeline->due_ticks = timeline->point_ticks = 0;
	}
}

void hp_timeline_set_log(hp_timeline *timeline, hp_log *log)
{
	timeline->log = log;
	timeline->due_ticks = timeline->log_ticks = 0;
}

/* Appends a chunk. Beyond the limit of memory it is not kept, but only for the log. */
static void timeline_append(hp_timeline *timeline, uint64_t room, bool is_kept)
{
	hp_timeline_chunk *chunk = pemalloc(sizeof(*chunk), true), *kept = timeline->last_kept;

	chunk->next = NULL;
	chunk->end = chunk->events + room;
	if (timeline->last == NULL) {
		timeline->first = chunk;
	} else {
		timeline->last->next = chunk;
	}
	if (is_kept) {
		timeline->before_last += kept == NULL ? 0 : (uint64_t) (kept->end - kept->events);
		timeline->last_kept = chunk;
	}
	timeline->last = chunk;
	timeline->next = chunk->events;
	timeline->end = chunk->end;
}

bool hp_timeline_grow(hp_timeline *timeline)
{
	uint64_t room = timeline->left_bytes / sizeof(hp_timeline_event);
	bool is_kept = room > 0;

	if (!is_kept && timeline->log == NULL) {
		return false;
	}
	room = is_kept ? MIN(room, TIMELINE_CHUNK_EVENTS) : TIMELINE_CHUNK_EVENTS;
	timeline->left_bytes -= is_kept ? room * sizeof(hp_timeline_event) : 0;
	timeline_append(timeline, room, is_kept);
	timeline->is_work_due = true;

	return true;
}

/* Frees the chunks that were only for the log. */
static void timeline_drop_logged(hp_timeline *timeline)
{
	hp_timeline_chunk *kept = timeline->last_kept;

	if (timeline->last == kept) {
		return;
	}
	timeline->lost_events -= (uint64_t) (timeline->end - timeline->next);
	timeline->lost_events += timeline_free_chunks(kept == NULL ? timeline->first : kept->next);
	timeline->last = timeline->logged_chunk = kept;
	timeline->next = timeline->end = timeline->logged_end = kept == NULL ? NULL : kept->end;
	if (kept == NULL) {
		timeline->first = NULL;
	} else {
		kept->next = NULL;
	}
}

static void timeline_write_log(hp_timeline *timeline)
{
	double ticks_per_ns = hp_timer_ticks_per_ns();
	hp_timeline_chunk *chunk =
		timeline->logged_chunk == NULL ? timeline->first : timeline->logged_chunk;
	const hp_timeline_event *event = timeline->logged_end;

	timeline->is_work_due = false;
	for (; chunk != NULL; chunk = chunk->next) {
		hp_timeline_event *end = chunk->next == NULL ? timeline->next : chunk->end;

		for (event = event == NULL ? chunk->events : event; event < end; event++) {
			hp_log_take(timeline->log, event->ticks, event->edge, ticks_per_ns);
		}
		timeline->logged_chunk = chunk;
		timeline->logged_end = end;
		event = NULL;
	}
	timeline_drop_logged(timeline);
	hp_log_flush(timeline->log);
}

void hp_timeline_finish_log(hp_timeline *timeline)
{
	if (timeline->log != NULL) {
		timeline_write_log(timeline);
		hp_log_finish(timeline->log);
	}
}

/* Counts the events up to the last one. */
static uint64_t timeline_events(const hp_timeline *timeline)
{
	return timeline->last == NULL
		? 0
		: timeline->before_last + (uint64_t) (timeline->next - timeline->last->events);
}

/* Appends a change. If several changes have no event between them, only the last is kept. */
static void timeline_change(hp_timeline_changes *changes, uint64_t event, int64_t value)
{
	if (changes->count == 0 || changes->rows[changes->count - 1].event != event) {
		hp_vector_add(changes)->event = event;
	}
	changes->rows[changes->count - 1].value = value;
}

/* Notes a change, unless the events are beyond the limit and only for the log. */
static void timeline_note_change(hp_timeline *timeline, hp_timeline_changes *changes, int64_t value)
{
	uint32_t count = changes->count;

	if (timeline->lost_events > 0 || timeline->last != timeline->last_kept) {
		return;
	}
	timeline_change(changes, timeline_events(timeline), value);
	if (changes->count > count) {
		timeline->left_bytes -= MIN(timeline->left_bytes, sizeof(hp_timeline_change));
	}
}

void hp_timeline_switch_lane(hp_timeline *timeline, uint32_t lane)
{
	timeline_note_change(timeline, &timeline->switches, lane);
}

void hp_timeline_note_memory(hp_timeline *timeline, int64_t bytes)
{
	timeline->memory_bytes = bytes;
	timeline_note_change(timeline, &timeline->memories, bytes);
}

/* The events that are kept. They overwrite those that were read. */
typedef struct timeline_rest {
	hp_timeline_chunk *chunk;
	hp_timeline_event *next;
	uint64_t count;
	hp_timeline_octave octaves[HP_TIMELINE_OCTAVES]; /* how often this pass halves each octave */
} timeline_rest;

static void timeline_keep_event(timeline_rest *rest, const hp_timeline_event *event)
{
	if (rest->next == rest->chunk->end) {
		rest->chunk = rest->chunk->next;
		ZEND_ASSERT(rest->chunk != NULL); /* never more events are kept than were read */
		rest->next = rest->chunk->events;
	}
	ZEND_ASSERT(rest->next != NULL);
	*rest->next++ = *event;
	rest->count++;
}

/* Takes the changes up to an event, with the number that this event now has. *read is the first
 * change that is not taken yet. */
static void timeline_keep_changes(
	hp_timeline_changes *changes, uint32_t *read, uint32_t count, uint64_t event, uint64_t number)
{
	for (; *read < count && changes->rows[*read].event <= event; ++*read) {
		timeline_change(changes, number, changes->rows[*read].value);
	}
}

/* Call it when the last event that was kept is removed. `number` is its number, which the next
 * event now gets. A change that began with the next event moves with it. */
static void timeline_pull_change(hp_timeline_changes *changes, uint64_t number)
{
	if (changes->count > 0 && changes->rows[changes->count - 1].event > number) {
		int64_t value = changes->rows[--changes->count].value;

		timeline_change(changes, number, value);
	}
}

/* Returns the logarithm to base two, rounded down. */
static uint32_t timeline_octave(uint64_t ticks)
{
	uint32_t bits = 0;

	for (uint32_t step = HP_TIMELINE_OCTAVES / 2; step > 0; step /= 2) {
		if (ticks >> step > 0) {
			ticks >>= step;
			bits += step;
		}
	}

	return bits;
}

/* Returns whether a call is the one that is kept. That is a random one: if two functions take
 * turns, the first of every two calls would always be of the same function. The random numbers are
 * the same in each run. */
static bool timeline_keeps(hp_timeline *timeline, hp_timeline_octave *octave)
{
	uint32_t mask = (1U << octave->halvings) - 1;

	if ((octave->seen & mask) == 0) {
		timeline->random = timeline->random * 6364136223846793005 + 1442695040888963407;
		octave->kept = (uint32_t) (timeline->random >> 32) & mask;
	}

	return (octave->seen++ & mask) == octave->kept;
}

/* Returns whether the call that began at next[-1], and ends now, is left out: it has no callees, is
 * short, and is not one of those that are kept. The first event of all is the run's begin and
 * stays. */
static bool timeline_is_left_out(hp_timeline *timeline, hp_timeline_octave *octaves,
	const hp_timeline_event *first, const hp_timeline_event *next, uint64_t ticks)
{
	if (next == first || next[-1].edge == NULL || next - 1 == timeline->first->events ||
		ticks - next[-1].ticks >= timeline->short_ticks) {
		return false;
	}

	return !timeline_keeps(timeline, &octaves[timeline_octave(ticks - next[-1].ticks)]);
}

bool hp_timeline_leave_out(hp_timeline *timeline, uint64_t ticks)
{
	uint32_t changes = timeline->switches.count + timeline->memories.count;

	if (timeline->lost_events > 0 || timeline->last == NULL ||
		!timeline_is_left_out(
			timeline, timeline->octaves, timeline->last->events, timeline->next, ticks)) {
		return false;
	}
	timeline->next--;
	timeline->short_events += 2;
	timeline_pull_change(&timeline->switches, timeline_events(timeline));
	timeline_pull_change(&timeline->memories, timeline_events(timeline));
	changes -= timeline->switches.count + timeline->memories.count;
	timeline->left_bytes += changes * sizeof(hp_timeline_change);

	return true;
}

/* Ends the timeline after the events that were kept, and frees the other chunks. */
static void timeline_end_at(hp_timeline *timeline, const timeline_rest *rest)
{
	ZEND_ASSERT(rest->chunk != NULL);
	timeline->left_bytes += timeline_free_chunks(rest->chunk->next) * sizeof(hp_timeline_event);
	rest->chunk->next = NULL;
	timeline->last = timeline->last_kept = rest->chunk;
	timeline->before_last = rest->count - (uint64_t) (rest->next - rest->chunk->events);
	timeline->next = rest->next;
	timeline->end = rest->chunk->end;
}

static void timeline_halve(hp_timeline_octave *octaves, uint32_t last)
{
	for (uint32_t i = 0; i <= last; i++) {
		octaves[i].halvings = MIN(octaves[i].halvings + 1, TIMELINE_HALVINGS_MAX);
	}
}

/* Halves the calls without callees in the octaves up to that one. A caller whose callees are all
 * gone has none, so it may go too. */
static void timeline_leave_out(hp_timeline *timeline, uint32_t octave)
{
	timeline_rest rest = {.chunk = timeline->first, .next = timeline->first->events};
	hp_timeline_changes *switches = &timeline->switches, *memories = &timeline->memories;
	uint32_t lanes = switches->count, sizes = memories->count, lane = 0, size = 0;
	uint64_t number = 0;

	timeline_halve(rest.octaves, octave);
	switches->count = memories->count = 0;
	for (hp_timeline_chunk *chunk = timeline->first; chunk != NULL; chunk = chunk->next) {
		const hp_timeline_event *end = chunk->next == NULL ? timeline->next : chunk->end;

		for (const hp_timeline_event *event = chunk->events; event < end; event++, number++) {
			timeline_keep_changes(switches, &lane, lanes, number, rest.count);
			timeline_keep_changes(memories, &size, sizes, number, rest.count);
			if (event->edge != NULL ||
				!timeline_is_left_out(
					timeline, rest.octaves, rest.chunk->events, rest.next, event->ticks)) {
				timeline_keep_event(&rest, event);
				continue;
			}
			rest.next--;
			rest.count--;
			timeline->short_events += 2;
			timeline_pull_change(switches, rest.count);
			timeline_pull_change(memories, rest.count);
		}
	}
	timeline_keep_changes(switches, &lane, lanes, number, rest.count);
	timeline_keep_changes(memories, &size, sizes, number, rest.count);
	timeline->left_bytes +=
		(lanes - switches->count + sizes - memories->count) * sizeof(hp_timeline_change);
	timeline_end_at(timeline, &rest);
}

/* Returns the octave that holds the median of the calls without callees. */
static uint32_t timeline_median(const hp_timeline *timeline)
{
	uint64_t counts[HP_TIMELINE_OCTAVES] = {0}, count = 0, below;
	uint32_t octave = 0;

	for (hp_timeline_chunk *chunk = timeline->first; chunk != NULL; chunk = chunk->next) {
		const hp_timeline_event *end = chunk->next == NULL ? timeline->next : chunk->end;

		for (const hp_timeline_event *event = chunk->events + 1; event < end; event++) {
			if (event->edge == NULL && event[-1].edge != NULL) {
				counts[timeline_octave(event->ticks - event[-1].ticks)]++;
				count++;
			}
		}
	}
	for (below = counts[0]; below < (count + 1) / 2; below += counts[octave]) {
		octave++;
	}

	return octave;
}

/* Halves short calls, those recorded and those to come, so that each octave is equally dense in the
 * whole run. Returns how many events were removed. */
static uint64_t timeline_make_coarser(hp_timeline *timeline)
{
	uint64_t before = timeline_events(timeline);
	uint32_t octave = timeline_median(timeline);

	timeline->short_ticks = MAX(timeline->short_ticks, (uint64_t) 2 << octave);
	timeline_halve(timeline->octaves, octave);
	timeline_leave_out(timeline, octave);

	return before - timeline_events(timeline);
}

/* Removes a quarter to a half of the calls without callees, which usually are the majority. If they
 * are not, it goes on as long as each pass frees many events, and in any case until there is room
 * for a chunk. */
static void timeline_make_room(hp_timeline *timeline)
{
	uint64_t before = timeline_events(timeline), gone = 0, last;

	do {
		last = timeline_make_coarser(timeline);
		gone += last;
	} while (last > 0 &&
		(timeline->left_bytes < TIMELINE_CHUNK_BYTES ||
			(gone < before / 8 && last >= before / 64)));
}

/* Writes to the memory of the next events: the system provides it at the first write, which must
 * not count as a call's time. It also makes events equally far from the processor in each chunk,
 * even in the short runs that hook/calibrate.c measures. */
static void timeline_touch(hp_timeline *timeline)
{
	if (timeline->next < timeline->end) {
		memset(
			timeline->next, 0, (size_t) (timeline->end - timeline->next) * sizeof(*timeline->next));
	}
}

void hp_timeline_work(hp_timeline *timeline)
{
	timeline->is_work_due = false;
	timeline_touch(timeline);
	if (timeline->log != NULL) {
		timeline_write_log(timeline);
	} else if (timeline->lost_events == 0 && timeline->may_leave_out &&
		timeline->left_bytes < TIMELINE_CHUNK_BYTES) {
		timeline_make_room(timeline);
	}
}

void hp_timeline_add_mark(hp_timeline *timeline, uint64_t ticks, uint32_t lane, const hp_mark *mark)
{
	size_t length = strnlen(
		mark->text, mark->length); /* an anonymous class's name has its file after a zero byte */
	size_t bytes = sizeof(hp_timeline_mark) + _ZSTR_STRUCT_SIZE(length);
	hp_timeline_mark *added;

	if (timeline->left_bytes < bytes) {
		timeline->lost_events += timeline->log == NULL;
		return;
	}
	timeline->left_bytes -= bytes;
	added = hp_vector_add(&timeline->marks);
	added->ticks = ticks;
	added->text = zend_string_init(mark->text, length, true);
	added->kind = mark->kind;
	added->lane = lane;
}

static void timeline_add_marks(
	const hp_timeline *timeline, uint64_t start_ticks, double ticks_per_ns, hp_profile *profile)
{
	for (uint32_t i = 0; i < timeline->marks.count; i++) {
		const hp_timeline_mark *mark = &timeline->marks.rows[i];

		*hp_vector_add(&profile->timeline.marks) = (hp_profile_mark){
			(int64_t) ((double) (mark->ticks - start_ticks) / ticks_per_ns),
			zend_string_copy(mark->text),
			mark->kind,
			mark->lane,
		};
		profile->features |= mark->lane == 0 ? 0 : HP_PROFILE_LANES;
	}
}

/* Returns the lane of an event. *number is that of the first switch after it, and moves on with the
 * events. */
static uint32_t timeline_lane(const hp_timeline *timeline, uint64_t event, uint32_t *number)
{
	while (*number < timeline->switches.count && timeline->switches.rows[*number].event <= event) {
		++*number;
	}

	return *number == 0 ? 0 : (uint32_t) timeline->switches.rows[*number - 1].value;
}

static void timeline_add_points(
	const hp_timeline *timeline, uint64_t start_ticks, double ticks_per_ns, hp_profile *profile)
{
	for (uint32_t i = 0; i < timeline->points.count; i++) {
		const hp_timeline_point *point = &timeline->points.rows[i];

		hp_profile_point *to = hp_vector_add(&profile->timeline.points);
		uint64_t cpu_ticks = point->cpu_ticks - timeline->points.rows[0].cpu_ticks;

		to->at_ns = (int64_t) ((double) (point->ticks - start_ticks) / ticks_per_ns);
		to->cpu_ns = 0;
		if (profile->metrics & HP_METRIC_CPU) {
			to->cpu_ns = (int64_t) ((double) cpu_ticks / ticks_per_ns);
		}
		to->memory_bytes = profile->metrics & HP_METRIC_MEMORY ? point->memory_bytes : 0;
	}
}

void hp_timeline_to_profile(const hp_timeline *timeline, double ticks_per_ns, hp_profile *profile)
{
	uint64_t start_ticks = timeline->first == NULL ? 0 : timeline->first->events[0].ticks;
	uint32_t number = 0;

	for (const hp_timeline_chunk *chunk = timeline->first; chunk != NULL; chunk = chunk->next) {
		const hp_timeline_event *end = chunk->next == NULL ? timeline->next : chunk->end;

		for (const hp_timeline_event *event = chunk->events; event < end; event++) {
			uint32_t lane = timeline_lane(timeline, profile->timeline.events.count, &number);

			*hp_vector_add(&profile->timeline.events) = (hp_profile_event){
				(int64_t) ((double) (event->ticks - start_ticks) / ticks_per_ns),
				event->edge == NULL ? HP_PROFILE_NONE : ((const hp_path *) event->edge)->number,
				lane,
			};
			profile->features |= lane == 0 ? 0 : HP_PROFILE_LANES;
		}
	}
	for (uint32_t i = 0; i < timeline->memories.count; i++) {
		const hp_timeline_change *memory = &timeline->memories.rows[i];

		*hp_vector_add(&profile->timeline.memories) =
			(hp_profile_memory){(int64_t) memory->event, memory->value};
	}
	timeline_add_points(timeline, start_ticks, ticks_per_ns, profile);
	timeline_add_marks(timeline, start_ticks, ticks_per_ns, profile);
	profile->timeline.lost_events = timeline->lost_events + timeline->short_events;
}
