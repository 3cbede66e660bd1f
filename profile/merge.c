#include "profile/merge.h"

#include "base/wrap.h"
#include "profile/lines.h"
#include "profile/meta.h"
#include "profile/moments.h"
#include "profile/paths.h"
#include "profile/squares.h"

/* Returns the name that a function has in the sum, with a reference for the caller. `names` maps
 * old names to new ones; NULL: none change. */
static zend_string *merge_name(const HashTable *names, zend_string *name)
{
	zval *other = names == NULL ? NULL : zend_symtable_find((HashTable *) (uintptr_t) names, name);

	if (other != NULL) {
		ZVAL_DEREF(other);
	}
	/* The request's memory ends before the profile does. */
	return other == NULL ? zend_string_copy(name)
						 : zend_string_init(Z_STRVAL_P(other), Z_STRLEN_P(other), true);
}

/* Returns the numbers that the functions of another profile have here. The caller frees them. */
static uint32_t *merge_functions(
	hp_profile *profile, const hp_profile *other, const HashTable *names)
{
	uint32_t *map = safe_pemalloc(other->functions.count + 1, sizeof(*map), 0, true);

	for (uint32_t i = 0; i < other->functions.count; i++) {
		const hp_profile_function *function = &other->functions.rows[i];
		zend_string *name = merge_name(names, function->name);

		map[i] = hp_profile_function_number(profile, name, function->file, function->line);
		zend_string_release(name);
	}

	return map;
}

/* Merges allocations. `map` gives the numbers that the other's rows have here. */
static void merge_allocs(hp_profile *profile, const hp_profile *other, hp_allocs_table *table,
	const hp_allocs_table *from, const uint32_t *map)
{
	if (profile->metrics & HP_METRIC_ALLOC) {
		hp_profile_allocs_merge(table, from, map,
			other->allocated.totals.peak_bytes > profile->allocated.totals.peak_bytes);
	}
}

/* Returns the growth of the peak in a whole run; -1 if it has no calls. */
static int64_t merge_peak_bytes(const hp_profile *profile)
{
	for (uint32_t i = profile->pairs.count; i-- > 0;) {
		if (profile->pairs.rows[i].caller == HP_PROFILE_NONE) {
			return profile->pairs.rows[i].sum.peak_bytes;
		}
	}

	return -1;
}

/* Resets all peaks. Peaks of several runs have no sum, so all rows have those of the run with the
 * highest peak. */
static void merge_forget_peaks(hp_profile *profile)
{
	for (uint32_t i = 0; i < profile->pairs.count; i++) {
		profile->pairs.rows[i].sum.peak_bytes = 0;
	}
	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		profile->nodes.rows[i].sum.peak_bytes = 0;
	}
}

static void merge_values(hp_values *sum, const hp_values *more, bool is_higher)
{
	int64_t peak_bytes =
		is_higher ? hp_wrap_sum(sum->peak_bytes, more->peak_bytes) : sum->peak_bytes;

	hp_values_add(sum, more);
	sum->peak_bytes = peak_bytes;
}

/* Adds a row of another run to the row `number`. */
static void merge_counts(const hp_profile_events *events, const hp_profile_events *other,
	hp_counts_table *table, uint32_t number, const hp_counts *counts)
{
	if (events->count > 0) {
		hp_counts same = hp_profile_counts_as(counts, other, events);

		hp_counts_add(hp_profile_counts_of(table, number), &same);
	}
}

static void merge_pairs(
	hp_profile *profile, const hp_profile *other, const uint32_t *functions, bool is_higher)
{
	uint32_t *map = safe_pemalloc(other->pairs.count + 1, sizeof(*map), 0, true);

	for (uint32_t i = 0; i < other->pairs.count; i++) {
		const hp_profile_pair *from = &other->pairs.rows[i];
		hp_profile_pair *pair = hp_profile_pair_of(profile,
			from->caller == HP_PROFILE_NONE ? HP_PROFILE_NONE : functions[from->caller],
			from->caller_level, functions[from->callee], from->callee_level);

		pair->count += from->count;
		merge_values(&pair->sum, &from->sum, is_higher);
		map[i] = (uint32_t) (pair - profile->pairs.rows);
		merge_counts(&profile->counted.events, &other->counted.events, &profile->counted.pairs,
			map[i], hp_profile_counts(&other->counted.pairs, i));
	}
	merge_allocs(profile, other, &profile->allocated.pairs, &other->allocated.pairs, map);
	pefree(map, true);
}

