/* speedscope.c: for speedscope.app: of a timeline a profile of each call, in order of time; and a
 * profile for each metric, which draws each call path once, as wide as all of its calls together,
 * in the order of first calls. */
#include "format/columns.h"
#include "format/text.h"
#include "format/write.h"

#include "base/vector.h"
#include "base/wrap.h"
#include "profile/paths.h"

#define SPEEDSCOPE_MEMORY 2 /* the column of memory_bytes */

typedef struct speedscope {
	const hp_profile *profile;
	hp_writer *writer;
	const hp_values *own;
	size_t column; /* of hp_columns_values */
	int64_t at;
	bool has_events;
} speedscope;

/* A node that gave memory back has no width there, but one in the profile of memory that shrank. */
static int64_t speedscope_width(const speedscope *state, uint32_t node)
{
	return MAX(((const int64_t *) &state->own[node])[state->column], 0);
}

static void speedscope_event(speedscope *state, const char *type, uint32_t node)
{
	hp_writer *writer = state->writer;

	hp_writer_text(writer, state->has_events ? ",\n{\"type\":\"" : "\n{\"type\":\"");
	hp_writer_text(writer, type);
	hp_writer_text(writer, "\",\"frame\":");
	hp_writer_number(writer, state->profile->nodes.rows[node].function);
	hp_writer_text(writer, ",\"at\":");
	hp_writer_number(writer, state->at);
	hp_writer_text(writer, "}");
	state->has_events = true;
}

static bool speedscope_enter(void *context, uint32_t node)
{
	speedscope *state = context;

	speedscope_event(state, "O", node);

	return hp_writer_goes_on(state->writer);
}

/* Own cost is drawn behind the callees. */
static void speedscope_leave(void *context, uint32_t node)
{
	speedscope *state = context;

	state->at = (int64_t) ((uint64_t) state->at + (uint64_t) speedscope_width(state, node));
	speedscope_event(state, "C", node);
}

static void speedscope_profile(const hp_profile *profile, hp_writer *writer, const hp_values *own,
	size_t column, const char *title, const char *unit)
{
	speedscope state = {profile, writer, own, column, 0, false};
	int64_t total = 0;

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		total = (int64_t) ((uint64_t) total + (uint64_t) speedscope_width(&state, i));
	}
	hp_writer_text(writer, "{\"type\":\"evented\",\"name\":\"");
	hp_writer_text(writer, title);
	hp_writer_text(writer, "\",\"unit\":\"");
	hp_writer_text(writer, unit);
	hp_writer_text(writer, "\",\"startValue\":0,\"endValue\":");
	hp_writer_number(writer, total);
	hp_writer_text(writer, ",\"events\":[");
	hp_paths_walk(profile, speedscope_enter, speedscope_leave, &state);
	hp_writer_text(writer, "]}");
}

/* Events of a timeline, as they came. Calls that are open when it is full end there. */
static void speedscope_calls(speedscope *state, int64_t end_ns)
{
	const hp_profile *profile = state->profile;
	HP_VECTOR(uint32_t) open = {NULL, 0, 0};

	for (uint32_t i = 0; i < profile->timeline.events.count && hp_writer_goes_on(state->writer);
		 i++) {
		const hp_profile_event *event = &profile->timeline.events.rows[i];

		state->at = MAX(state->at, event->at_ns);
		if (event->node != HP_PROFILE_NONE) {
			speedscope_event(state, "O", event->node);
			*hp_vector_add(&open) = event->node;
		} else if (open.count > 0) {
			speedscope_event(state, "C", open.rows[--open.count]);
		}
	}
	state->at = MAX(state->at, end_ns);
	while (open.count > 0) {
		speedscope_event(state, "C", open.rows[--open.count]);
	}
	hp_vector_free(&open);
}

static void speedscope_timeline(const hp_profile *profile, hp_writer *writer)
{
	speedscope state = {.profile = profile, .writer = writer};
	int64_t end_ns = profile->timeline.events.rows[profile->timeline.events.count - 1].at_ns;

	hp_writer_text(writer, "{\"type\":\"evented\",\"name\":\"in order of time");
	if (profile->timeline.lost_events > 0) {
		hp_writer_text(writer, ", cut: ");
		hp_writer_number(writer, (int64_t) profile->timeline.lost_events);
		hp_writer_text(writer, " events lost");
	}
	hp_writer_text(writer, "\",\"unit\":\"nanoseconds\",\"startValue\":0,\"endValue\":");
	hp_writer_number(writer, end_ns);
	hp_writer_text(writer, ",\"events\":[");
	speedscope_calls(&state, end_ns);
	hp_writer_text(writer, "]},\n");
}

