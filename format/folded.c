/* folded.c: a line for each call path, "main();a;b 1234": its own wall time in nanoseconds, its own
 * bytes, or, of samples by an event, how often that happened. For flame graphs by flamegraph.pl,
 * inferno and others. */
#include "base/vector.h"
#include "format/text.h"
#include "format/write.h"
#include "profile/paths.h"

typedef struct folded {
	const hp_profile *profile;
	hp_writer *writer;
	smart_str path;
	HP_VECTOR(size_t) frames; /* where each begins in the path, behind its semicolon */
	const int64_t *own; /* by node */
} folded;

/* Replaces characters that would end a frame or a line. */
static void folded_append(folded *state, const zend_string *name)
{
	if (state->frames.count > 0) {
		smart_str_appendc(&state->path, ';');
	}
	*hp_vector_add(&state->frames) = state->path.s == NULL ? 0 : ZSTR_LEN(state->path.s);
	for (size_t i = 0; i < ZSTR_LEN(name); i++) {
		unsigned char byte = (unsigned char) ZSTR_VAL(name)[i];

		smart_str_appendc(&state->path,
			(char) (byte == ';'                   ? ':'
					: byte < 0x20 || byte == 0x7F ? ' '
												  : byte));
	}
}

/* The path of all frames, or of the outermost and the innermost. */
static void folded_path(const folded *state)
{
	const char *path = ZSTR_VAL(state->path.s);
	uint32_t count = state->frames.count;
	size_t inner = 0;

	if (count > HP_FORMAT_FRAMES_MAX) {
		inner = state->frames.rows[count - HP_FORMAT_INNER_FRAMES];
		hp_writer_bytes(state->writer, path, state->frames.rows[HP_FORMAT_OUTER_FRAMES]);
		hp_writer_text(state->writer, HP_FORMAT_CUT ";");
	}
	hp_writer_bytes(state->writer, path + inner, ZSTR_LEN(state->path.s) - inner);
}

static bool folded_enter(void *context, uint32_t node)
{
	folded *state = context;
	const hp_profile *profile = state->profile;

	folded_append(state, profile->functions.rows[profile->nodes.rows[node].function].name);
	if (state->own[node] > 0 && state->path.s != NULL) {
		folded_path(state);
		hp_writer_text(state->writer, " ");
		hp_writer_number(state->writer, state->own[node]);
		hp_writer_text(state->writer, "\n");
	}

	return hp_writer_goes_on(state->writer);
}

static void folded_leave(void *context, uint32_t node)
{
	folded *state = context;
	size_t start = state->frames.rows[--state->frames.count];

	if (state->path.s != NULL) {
		ZSTR_LEN(state->path.s) = start > 0 ? start - 1 : 0;
	}
}

static void folded_write(const hp_profile *profile, hp_writer *writer, const int64_t *own)
{
	folded state = {.profile = profile, .writer = writer, .own = own};

	hp_paths_walk(profile, folded_enter, folded_leave, &state);
	smart_str_free(&state.path);
	hp_vector_free(&state.frames);
}

static void folded_write_wall(const hp_profile *profile, hp_writer *writer)
{
	hp_values *values = hp_paths_own_values(profile);
	int64_t *own = (int64_t *) values; /* in their place: a row is wider */

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		own[i] = values[i].wall_ns;
	}
	folded_write(profile, writer, own);
	pefree(values, true);
}

/* The first event, of samples without times. */
static void folded_write_event(const hp_profile *profile, hp_writer *writer)
{
	hp_counts *counts = hp_paths_own_counts(profile);
	int64_t *own = safe_pemalloc(profile->nodes.count + 1, sizeof(*own), 0, true);

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		own[i] = counts[i].of[0];
	}
	folded_write(profile, writer, own);
	pefree(own, true);
	hp_vector_release(counts);
}

void hp_format_folded(const hp_profile *profile, hp_writer *writer)
{
	hp_format_without_lines(
		profile, writer, hp_profile_is_timeless(profile) ? folded_write_event : folded_write_wall);
}

static void folded_write_bytes(const hp_profile *profile, hp_writer *writer, bool is_live)
{
	int64_t *own = safe_pemalloc(profile->nodes.count + 1, sizeof(*own), 0, true);

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		const hp_alloc_counts *allocs = hp_profile_allocs(&profile->allocated.nodes, i);

		own[i] = is_live ? hp_allocs_live_bytes(allocs) : allocs->alloc_bytes;
	}
	folded_write(profile, writer, own);
	pefree(own, true);
}

void hp_format_folded_live(const hp_profile *profile, hp_writer *writer)
{
	folded_write_bytes(profile, writer, true);
}

void hp_format_folded_alloc(const hp_profile *profile, hp_writer *writer)
{
	folded_write_bytes(profile, writer, false);
}
