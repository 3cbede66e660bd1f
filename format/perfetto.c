/* perfetto.c: a timeline as Perfetto's own trace, a sequence of TracePackets: a packet for each
 * begin and end of a call.
 *
 * All packets of a process are of one sequence. Its first one names an incremental clock, so that a
 * time is the difference to the packet before, and the track of events that name none. Names of
 * functions, and where these are declared, are interned at their first call. A fiber has a track of
 * its own, memory and CPU time each a counter track. */
#include "base/vector.h"
#include "format/processes.h"
#include "format/protobuf.h"
#include "format/write.h"

enum {
	PERFETTO_TRACE_PACKET = 1
};

/* Fields of TracePacket. */
enum {
	PERFETTO_PACKET_CLOCK_SNAPSHOT = 6,
	PERFETTO_PACKET_TIMESTAMP = 8,
	PERFETTO_PACKET_SEQUENCE = 10,
	PERFETTO_PACKET_EVENT = 11,
	PERFETTO_PACKET_INTERNED = 12,
	PERFETTO_PACKET_FLAGS = 13,
	PERFETTO_PACKET_CLOCK = 58,
	PERFETTO_PACKET_DEFAULTS = 59,
	PERFETTO_PACKET_TRACK = 60
};

/* Fields of its messages. */
enum {
	PERFETTO_CLOCKS_CLOCK = 1,
	PERFETTO_CLOCKS_PRIMARY = 2,
	PERFETTO_CLOCK_ID = 1,
	PERFETTO_CLOCK_TIME = 2,
	PERFETTO_CLOCK_IS_INCREMENTAL = 3,
	PERFETTO_DEFAULTS_EVENT = 11,
	PERFETTO_DEFAULTS_CLOCK = 58,
	PERFETTO_DEFAULTS_EVENT_TRACK = 11,
	PERFETTO_TRACK_ID = 1,
	PERFETTO_TRACK_NAME = 2,
	PERFETTO_TRACK_PROCESS = 3,
	PERFETTO_TRACK_THREAD = 4,
	PERFETTO_TRACK_PARENT = 5,
	PERFETTO_TRACK_COUNTER = 8,
	PERFETTO_PROCESS_PID = 1,
	PERFETTO_PROCESS_NAME = 6,
	PERFETTO_THREAD_PID = 1,
	PERFETTO_THREAD_TID = 2,
	PERFETTO_THREAD_NAME = 5,
	PERFETTO_COUNTER_UNIT = 3,
	PERFETTO_EVENT_TYPE = 9,
	PERFETTO_EVENT_NAME_ID = 10,
	PERFETTO_EVENT_TRACK = 11,
	PERFETTO_EVENT_NAME = 23,
	PERFETTO_EVENT_COUNTER = 30,
	PERFETTO_EVENT_PLACE_ID = 34,
	PERFETTO_INTERNED_NAME = 2,
	PERFETTO_INTERNED_PLACE = 4,
	PERFETTO_NAME_ID = 1,
	PERFETTO_NAME_TEXT = 2,
	PERFETTO_PLACE_ID = 1,
	PERFETTO_PLACE_FILE = 2,
	PERFETTO_PLACE_LINE = 4
};

/* Values. */
enum {
	PERFETTO_CLOCK_REALTIME = 1,
	PERFETTO_CLOCK_BOOTTIME = 6,
	PERFETTO_CLOCK_OF_SEQUENCE = 64,
	PERFETTO_FLAG_CLEARED = 1,
	PERFETTO_FLAG_NEEDS_STATE = 2,
	PERFETTO_UNIT_TIME_NS = 1,
	PERFETTO_UNIT_BYTES = 3,
	PERFETTO_TYPE_BEGIN = 1,
	PERFETTO_TYPE_END = 2,
	PERFETTO_TYPE_INSTANT = 3,
	PERFETTO_TYPE_COUNTER = 4
};

/* Tracks. A fiber's is PERFETTO_LANES plus its lane. */
enum {
	PERFETTO_PROCESS = 1,
	PERFETTO_THREAD = 2,
	PERFETTO_MEMORY = 3,
	PERFETTO_CPU = 4,
	PERFETTO_LANES = 4
};

typedef struct perfetto {
	const hp_profile *profile;
	hp_writer *writer;
	uint32_t process; /* the number of the sequence, too */
	hp_protobuf packet;
	hp_protobuf part; /* of a packet */
	hp_protobuf inner; /* of a part */
	HP_VECTOR(uint32_t) open; /* lanes of the open calls */
	bool *is_interned; /* by function */
	HP_VECTOR(bool) lanes; /* true: it has a track */
	uint32_t points; /* that are sent */
	uint32_t marks;
	int64_t at_ns; /* of the packet before */
} perfetto;

static void perfetto_send(perfetto *state)
{
	hp_protobuf_send(state->writer, PERFETTO_TRACE_PACKET, &state->packet);
}

