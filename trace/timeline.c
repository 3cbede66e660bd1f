#include "trace/timeline.h"

#include "trace/tree.h"

#define TIMELINE_CHUNK_EVENTS 4096
#define TIMELINE_POINTS 4096 /* more than a screen is wide */
#define TIMELINE_STEP_NS 10000.0
#define TIMELINE_LOG_NS 100000000.0 /* a program that waits, or dies, has the rest in its log */

typedef struct hp_timeline_chunk {
	struct hp_timeline_chunk *next;
	hp_timeline_event *end; /* there is room for events up to here */
	hp_timeline_event events[TIMELINE_CHUNK_EVENTS];
} hp_timeline_chunk;

void hp_timeline_init(hp_timeline *timeline, uint64_t max_bytes, bool has_curves)
{
	memset(timeline, 0, sizeof(*timeline));
	timeline->left_bytes = max_bytes;
	timeline->due_ticks = timeline->point_ticks = timeline->log_ticks = UINT64_MAX;
	if (has_curves) {
		timeline->due_ticks = timeline->point_ticks = 0;
		timeline->step_ticks = (uint64_t) (TIMELINE_STEP_NS * hp_timer_ticks_per_ns());
	}
}

/* Returns how many events they had. */
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

/* Between two points of a step are at most the readings that begin and end a longer pause of events: without the first,
 * the curve would change through a call that waits. */
static void timeline_take_point(
	hp_timeline *timeline, const hp_timeline_point *before, const hp_timeline_point *now)
{
	const hp_timeline_point *last =
		timeline->points.count == 0 ? NULL : &timeline->points.rows[timeline->points.count - 1];

	if (last != NULL && before->ticks > last->ticks) {
		*hp_vector_add(&timeline->points) = *before;
	}
	*hp_vector_add(&timeline->points) = *now;
	timeline->point_ticks = now->ticks + timeline->step_ticks;
}

/* Leaves the points that steps of twice the length would have taken: about half of them. */
static void timeline_thin(hp_timeline *timeline)
{
	uint32_t count = timeline->points.count;

	timeline->step_ticks *= 2;
	timeline->points.count = 0;
	timeline->point_ticks = 0;
	for (uint32_t i = 0; i < count; i++) {
		hp_timeline_point now = timeline->points.rows[i];
		/* Of those that are left, none lies behind the place that it is read from. */
		hp_timeline_point before = timeline->points.rows[i == 0 ? 0 : i - 1];

		if (now.ticks >= timeline->point_ticks) {
			timeline_take_point(timeline, &before, &now);
		}
	}
}

static void timeline_add_point(hp_timeline *timeline, uint64_t ticks, const hp_metrics *reading)
{
	hp_timeline_point now = {ticks, reading->cpu_ticks, reading->memory_bytes};

	if (timeline->points.count + 2 > TIMELINE_POINTS) {
		while (timeline->points.count > TIMELINE_POINTS / 4 * 3) {
			timeline_thin(timeline);
		}
	}
	timeline_take_point(timeline, &timeline->reading, &now);
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
		timeline->is_log_due = true;
		timeline_plan_log(timeline, ticks);
	}
	timeline->due_ticks = MIN(timeline->point_ticks, timeline->log_ticks);
}

void hp_timeline_end_curves(hp_timeline *timeline)
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

