#include "profile/summary.h"

#include "profile/flat.h"
#include "profile/shares.h"
#include "profile/squares.h"

typedef struct summary {
	const hp_profile *profile;
	void (*emit)(void *context, const hp_summary_value *value);
	void *context;
} summary;

static void summary_int(const summary *to, const char *key, int64_t number)
{
	hp_summary_value value = {.key = key, .type = HP_SUMMARY_INT, .number = number};

	to->emit(to->context, &value);
}

static void summary_double(const summary *to, const char *key, double real)
{
	hp_summary_value value = {.key = key, .type = HP_SUMMARY_DOUBLE, .real = real};

	to->emit(to->context, &value);
}

static void summary_word(const summary *to, const char *key, const char *word)
{
	hp_summary_value value = {.key = key, .type = HP_SUMMARY_WORD, .word = word};

	to->emit(to->context, &value);
}

static void summary_totals(const summary *to)
{
	const hp_profile_pair *root = hp_profile_root(to->profile);
	hp_values sum = {0, 0, 0, 0};

	if (root != NULL) {
		sum = root->sum;
	}
	summary_int(to, "wall_ns", sum.wall_ns);
	if (to->profile->metrics & HP_METRIC_CPU) {
		summary_int(to, "cpu_ns", sum.cpu_ns);
	}
	if (to->profile->metrics & HP_METRIC_MEMORY) {
		summary_int(to, "memory_bytes", sum.memory_bytes);
	}
	if (to->profile->metrics & HP_METRIC_PEAK) {
		summary_int(to, "peak_bytes", sum.peak_bytes);
	}
}

/* Returns the calls; in a sampled run, the samples of main(), which are all samples. */
static uint64_t summary_calls(const hp_profile *profile)
{
	const hp_profile_pair *root = hp_profile_root(profile);

	if (profile->features & HP_PROFILE_SAMPLED) {
		return root == NULL ? 0 : root->count;
	}

	return hp_profile_count(profile);
}

static const char *summary_clock(const hp_profile *profile, uint64_t timed)
{
	if (profile->samples.custom > 0 && timed == 0) {
		return "custom";
	}

	return profile->features & HP_PROFILE_CPU_CLOCK ? "cpu" : "wall";
}

static void summary_share_errors(const summary *to)
{
	hp_shares shares = hp_shares_of(to->profile);
	hp_flat flat = hp_flat_new(to->profile, true);

	summary_double(
		to, "share_error_points", hp_shares_greatest_error(&shares, &flat, HP_SHARES_WALL));
	if (to->profile->metrics & HP_METRIC_CPU) {
		summary_double(
			to, "cpu_share_error_points", hp_shares_greatest_error(&shares, &flat, HP_SHARES_CPU));
	}
	if (shares.looks->unseen_ns > 0) {
		summary_int(to, "inferred_ns", (int64_t) shares.looks->unseen_ns);
	}
	summary_double(to, "effective_samples", hp_profile_effective(to->profile));
	summary_int(to, "share_samples_most", shares.most);
	hp_flat_free(&flat);
}

/* Emits by what samples were taken: the profile's, or those beside its calls. */
static void summary_sources(const summary *to, const hp_profile *samples)
{
	char text[HP_SOURCES_TEXT_BYTES];

	if (!hp_sources_sentence(&samples->samples.sources, samples->runs, text)) {
		return;
	}
	summary_word(to, "sampled", text);
	hp_sources_text(&samples->samples.sources, samples->runs, text);
	summary_word(to, "sampled_by", text);
	for (uint32_t i = 0; i < HP_SOURCES; i++) {
		hp_summary_value value = {.group = "sources",
			.key = hp_source_name((hp_source) i),
			.type = HP_SUMMARY_INT,
			.number = (int64_t) samples->samples.sources.of[i].runs};

		if (value.number != 0) {
			to->emit(to->context, &value);
		}
	}
}

static void summary_samples(const summary *to)
{
	const hp_profile *profile = to->profile;
	uint64_t timed = summary_calls(profile) - profile->samples.custom;

	if (profile->features & HP_PROFILE_SAMPLED) {
		summary_int(to, "interval_ns", profile->samples.interval_ns);
		summary_int(to, "samples", (int64_t) profile->samples.count);
		summary_int(to, "displaced", (int64_t) profile->samples.displaced);
		if (profile->features & HP_PROFILE_CUSTOM) {
			summary_int(to, "custom", (int64_t) profile->samples.custom);
		}
		summary_double(to, "error", hp_profile_sample_error(hp_profile_effective(profile), timed));
		summary_share_errors(to);
		summary_word(to, "clock", summary_clock(profile, timed));
		summary_sources(to, profile);
	}
	if (profile->sampled != NULL) {
		summary_int(to, "samples_beside", (int64_t) profile->sampled->samples.count);
		summary_sources(to, profile->sampled);
	}
}