/* The number of a track in all of the trace. */
static uint64_t perfetto_id(const perfetto *state, uint64_t track)
{
	return ((uint64_t) (state->process - 1) << 32) + track;
}

static void perfetto_clock(perfetto *state, uint32_t id, int64_t time_ns)
{
	hp_protobuf_number(&state->inner, PERFETTO_CLOCK_ID, id);
	hp_protobuf_number(&state->inner, PERFETTO_CLOCK_TIME, (uint64_t) time_ns);
	if (id == PERFETTO_CLOCK_OF_SEQUENCE) {
		hp_protobuf_number(&state->inner, PERFETTO_CLOCK_IS_INCREMENTAL, true);
	}
	hp_protobuf_nest(&state->part, PERFETTO_CLOCKS_CLOCK, &state->inner);
}

/* The run begins at 0 of the trace's clock. */
static void perfetto_begin(perfetto *state)
{
	hp_protobuf_number(&state->packet, PERFETTO_PACKET_TIMESTAMP, 0);
	hp_protobuf_number(&state->packet, PERFETTO_PACKET_CLOCK, PERFETTO_CLOCK_BOOTTIME);
	hp_protobuf_number(&state->packet, PERFETTO_PACKET_SEQUENCE, state->process);
	hp_protobuf_number(&state->packet, PERFETTO_PACKET_FLAGS, PERFETTO_FLAG_CLEARED);
	hp_protobuf_number(
		&state->inner, PERFETTO_DEFAULTS_EVENT_TRACK, perfetto_id(state, PERFETTO_THREAD));
	hp_protobuf_nest(&state->part, PERFETTO_DEFAULTS_EVENT, &state->inner);
	hp_protobuf_number(&state->part, PERFETTO_DEFAULTS_CLOCK, PERFETTO_CLOCK_OF_SEQUENCE);
	hp_protobuf_nest(&state->packet, PERFETTO_PACKET_DEFAULTS, &state->part);
	perfetto_clock(state, PERFETTO_CLOCK_BOOTTIME, 0);
	perfetto_clock(state, PERFETTO_CLOCK_REALTIME, state->profile->started_ns);
	perfetto_clock(state, PERFETTO_CLOCK_OF_SEQUENCE, 0);
	hp_protobuf_number(&state->part, PERFETTO_CLOCKS_PRIMARY, PERFETTO_CLOCK_BOOTTIME);
	hp_protobuf_nest(&state->packet, PERFETTO_PACKET_CLOCK_SNAPSHOT, &state->part);
	perfetto_send(state);
}

/* Sends a track. `inner` has the message about its kind, which is a field of the track's
 * descriptor. */
static void perfetto_track(
	perfetto *state, uint64_t id, uint64_t parent, uint32_t field, const char *name)
{
	hp_protobuf_number(&state->part, PERFETTO_TRACK_ID, perfetto_id(state, id));
	if (parent != 0) {
		hp_protobuf_number(&state->part, PERFETTO_TRACK_PARENT, perfetto_id(state, parent));
	}
	if (name != NULL) {
		hp_protobuf_bytes(&state->part, PERFETTO_TRACK_NAME, name, strlen(name));
	}
	if (field != 0) {
		hp_protobuf_nest(&state->part, field, &state->inner);
	}
	hp_protobuf_number(&state->packet, PERFETTO_PACKET_SEQUENCE, state->process);
	hp_protobuf_nest(&state->packet, PERFETTO_PACKET_TRACK, &state->part);
	perfetto_send(state);
}

static void perfetto_tracks(perfetto *state)
{
	uint32_t metrics = state->profile->timeline.points.count == 0 ? 0 : state->profile->metrics;

	hp_protobuf_number(&state->inner, PERFETTO_PROCESS_PID, state->process);
	hp_protobuf_bytes(&state->inner, PERFETTO_PROCESS_NAME, "PHP", strlen("PHP"));
	perfetto_track(state, PERFETTO_PROCESS, 0, PERFETTO_TRACK_PROCESS, NULL);
	hp_protobuf_number(&state->inner, PERFETTO_THREAD_PID, state->process);
	hp_protobuf_number(&state->inner, PERFETTO_THREAD_TID, state->process);
	hp_protobuf_bytes(&state->inner, PERFETTO_THREAD_NAME, "main", strlen("main"));
	perfetto_track(state, PERFETTO_THREAD, PERFETTO_PROCESS, PERFETTO_TRACK_THREAD, NULL);
	if (metrics & HP_METRIC_MEMORY) {
		hp_protobuf_number(&state->inner, PERFETTO_COUNTER_UNIT, PERFETTO_UNIT_BYTES);
		perfetto_track(state, PERFETTO_MEMORY, PERFETTO_PROCESS, PERFETTO_TRACK_COUNTER, "memory");
	}
	if (metrics & HP_METRIC_CPU) {
		hp_protobuf_number(&state->inner, PERFETTO_COUNTER_UNIT, PERFETTO_UNIT_TIME_NS);
		perfetto_track(state, PERFETTO_CPU, PERFETTO_PROCESS, PERFETTO_TRACK_COUNTER, "CPU time");
	}
}