static void merge_node(hp_profile_node *node, const hp_profile_node *other, bool is_higher)
{
	node->count += other->count;
	merge_values(&node->sum, &other->sum, is_higher);
	node->min_ns = MIN(node->min_ns, other->min_ns);
	node->max_ns = MAX(node->max_ns, other->max_ns);
}

/* Returns the line of another run's node in the meaning that lines have here: in the node's own
 * code, or in its caller's. */
static uint32_t merge_line(
	const hp_profile *profile, const hp_profile *other, const hp_profile_node *from)
{
	if ((profile->features & HP_PROFILE_LINES) == (other->features & HP_PROFILE_LINES)) {
		return from->line;
	}

	return from->parent == HP_PROFILE_NONE ? 0 : other->nodes.rows[from->parent].line;
}

static void merge_nodes(
	hp_profile *profile, const hp_profile *other, const uint32_t *functions, bool is_higher)
{
	uint32_t *map = safe_pemalloc(other->nodes.count + 1, sizeof(*map), 0, true);

	for (uint32_t i = 0; i < other->nodes.count; i++) {
		const hp_profile_node *from = &other->nodes.rows[i];
		uint32_t line = merge_line(profile, other, from);
		hp_profile_node *node;

		map[i] = hp_profile_node_number(profile,
			from->parent == HP_PROFILE_NONE ? HP_PROFILE_NONE : map[from->parent],
			functions[from->function], line);
		node = &profile->nodes.rows[map[i]];
		node->line = node->line == 0 ? line : node->line;
	}
	for (uint32_t i = 0; i < other->nodes.count; i++) {
		merge_node(&profile->nodes.rows[map[i]], &other->nodes.rows[i], is_higher);
		merge_counts(&profile->counted.events, &other->counted.events, &profile->counted.nodes,
			map[i], hp_profile_counts(&other->counted.nodes, i));
	}
	merge_allocs(profile, other, &profile->allocated.nodes, &other->allocated.nodes, map);
	if (profile->features & (HP_PROFILE_TIMELINE | HP_PROFILE_LANES)) {
		hp_profile_add_moments(profile, other, map);
	}
	hp_paths_set_levels(profile);
	pefree(map, true);
}

static void merge_gc(hp_profile_gc *gc, const hp_profile_gc *other)
{
	gc->runs += other->runs;
	gc->collected += other->collected;
	gc->collector_ns += other->collector_ns;
	gc->destructor_ns += other->destructor_ns;
	gc->free_ns += other->free_ns;
	gc->threshold_before = MAX(gc->threshold_before, other->threshold_before);
	gc->threshold = MAX(gc->threshold, other->threshold);
	gc->roots_before = MAX(gc->roots_before, other->roots_before);
	gc->roots = MAX(gc->roots, other->roots);
}

/* Adds the lines. A run without lines adds none. */
static void merge_lines(hp_profile *profile, const hp_profile *other, const uint32_t *functions)
{
	for (uint32_t i = 0; i < other->calls.lines.count; i++) {
		const hp_profile_line *from = &other->calls.lines.rows[i];
		hp_profile_line *line = hp_lines_row_of(profile, functions[from->function], from->line);

		line->count += from->count;
		line->wall_ns = hp_wrap_sum(line->wall_ns, from->wall_ns);
	}
	profile->calls.missed_lines += other->calls.missed_lines;
	profile->features |= other->features & HP_PROFILE_LINE_COUNTS;
}

