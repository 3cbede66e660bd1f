/* callgrind.c: for KCachegrind, QCachegrind, callgrind_annotate and IDEs: functions and their
 * callees, by level of recursion so that no cost counts twice. Costs are times and, of a tree,
 * allocations: the format has no negative numbers. */
#include "base/vector.h"
#include "format/text.h"
#include "format/write.h"
#include "profile/flat.h"
#include "profile/sites.h"

#define CALLGRIND_NO_FILE "php:internal"

typedef struct callgrind {
	const hp_profile *profile;
	hp_writer *writer;
	uint32_t *first; /* by row: the first of the pairs that it is the caller in */
	uint32_t *next; /* by pair: the next pair of the same caller */
	uint32_t *lines; /* by pair: where the call is; 0: not known */
	hp_alloc_counts *allocs; /* by pair: with callees; NULL: not known */
	const hp_flat_counts *counts; /* of the rows; NULL: there are no events */
} callgrind;

/* By level, too: a deep recursion has as many rows and pairs as levels. */
static void callgrind_link_pairs(callgrind *state, const hp_flat *flat)
{
	hp_profile_index index = {.rows = NULL};

	for (uint32_t i = 0; i < flat->count; i++) {
		uint32_t key[HP_PROFILE_KEY_PARTS] = {flat->rows[i].number, flat->rows[i].level};

		hp_profile_index_find(&index, key, i);
	}
	for (uint32_t i = state->profile->pairs.count; i-- > 0;) {
		const hp_profile_pair *pair = &state->profile->pairs.rows[i];
		uint32_t key[HP_PROFILE_KEY_PARTS] = {pair->caller, pair->caller_level};
		uint32_t row = pair->caller == HP_PROFILE_NONE
			? flat->count
			: hp_profile_index_find(&index, key, flat->count);

		if (row < flat->count) {
			state->next[i] = state->first[row];
			state->first[row] = i;
		}
	}
	hp_profile_index_free(&index);
}

/* Finds each pair's line, from the first path with one, and the allocations of all its calls.
 * Levels of recursion are separate pairs, so that nothing counts twice. */
static void callgrind_sum_paths(callgrind *state)
{
	const hp_profile *profile = state->profile;
	hp_alloc_counts *sums = state->allocs == NULL ? NULL : hp_profile_alloc_inclusive(profile);
	hp_profile_index index = {.rows = NULL};

	for (uint32_t i = 0; i < profile->pairs.count; i++) {
		const hp_profile_pair *pair = &profile->pairs.rows[i];
		uint32_t key[] = {pair->caller, pair->caller_level, pair->callee, pair->callee_level};

		hp_profile_index_find(&index, key, i);
	}
	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		const hp_profile_node *node = &profile->nodes.rows[i];
		const hp_profile_node *parent = i == 0 ? NULL : &profile->nodes.rows[node->parent];
		uint32_t key[] = {parent == NULL ? HP_PROFILE_NONE : parent->function,
			parent == NULL ? 0 : parent->level, node->function, node->level};
		uint32_t pair = hp_profile_index_find(&index, key, HP_PROFILE_NONE - 1);

		if (pair < profile->pairs.count && state->lines[pair] == 0) {
			state->lines[pair] = node->line;
		}
		if (pair < profile->pairs.count && sums != NULL) {
			hp_allocs_add(&state->allocs[pair], &sums[i]);
		}
	}
	hp_profile_index_free(&index);
	hp_vector_release(sums);
}

static void callgrind_number(const callgrind *state, int64_t number)
{
	hp_writer_text(state->writer, " ");
	hp_writer_number(state->writer, number > 0 ? number : 0);
}

static void callgrind_values(const callgrind *state, const hp_values *values,
	const hp_alloc_counts *allocs, const hp_counts *counts)
{
	callgrind_number(state, values->wall_ns);
	if (state->profile->metrics & HP_METRIC_CPU) {
		callgrind_number(state, values->cpu_ns);
	}
	if (state->allocs != NULL) {
		callgrind_number(state, allocs->allocs);
		callgrind_number(state, allocs->alloc_bytes);
		callgrind_number(state, hp_allocs_live_bytes(allocs));
	}
	for (uint32_t i = 0; counts != NULL && i < state->profile->counted.events.count; i++) {
		callgrind_number(state, counts->of[i]);
	}
	hp_writer_text(state->writer, "\n");
}

/* Writes the name in full each time: readers then need no table of numbers. */
static void callgrind_name(
	const callgrind *state, const char *key, const zend_string *name, uint32_t level)
{
	hp_writer_text(state->writer, key);
	hp_format_text(state->writer, name);
	if (level > 0) {
		hp_writer_text(state->writer, "@");
		hp_writer_number(state->writer, level);
	}
	hp_writer_text(state->writer, "\n");
}

static void callgrind_function(
	const callgrind *state, const char *file, const char *name, uint32_t number, uint32_t level)
{
	const hp_profile_function *function = &state->profile->functions.rows[number];

	if (function->file != NULL) {
		callgrind_name(state, file, function->file, 0);
	} else {
		hp_writer_text(state->writer, file);
		hp_writer_text(state->writer, CALLGRIND_NO_FILE "\n");
	}
	callgrind_name(state, name, function->name, level);
}