/* Gives a fiber its track at its first call. */
static void perfetto_lane(perfetto *state, uint32_t lane)
{
	char name[32];

	while (state->lanes.count <= lane) {
		*hp_vector_add(&state->lanes) = false;
	}
	if (lane > 0 && !state->lanes.rows[lane]) {
		state->lanes.rows[lane] = true;
		snprintf(name, sizeof(name), "fiber %" PRIu32, lane);
		perfetto_track(state, PERFETTO_LANES + (uint64_t) lane, PERFETTO_THREAD, 0, name);
	}
}

static void perfetto_intern(perfetto *state, uint32_t number)
{
	const hp_profile_function *function = &state->profile->functions.rows[number];
	uint64_t id = (uint64_t) number + 1;

	if (state->is_interned[number]) {
		return;
	}
	state->is_interned[number] = true;
	hp_protobuf_number(&state->inner, PERFETTO_NAME_ID, id);
	hp_protobuf_text(
		&state->inner, PERFETTO_NAME_TEXT, ZSTR_VAL(function->name), ZSTR_LEN(function->name));
	hp_protobuf_nest(&state->part, PERFETTO_INTERNED_NAME, &state->inner);
	if (function->file != NULL) {
		hp_protobuf_number(&state->inner, PERFETTO_PLACE_ID, id);
		hp_protobuf_text(
			&state->inner, PERFETTO_PLACE_FILE, ZSTR_VAL(function->file), ZSTR_LEN(function->file));
		hp_protobuf_number(&state->inner, PERFETTO_PLACE_LINE, function->line);
		hp_protobuf_nest(&state->part, PERFETTO_INTERNED_PLACE, &state->inner);
	}
	hp_protobuf_number(&state->packet, PERFETTO_PACKET_SEQUENCE, state->process);
	hp_protobuf_nest(&state->packet, PERFETTO_PACKET_INTERNED, &state->part);
	hp_protobuf_number(&state->packet, PERFETTO_PACKET_FLAGS, PERFETTO_FLAG_NEEDS_STATE);
	perfetto_send(state);
}

/* Sends the event that is in part. A time never goes back: differences have no sign. */
static void perfetto_event(perfetto *state, int64_t at_ns)
{
	int64_t passed_ns = MAX(at_ns - state->at_ns, 0);

	state->at_ns += passed_ns;
	hp_protobuf_number(&state->packet, PERFETTO_PACKET_TIMESTAMP, (uint64_t) passed_ns);
	hp_protobuf_number(&state->packet, PERFETTO_PACKET_SEQUENCE, state->process);
	hp_protobuf_nest(&state->packet, PERFETTO_PACKET_EVENT, &state->part);
	hp_protobuf_number(&state->packet, PERFETTO_PACKET_FLAGS, PERFETTO_FLAG_NEEDS_STATE);
	perfetto_send(state);
}

static void perfetto_set_lane(perfetto *state, uint32_t lane)
{
	if (lane != 0) {
		hp_protobuf_number(&state->part, PERFETTO_EVENT_TRACK, PERFETTO_LANES + (uint64_t) lane);
	}
}

static void perfetto_begin_call(perfetto *state, const hp_profile_event *event)
{
	uint32_t number = state->profile->nodes.rows[event->node].function;

	perfetto_lane(state, event->lane);
	perfetto_intern(state, number);
	hp_protobuf_number(&state->part, PERFETTO_EVENT_TYPE, PERFETTO_TYPE_BEGIN);
	hp_protobuf_number(&state->part, PERFETTO_EVENT_NAME_ID, (uint64_t) number + 1);
	perfetto_set_lane(state, event->lane);
	if (state->profile->functions.rows[number].file != NULL) {
		hp_protobuf_number(&state->part, PERFETTO_EVENT_PLACE_ID, (uint64_t) number + 1);
	}
	perfetto_event(state, event->at_ns);
	*hp_vector_add(&state->open) = event->lane;
}

static void perfetto_end_call(perfetto *state, const hp_profile_event *event)
{
	if (state->open.count > 0) {
		hp_protobuf_number(&state->part, PERFETTO_EVENT_TYPE, PERFETTO_TYPE_END);
		perfetto_set_lane(state, state->open.rows[--state->open.count]);
		perfetto_event(state, event->at_ns);
	}
}