static void merge_run(hp_profile *profile, const hp_profile *other, const HashTable *names)
{
	uint32_t *functions = merge_functions(profile, other, names);
	bool is_higher = merge_peak_bytes(other) > merge_peak_bytes(profile);

	if (is_higher) {
		merge_forget_peaks(profile);
	}
	if (profile->features & HP_PROFILE_TREE) {
		merge_nodes(profile, other, functions, is_higher);
	}
	merge_pairs(profile, other, functions, is_higher);
	merge_lines(profile, other, functions);
	hp_profile_allocs_merge_totals(&profile->allocated.totals, &other->allocated.totals);
	profile->runs += other->runs;
	profile->features |= other->features & HP_PROFILE_REDUCED;
	profile->reduced.hidden_calls += other->reduced.hidden_calls;
	profile->reduced.left_out += other->reduced.left_out;
	profile->reduced.left_out_ns =
		hp_wrap_sum(profile->reduced.left_out_ns, other->reduced.left_out_ns);
	profile->calls.unrecorded += other->calls.unrecorded;
	profile->calls.truncated += other->calls.truncated;
	profile->samples.interval_ns =
		profile->samples.count == 0 || profile->samples.interval_ns == other->samples.interval_ns
		? other->samples.interval_ns
		: 0;
	profile->samples.count += other->samples.count;
	hp_profile_merge_squares(profile, other);
	hp_sources_add(&profile->samples.sources, &other->samples.sources);
	profile->samples.displaced += other->samples.displaced;
	profile->samples.custom += other->samples.custom;
	profile->features |= other->features & HP_PROFILE_CUSTOM;
	merge_gc(&profile->gc, &other->gc);
	pefree(functions, true);
}

void hp_profile_add(hp_profile *profile, const hp_profile *other)
{
	merge_run(profile, other, NULL);
}

hp_profile *hp_profile_join_lines(const hp_profile *profile)
{
	hp_profile *joined;

	if ((profile->features & HP_PROFILE_LINES) == 0) {
		return NULL;
	}
	joined = hp_profile_new(profile->metrics, profile->features & ~HP_PROFILE_LINES);
	joined->runs = 0;
	joined->started_ns = profile->started_ns;
	hp_profile_events_copy(&joined->counted.events, &profile->counted.events);
	hp_profile_add(joined, profile);
	hp_profile_finish(joined);
	hp_profile_finish_squares(joined);
	hp_profile_make_timeline(joined);

	return joined;
}

bool hp_profile_may_merge(const hp_profile *const *runs, uint32_t count)
{
	int64_t left = INT64_MAX;

	for (uint32_t i = 0; i < count; i++) {
		if (runs[i]->runs > left) {
			return false;
		}
		left -= runs[i]->runs;
	}

	return true;
}

/* Returns a run, or the samples beside it. */
static const hp_profile *merge_part(const hp_profile *run, bool is_sampled)
{
	return is_sampled ? run->sampled : run;
}

/* True for the parts of one recording, whose samples are on the same time line. */
static bool merge_is_of_parts(const hp_profile *const *runs, uint32_t count)
{
	bool is_of_parts = true;

	for (uint32_t i = 0; i < count; i++) {
		is_of_parts = is_of_parts && runs[i]->runs == 0 && runs[i]->samples.moments.count > 0;
	}

	return is_of_parts;
}

/* Returns when the merged run started. A recording starts with its first part. */
static int64_t merge_started(
	const hp_profile *merged, const hp_profile *const *runs, uint32_t count, bool is_sampled)
{
	int64_t started_ns = merge_part(runs[0], is_sampled)->started_ns;

	for (uint32_t i = 1; i < count && (merged->features & HP_PROFILE_LANES) != 0; i++) {
		started_ns = MIN(started_ns, merge_part(runs[i], is_sampled)->started_ns);
	}

	return started_ns;
}

/* Makes an empty profile with the metrics and features that all runs have. */
static hp_profile *merge_common(const hp_profile *const *runs, uint32_t count, bool is_sampled)
{
	const hp_profile *first = merge_part(runs[0], is_sampled);
	uint32_t timeline =
		HP_PROFILE_TIMELINE | (merge_is_of_parts(runs, count) ? 0 : HP_PROFILE_LANES);
	hp_profile *common = hp_profile_new(first->metrics, first->features & ~timeline);

	hp_profile_events_copy(&common->counted.events, &first->counted.events);
	for (uint32_t i = 1; i < count; i++) {
		const hp_profile *other = merge_part(runs[i], is_sampled);

		common->metrics &= other->metrics;
		common->features &= other->features;
		hp_profile_events_keep(&common->counted.events, &other->counted.events);
		if (other->calls.compensated != first->calls.compensated) {
			common->features &= ~HP_PROFILE_COSTS;
		}
	}
	common->calls.compensated = first->calls.compensated;
	memcpy(common->calls.costs, first->calls.costs, sizeof(first->calls.costs));
	common->cpu_clock = common->features & HP_PROFILE_CPU_CLOCK ? 1 : 0;

	return common;
}