/* Behind the limit all chunks are for the log. */
static void timeline_append(hp_timeline *timeline, uint64_t room, bool is_kept)
{
	hp_timeline_chunk *chunk = pemalloc(sizeof(*chunk), true);

	chunk->next = NULL;
	chunk->end = chunk->events + room;
	if (timeline->last == NULL) {
		timeline->first = chunk;
	} else {
		timeline->last->next = chunk;
	}
	if (is_kept) {
		timeline->before_last += timeline->last_kept == NULL ? 0 : TIMELINE_CHUNK_EVENTS;
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
	timeline->is_log_due = timeline->log != NULL && timeline->next != timeline->logged_end;
	room = is_kept ? MIN(room, TIMELINE_CHUNK_EVENTS) : TIMELINE_CHUNK_EVENTS;
	timeline->left_bytes -= is_kept ? room * sizeof(hp_timeline_event) : 0;
	timeline_append(timeline, room, is_kept);

	return true;
}

/* Frees the chunks that were for the log. */
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

void hp_timeline_write_log(hp_timeline *timeline)
{
	double ticks_per_ns = hp_timer_ticks_per_ns();
	hp_timeline_chunk *chunk =
		timeline->logged_chunk == NULL ? timeline->first : timeline->logged_chunk;
	const hp_timeline_event *event = timeline->logged_end;

	timeline->is_log_due = false;
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

void hp_timeline_end_log(hp_timeline *timeline)
{
	if (timeline->log != NULL) {
		hp_timeline_write_log(timeline);
		hp_log_end(timeline->log);
	}
}

/* Counts those that are kept. */
static uint64_t timeline_events(const hp_timeline *timeline)
{
	return timeline->last == NULL
		? 0
		: timeline->before_last + (uint64_t) (timeline->next - timeline->last->events);
}

/* There are no more switches than events: of those without an event between them only the last stays. */
void hp_timeline_switch_lane(hp_timeline *timeline, uint32_t lane)
{
	uint64_t event = timeline_events(timeline);
	hp_timeline_switch *last = timeline->switches.count == 0
		? NULL
		: &timeline->switches.rows[timeline->switches.count - 1];

	if (timeline->lost_events > 0 || timeline->last != timeline->last_kept) {
		return;
	}
	if (last == NULL || last->event != event) {
		last = hp_vector_add(&timeline->switches);
		timeline->left_bytes -= MIN(timeline->left_bytes, sizeof(*last));
	}
	last->event = event;
	last->lane = lane;
}

/* Events behind the limit are for the log only. */
void hp_timeline_note_memory(hp_timeline *timeline, int64_t bytes)
{
	timeline->memory_bytes = bytes;
	if (timeline->lost_events > 0 || timeline->last != timeline->last_kept) {
		return;
	}
	*hp_vector_add(&timeline->memories) = (hp_timeline_memory){timeline_events(timeline), bytes};
	timeline->left_bytes -= MIN(timeline->left_bytes, sizeof(hp_timeline_memory));
}

void hp_timeline_add_mark(hp_timeline *timeline, uint64_t ticks, uint32_t lane, const hp_mark *mark)
{
	size_t length = strnlen(
		mark->text, mark->length); /* a class without a name has its file behind a zero byte */
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

		*hp_vector_add(&profile->marks) = (hp_profile_mark){
			(int64_t) ((double) (mark->ticks - start_ticks) / ticks_per_ns),
			zend_string_copy(mark->text),
			mark->kind,
			mark->lane,
		};
		profile->features |= mark->lane == 0 ? 0 : HP_PROFILE_LANES;
	}
}

/* The lane of an event. number: that of the first switch behind it, which moves on with the events. */
static uint32_t timeline_lane(const hp_timeline *timeline, uint64_t event, uint32_t *number)
{
	while (*number < timeline->switches.count && timeline->switches.rows[*number].event <= event) {
		++*number;
	}

	return *number == 0 ? 0 : timeline->switches.rows[*number - 1].lane;
}

static void timeline_add_points(
	const hp_timeline *timeline, uint64_t start_ticks, double ticks_per_ns, hp_profile *profile)
{
	for (uint32_t i = 0; i < timeline->points.count; i++) {
		const hp_timeline_point *point = &timeline->points.rows[i];

		hp_profile_point *to = hp_vector_add(&profile->points);
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
			uint32_t lane = timeline_lane(timeline, profile->events.count, &number);

			*hp_vector_add(&profile->events) = (hp_profile_event){
				(int64_t) ((double) (event->ticks - start_ticks) / ticks_per_ns),
				event->edge == NULL ? HP_PROFILE_NONE : ((const hp_path *) event->edge)->number,
				lane,
			};
			profile->features |= lane == 0 ? 0 : HP_PROFILE_LANES;
		}
	}
	for (uint32_t i = 0; i < timeline->memories.count; i++) {
		const hp_timeline_memory *memory = &timeline->memories.rows[i];

		*hp_vector_add(&profile->memories) =
			(hp_profile_memory){(int64_t) memory->event, memory->bytes};
	}
	timeline_add_points(timeline, start_ticks, ticks_per_ns, profile);
	timeline_add_marks(timeline, start_ticks, ticks_per_ns, profile);
	profile->lost_events = timeline->lost_events;
}