static void perfetto_counter(perfetto *state, uint32_t track, int64_t at_ns, int64_t value)
{
	hp_protobuf_number(&state->part, PERFETTO_EVENT_TYPE, PERFETTO_TYPE_COUNTER);
	hp_protobuf_number(&state->part, PERFETTO_EVENT_TRACK, perfetto_id(state, track));
	hp_protobuf_number(&state->part, PERFETTO_EVENT_COUNTER, (uint64_t) value);
	perfetto_event(state, at_ns);
}

static void perfetto_point(perfetto *state, const hp_profile_point *point)
{
	if (state->profile->metrics & HP_METRIC_MEMORY) {
		perfetto_counter(state, PERFETTO_MEMORY, point->at_ns, point->memory_bytes);
	}
	if (state->profile->metrics & HP_METRIC_CPU) {
		perfetto_counter(state, PERFETTO_CPU, point->at_ns, point->cpu_ns);
	}
}

static void perfetto_mark(perfetto *state, const hp_profile_mark *mark)
{
	uint32_t lane = state->profile->features & HP_PROFILE_SAMPLED ? 0 : mark->lane;

	perfetto_lane(state, lane);
	hp_protobuf_number(&state->part, PERFETTO_EVENT_TYPE, PERFETTO_TYPE_INSTANT);
	if (mark->text != NULL) {
		hp_protobuf_text(
			&state->part, PERFETTO_EVENT_NAME, ZSTR_VAL(mark->text), ZSTR_LEN(mark->text));
	}
	perfetto_set_lane(state, lane);
	perfetto_event(state, mark->at_ns);
}

static void perfetto_cut(perfetto *state)
{
	char name[64];

	snprintf(
		name, sizeof(name), "cut: %" PRIu64 " events lost", state->profile->timeline.lost_events);
	hp_protobuf_number(&state->part, PERFETTO_EVENT_TYPE, PERFETTO_TYPE_INSTANT);
	hp_protobuf_bytes(&state->part, PERFETTO_EVENT_NAME, name, strlen(name));
	perfetto_event(state, state->at_ns);
}

/* The next point up to a time. NULL: there is none. */
static const hp_profile_point *perfetto_next_point(const perfetto *state, int64_t at_ns)
{
	const hp_profile *profile = state->profile;

	return state->points < profile->timeline.points.count &&
			profile->timeline.points.rows[state->points].at_ns <= at_ns
		? &profile->timeline.points.rows[state->points]
		: NULL;
}

/* Returns the next mark up to that time; NULL: there is none. */
static const hp_profile_mark *perfetto_next_mark(const perfetto *state, int64_t at_ns)
{
	const hp_profile *profile = state->profile;

	return state->marks < profile->timeline.marks.count &&
			profile->timeline.marks.rows[state->marks].at_ns <= at_ns
		? &profile->timeline.marks.rows[state->marks]
		: NULL;
}

/* Sends the points and marks up to a time, in order of time, as differences need it. */
static void perfetto_until(perfetto *state, int64_t at_ns)
{
	while (hp_writer_goes_on(state->writer)) {
		const hp_profile_point *point = perfetto_next_point(state, at_ns);
		const hp_profile_mark *mark = perfetto_next_mark(state, at_ns);

		if (point != NULL && (mark == NULL || point->at_ns <= mark->at_ns)) {
			perfetto_point(state, point);
			state->points++;
		} else if (mark != NULL) {
			perfetto_mark(state, mark);
			state->marks++;
		} else {
			return;
		}
	}
}

/* Calls that were open when the timeline was full have no end. */
static void perfetto_events(perfetto *state)
{
	const hp_profile *profile = state->profile;

	for (uint32_t i = 0; i < profile->timeline.events.count && hp_writer_goes_on(state->writer);
		 i++) {
		const hp_profile_event *event = &profile->timeline.events.rows[i];

		perfetto_until(state, event->at_ns);
		if (event->node != HP_PROFILE_NONE) {
			perfetto_begin_call(state, event);
		} else {
			perfetto_end_call(state, event);
		}
	}
	if (profile->timeline.lost_events > 0) {
		perfetto_cut(state);
	}
	perfetto_until(state, INT64_MAX);
}

static void perfetto_process(const hp_profile *process, hp_writer *writer)
{
	perfetto state = {.profile = process, .writer = writer, .process = hp_format_process(process)};

	state.is_interned =
		pecalloc((size_t) process->functions.count + 1, sizeof(*state.is_interned), true);
	perfetto_begin(&state);
	perfetto_tracks(&state);
	perfetto_events(&state);
	hp_protobuf_free(&state.packet);
	hp_protobuf_free(&state.part);
	hp_protobuf_free(&state.inner);
	hp_vector_free(&state.open);
	hp_vector_free(&state.lanes);
	pefree(state.is_interned, true);
}

void hp_format_perfetto(const hp_profile *profile, hp_writer *writer)
{
	hp_format_processes(profile, writer, "", perfetto_process);
}