static void speedscope_frames(const hp_profile *profile, hp_writer *writer)
{
	for (uint32_t i = 0; i < profile->functions.count; i++) {
		const hp_profile_function *function = &profile->functions.rows[i];

		hp_writer_text(writer, i == 0 ? "\n{\"name\":" : ",\n{\"name\":");
		hp_writer_json(writer, function->name);
		if (function->file != NULL) {
			hp_writer_text(writer, ",\"file\":");
			hp_writer_json(writer, function->file);
		}
		if (function->line != 0) {
			hp_writer_text(writer, ",\"line\":");
			hp_writer_number(writer, function->line);
		}
		hp_writer_text(writer, "}");
	}
}

/* A profile of bytes: those still alive, or all. */
static void speedscope_allocs(
	const hp_profile *profile, hp_writer *writer, const char *title, bool is_live)
{
	hp_values *own = pecalloc(profile->nodes.count + 1, sizeof(*own), true);

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		const hp_alloc_counts *allocs = hp_profile_allocs(&profile->allocated.nodes, i);

		own[i].memory_bytes = is_live ? hp_allocs_live_bytes(allocs) : allocs->alloc_bytes;
	}
	hp_writer_text(writer, ",");
	speedscope_profile(profile, writer, own, SPEEDSCOPE_MEMORY, title, "bytes");
	pefree(own, true);
}

static void speedscope_shrunk(const hp_profile *profile, hp_writer *writer, const hp_values *own)
{
	hp_values *shrunk = pecalloc(profile->nodes.count + 1, sizeof(*shrunk), true);

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		shrunk[i].memory_bytes = hp_wrap_difference(0, own[i].memory_bytes);
	}
	hp_writer_text(writer, ",");
	speedscope_profile(profile, writer, shrunk, SPEEDSCOPE_MEMORY, "memory that shrank", "bytes");
	pefree(shrunk, true);
}

static const char *speedscope_unit(hp_event_unit unit)
{
	return unit == HP_EVENT_UNIT_NS   ? "nanoseconds"
		: unit == HP_EVENT_UNIT_BYTES ? "bytes"
									  : "none";
}

/* A profile of an event. Its numbers take the place of bytes. */
static void speedscope_counts(
	const hp_profile *profile, hp_writer *writer, const hp_counts *counts, uint32_t event)
{
	hp_values *own = pecalloc(profile->nodes.count + 1, sizeof(*own), true);
	const hp_profile_events *events = &profile->counted.events;

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		own[i].memory_bytes = counts[i].of[event];
	}
	hp_writer_text(writer, event == 0 && hp_profile_is_timeless(profile) ? "" : ",");
	speedscope_profile(profile, writer, own, SPEEDSCOPE_MEMORY, ZSTR_VAL(events->names[event]),
		speedscope_unit(events->units[event]));
	pefree(own, true);
}

static void speedscope_write(const hp_profile *profile, hp_writer *writer)
{
	hp_values *own = hp_paths_own_values(profile);
	hp_counts *counts = hp_paths_own_counts(profile);
	char sources[HP_SOURCES_TEXT_BYTES];

	hp_writer_text(writer,
		"{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
		"\"exporter\":\"xhprof\",\"name\":\"xhprof");
	if (hp_sources_sentence(&profile->samples.sources, profile->runs, sources)) {
		hp_writer_text(writer, ", ");
		hp_writer_text(writer, sources);
	}
	hp_writer_text(writer, "\",\"activeProfileIndex\":0,\"shared\":{\"frames\":[");
	speedscope_frames(profile, writer);
	hp_writer_text(writer, "]},\"profiles\":[");
	if (profile->timeline.events.count > 0) {
		speedscope_timeline(profile, writer);
	}
	for (size_t i = 0; i < HP_COLUMNS_VALUES && !hp_profile_is_timeless(profile); i++) {
		if (hp_columns_values[i].title != NULL && hp_columns_has(profile->metrics, i)) {
			hp_writer_text(writer, i == 0 ? "" : ",");
			speedscope_profile(
				profile, writer, own, i, hp_columns_values[i].title, hp_columns_values[i].unit);
		}
	}
	if ((profile->metrics & HP_METRIC_MEMORY) != 0 && !hp_profile_is_timeless(profile)) {
		speedscope_shrunk(profile, writer, own);
	}
	if (profile->metrics & HP_METRIC_ALLOC) {
		speedscope_allocs(profile, writer, "memory alive at the end", true);
		speedscope_allocs(profile, writer, "memory allocated", false);
	}
	for (uint32_t i = 0; i < profile->counted.events.count; i++) {
		speedscope_counts(profile, writer, counts, i);
	}
	hp_vector_release(counts);
	hp_writer_text(writer, "]}\n");
	pefree(own, true);
}

void hp_format_speedscope(const hp_profile *profile, hp_writer *writer)
{
	hp_format_without_lines(profile, writer, speedscope_write);
}