/* Emits the events of the timeline. A fiber's part of a run has no timeline, but the events that
 * the run lost are missing in it too. */
static void summary_timeline(const summary *to)
{
	const hp_profile *profile = to->profile;

	if (profile->features & HP_PROFILE_TIMELINE) {
		summary_int(to, "timeline_events", profile->timeline.events.count);
	}
	if ((profile->features & HP_PROFILE_TIMELINE) != 0 ||
		((profile->features & HP_PROFILE_SAMPLED) == 0 && profile->timeline.lost_events > 0)) {
		summary_int(to, "lost_timeline_events", (int64_t) profile->timeline.lost_events);
	}
}

static void summary_reduced(const summary *to)
{
	const hp_profile_reduced *reduced = &to->profile->reduced;

	if (to->profile->features & HP_PROFILE_REDUCED) {
		summary_int(to, "hidden_calls", (int64_t) reduced->hidden_calls);
		summary_int(to, "left_out", (int64_t) reduced->left_out);
		summary_int(to, "left_out_ns", reduced->left_out_ns);
	}
}

static void summary_allocs(const summary *to)
{
	const hp_alloc_run *totals = &to->profile->allocated.totals;

	if (to->profile->metrics & HP_METRIC_ALLOC) {
		summary_int(to, "alloc_interval", totals->interval_bytes);
		summary_int(to, "alloc_change_bytes", totals->change_bytes);
		summary_int(to, "alloc_peak_bytes", totals->peak_bytes);
		summary_int(to, "outside_frees", totals->outside_frees);
		summary_int(to, "outside_bytes", totals->outside_bytes);
		summary_int(to, "lost_allocs", totals->lost);
	}
}

static void summary_gc_int(const summary *to, const char *key, uint64_t number)
{
	hp_summary_value value = {
		.group = "gc", .key = key, .type = HP_SUMMARY_INT, .number = (int64_t) number};

	to->emit(to->context, &value);
}

static void summary_gc(const summary *to)
{
	const hp_profile_gc *gc = &to->profile->gc;

	if ((to->profile->features & HP_PROFILE_GC) == 0) {
		return;
	}
	summary_gc_int(to, "runs", gc->runs);
	summary_gc_int(to, "collected", gc->collected);
	if (to->profile->features & HP_PROFILE_GC_TIMES) {
		summary_gc_int(to, "collector_ns", gc->collector_ns);
		summary_gc_int(to, "destructor_ns", gc->destructor_ns);
		summary_gc_int(to, "free_ns", gc->free_ns);
	}
	summary_gc_int(to, "threshold_before", gc->threshold_before);
	summary_gc_int(to, "threshold", gc->threshold);
	summary_gc_int(to, "roots_before", gc->roots_before);
	summary_gc_int(to, "roots", gc->roots);
}

const char *hp_profile_mode(const hp_profile *profile)
{
	if (profile->features & HP_PROFILE_SAMPLED) {
		return "sample";
	}
	if (profile->features & HP_PROFILE_TIMELINE) {
		return "timeline";
	}

	return profile->features & HP_PROFILE_TREE ? "tree" : "hier";
}

void hp_profile_summary(const hp_profile *profile,
	void (*emit)(void *context, const hp_summary_value *value), void *context)
{
	const summary to = {profile, emit, context};
	uint64_t calls = summary_calls(profile);

	summary_word(&to, "mode", hp_profile_mode(profile));
	summary_double(&to, "started", (double) profile->started_ns / 1e9);
	summary_totals(&to);
	summary_int(&to, "calls", (int64_t) calls);
	summary_int(&to, "functions", profile->functions.count);
	summary_int(&to, "pairs", profile->pairs.count);
	summary_int(&to, "nodes", profile->nodes.count);
	summary_int(&to, "own_cost_ns",
		(int64_t) ((double) (calls + profile->reduced.hidden_calls) *
			(double) hp_profile_call_cost_ps(profile) / 1000));
	summary_samples(&to);
	summary_timeline(&to);
	if (profile->features & HP_PROFILE_LOST_MARKS) {
		summary_int(&to, "lost_marks", (int64_t) profile->timeline.lost_marks);
	}
	summary_int(&to, "runs", MAX(profile->runs, 1));
	summary_int(&to, "unrecorded_calls", (int64_t) profile->calls.unrecorded);
	summary_int(&to, "truncated_calls", (int64_t) profile->calls.truncated);
	summary_allocs(&to);
	summary_reduced(&to);
	summary_gc(&to);
	if (profile->features & HP_PROFILE_LINE_COUNTS) {
		summary_int(&to, "lines", profile->calls.lines.count);
		summary_int(&to, "missed_line_calls", (int64_t) profile->calls.missed_lines);
	}
}