static void callgrind_call(const callgrind *state, uint32_t number)
{
	const hp_profile_pair *pair = &state->profile->pairs.rows[number];

	callgrind_function(state, "cfl=", "cfn=", pair->callee, pair->callee_level);
	hp_writer_text(state->writer, "calls=");
	hp_writer_number(state->writer, (int64_t) pair->count);
	hp_writer_text(state->writer, " ");
	hp_writer_number(state->writer, state->profile->functions.rows[pair->callee].line);
	hp_writer_text(state->writer, "\n");
	hp_writer_number(state->writer, state->lines[number]);
	callgrind_values(state, &pair->sum, state->allocs == NULL ? NULL : &state->allocs[number],
		hp_profile_counts(&state->profile->counted.pairs, number));
}

static void callgrind_block(const callgrind *state, const hp_flat_row *row, uint32_t first)
{
	callgrind_function(state, "\nfl=", "fn=", row->number, row->level);
	hp_writer_number(state->writer, row->function->line);
	callgrind_values(state, &row->own, &row->allocs,
		state->counts == NULL ? NULL : &state->counts[row->counts_at].own);
	for (uint32_t i = first; i != HP_PROFILE_NONE; i = state->next[i]) {
		callgrind_call(state, i);
	}
}

/* Adds the names of the events. The format has letters and digits there, so lines of their own have
 * the full names. */
static void callgrind_name_events(const callgrind *state, bool is_line)
{
	const hp_profile_events *events = &state->profile->counted.events;

	for (uint32_t i = 0; i < events->count; i++) {
		hp_writer_text(state->writer, is_line ? "event: " : " ");
		for (const char *letter = ZSTR_VAL(events->names[i]); *letter != '\0'; letter++) {
			hp_writer_bytes(state->writer, *letter == '-' ? "_" : letter, 1);
		}
		if (is_line) {
			hp_writer_text(state->writer, " : ");
			hp_writer_text(state->writer, ZSTR_VAL(events->names[i]));
			hp_writer_text(state->writer, "\n");
		}
	}
}

static void callgrind_head(const callgrind *state)
{
	const hp_profile *profile = state->profile;
	const hp_profile_pair *root = hp_profile_root(profile);
	const hp_values nothing = {0, 0, 0, 0};
	bool has_cpu = (profile->metrics & HP_METRIC_CPU) != 0, has_allocs = state->allocs != NULL;
	char sources[HP_SOURCES_TEXT_BYTES];

	hp_writer_text(
		state->writer, "# callgrind format\nversion: 1\ncreator: xhprof\ncmd: php\npart: 1\n");
	if (hp_sources_sentence(&state->profile->samples.sources, state->profile->runs, sources)) {
		hp_writer_text(state->writer, "desc: ");
		hp_writer_text(state->writer, sources);
		hp_writer_text(state->writer, "\n");
	}
	hp_writer_text(state->writer, "positions: line\nevent: Wall : wall time (ns)\n");
	hp_writer_text(state->writer, has_cpu ? "event: Cpu : CPU time (ns)\n" : "");
	hp_writer_text(state->writer,
		has_allocs ? "event: Allocs : blocks allocated\nevent: AllocBytes : bytes allocated\n"
					 "event: LiveBytes : bytes alive at the end\n"
				   : "");
	callgrind_name_events(state, true);
	hp_writer_text(state->writer, has_cpu ? "events: Wall Cpu" : "events: Wall");
	hp_writer_text(state->writer, has_allocs ? " Allocs AllocBytes LiveBytes" : "");
	callgrind_name_events(state, false);
	hp_writer_text(state->writer, "\nsummary:");
	/* main() is the last pair. */
	callgrind_values(state, root == NULL ? &nothing : &root->sum,
		has_allocs ? &state->allocs[profile->pairs.count - 1] : NULL,
		hp_profile_counts(&profile->counted.pairs, profile->pairs.count - 1));
}

static void callgrind_write(const hp_profile *profile, hp_writer *writer)
{
	hp_flat flat = hp_flat_new(profile, false);
	callgrind state = {
		profile,
		writer,
		hp_profile_no_numbers(flat.count),
		hp_profile_no_numbers(profile->pairs.count),
		pecalloc((size_t) profile->pairs.count + 1, sizeof(uint32_t), true),
		NULL,
		flat.counts,
	};
	bool has_allocs = (profile->metrics & HP_METRIC_ALLOC) &&
		(profile->features & HP_PROFILE_TREE) && profile->pairs.count > 0;

	if (has_allocs) {
		state.allocs = pecalloc(profile->pairs.count, sizeof(*state.allocs), true);
	}
	callgrind_link_pairs(&state, &flat);
	callgrind_sum_paths(&state);
	callgrind_head(&state);
	for (uint32_t i = 0; i < flat.count && hp_writer_goes_on(writer); i++) {
		callgrind_block(&state, &flat.rows[i], state.first[i]);
	}
	hp_flat_free(&flat);
	pefree(state.first, true);
	pefree(state.next, true);
	pefree(state.lines, true);
	hp_vector_release(state.allocs);
}

void hp_format_callgrind(const hp_profile *profile, hp_writer *writer)
{
	hp_format_without_lines(profile, writer, callgrind_write);
}