static hp_profile *merge_parts(const hp_profile *const *runs, uint32_t count, bool is_sampled)
{
	hp_profile *merged = merge_common(runs, count, is_sampled);
	double calls = 0, cost_ps = 0;

	merged->runs = 0;
	merged->started_ns = merge_started(merged, runs, count, is_sampled);
	for (uint32_t i = 0; i < count; i++) {
		const hp_profile *run = merge_part(runs[i], is_sampled);
		double run_calls = (double) hp_profile_count(run);

		calls += run_calls;
		cost_ps += run_calls * (double) hp_profile_call_cost_ps(run);
		hp_profile_add(merged, run);
	}
	merged->calls.cost_ps = calls > 0 ? (int64_t) MIN(cost_ps / calls, 1e18) : 0;
	hp_profile_finish(merged);
	hp_profile_finish_squares(merged);
	hp_profile_sort_moments(merged);

	return merged;
}

/* Returns the rules that all runs have; NULL if they differ or there are none. */
static zend_string *merge_components(const hp_profile *const *runs, uint32_t count)
{
	zend_string *rules = runs[0]->components;

	for (uint32_t i = 1; i < count && rules != NULL; i++) {
		if (runs[i]->components == NULL || !zend_string_equals(rules, runs[i]->components)) {
			return NULL;
		}
	}

	return rules == NULL ? NULL : zend_string_copy(rules);
}

hp_profile *hp_profile_merge(const hp_profile *const *runs, uint32_t count)
{
	/* Made first: if it hits memory_limit, no memory outside of PHP's allocator leaks. */
	zend_string *meta = hp_profile_meta_common(runs, count);
	hp_profile *merged = merge_parts(runs, count, false);
	bool have_samples = true;

	merged->meta = meta;
	merged->components = merge_components(runs, count);
	for (uint32_t i = 0; i < count; i++) {
		have_samples = have_samples && runs[i]->sampled != NULL;
	}
	if (have_samples) {
		merged->sampled = merge_parts(runs, count, true);
	}

	return merged;
}

/* Copies the timeline if no paths became one, as the nodes then keep their numbers. */
static void merge_keep_timeline(hp_profile *renamed, const hp_profile *profile)
{
	if (renamed->nodes.count != profile->nodes.count || profile->timeline.events.count == 0) {
		return;
	}
	renamed->features |= HP_PROFILE_TIMELINE;
	renamed->timeline.lost_events = profile->timeline.lost_events;
	for (uint32_t i = 0; i < profile->timeline.events.count; i++) {
		*hp_vector_add(&renamed->timeline.events) = profile->timeline.events.rows[i];
	}
	for (uint32_t i = 0; i < profile->timeline.memories.count; i++) {
		*hp_vector_add(&renamed->timeline.memories) = profile->timeline.memories.rows[i];
	}
	for (uint32_t i = 0; i < profile->timeline.points.count; i++) {
		*hp_vector_add(&renamed->timeline.points) = profile->timeline.points.rows[i];
	}
	hp_profile_add_marks(renamed, profile, 0, 0);
}

hp_profile *hp_profile_rename(const hp_profile *profile, const HashTable *names)
{
	hp_profile *renamed = merge_common(&profile, 1, false);

	renamed->runs = 0;
	renamed->started_ns = profile->started_ns;
	renamed->calls.cost_ps = hp_profile_call_cost_ps(profile);
	renamed->meta = profile->meta == NULL ? NULL : zend_string_copy(profile->meta);
	renamed->components =
		profile->components == NULL ? NULL : zend_string_copy(profile->components);
	merge_run(renamed, profile, names);
	merge_keep_timeline(renamed, profile);
	hp_profile_finish(renamed);
	hp_profile_finish_squares(renamed);
	if (profile->sampled != NULL) {
		renamed->sampled = hp_profile_rename(profile->sampled, names);
	}

	return renamed;
}
