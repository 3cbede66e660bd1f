#include "live/sums_profile.h"

#include "base/wrap.h"
#include "live/part.h"

/* Makes one part after the other. */
typedef struct sums_maker {
	const hp_live_sums *sums;
	hp_live_part part;
	hp_live_part_functions functions;
} sums_maker;

static const hp_live_symbol *maker_symbol(void *context, uint32_t number)
{
	return &((const hp_live_sums *) context)->functions.rows[number];
}

static void maker_begin(sums_maker *maker, const hp_live_series *series)
{
	size_t bytes = maker->sums->functions.count * sizeof(*maker->functions.numbers);

	hp_live_part_begin(&maker->part, 0, series->interval_ns);
	maker->part.profile->started_ns = series->began_ns;
	memset(maker->functions.numbers, 0xFF, bytes); /* HP_PROFILE_NONE */
}

static void maker_add(sums_maker *maker, const hp_live_count *count)
{
	const hp_live_stack *stack = &maker->sums->stacks.rows[count->stack - 1];
	const hp_live_frame *frames = &maker->sums->frames.rows[stack->frame];
	uint32_t node =
		hp_live_part_path(&maker->part, &maker->functions, frames, stack->frames, stack->is_cut);

	hp_live_part_add(&maker->part, node, &count->amount);
}

static int counts_compare(const void *a, const void *b)
{
	const hp_live_count *one = a, *other = b;

	return one->series != other->series
		? hp_vector_order(one->series, other->series, 0, 0)
		: hp_vector_order(one->trace, other->trace, one->stack, other->stack);
}

typedef struct trace_weight {
	uint32_t trace;
	int64_t wall_ns;
} trace_weight;

static int weights_compare(const void *a, const void *b)
{
	const trace_weight *one = a, *other = b;

	return hp_vector_order(other->wall_ns, one->wall_ns, one->trace, other->trace);
}

/* Keeps only the heaviest traces: the samples of the others get no trace. */
static void counts_fold(hp_live_count *counts, uint32_t count, uint32_t traces)
{
	trace_weight *weights;
	bool *is_light;

	if (traces <= HP_LIVE_SUMS_HEAVY_TRACES) {
		return;
	}
	weights = safe_pemalloc((size_t) traces + 1, sizeof(*weights), 0, true);
	is_light = pecalloc((size_t) traces + 1, sizeof(*is_light), true);
	for (uint32_t i = 0; i <= traces; i++) {
		weights[i] = (trace_weight){i, 0};
	}
	for (uint32_t i = 0; i < count; i++) {
		weights[counts[i].trace].wall_ns =
			hp_wrap_sum(weights[counts[i].trace].wall_ns, counts[i].amount.wall_ns);
	}
	qsort(weights + 1, traces, sizeof(*weights), weights_compare);
	for (uint32_t i = HP_LIVE_SUMS_HEAVY_TRACES + 1; i <= traces; i++) {
		is_light[weights[i].trace] = true;
	}
	for (uint32_t i = 0; i < count; i++) {
		counts[i].trace = is_light[counts[i].trace] ? 0 : counts[i].trace;
	}
	pefree(weights, true);
	pefree(is_light, true);
}

/* Makes the part that begins with counts[*at], and moves *at to its end. */
static void maker_part(sums_maker *maker, hp_live_sums_part *part, const hp_live_count *counts,
	uint32_t all, uint32_t *at)
{
	const hp_live_count *first = &counts[*at];

	part->series = first->series;
	maker_begin(maker, &maker->sums->series.rows[first->series]);
	while (*at < all && counts[*at].series == first->series && counts[*at].trace == first->trace) {
		maker_add(maker, &counts[(*at)++]);
	}
	part->profile = hp_live_part_end(&maker->part);
}

static uint32_t counts_parts(const hp_live_count *counts, uint32_t all)
{
	uint32_t parts = 0;

	for (uint32_t i = 0; i < all; i++) {
		parts += i == 0 || counts[i].series != counts[i - 1].series ||
			counts[i].trace != counts[i - 1].trace;
	}

	return parts;
}

hp_live_sums_part *hp_live_sums_parts(const hp_live_sums *sums, uint32_t *count)
{
	uint32_t at = 0, all;
	hp_live_count *counts = hp_live_sums_counts(sums, &all);
	hp_live_trace *traces = hp_live_sums_traces(sums);
	sums_maker maker = {
		.sums = sums, .functions = {.symbol = maker_symbol, .context = (void *) (uintptr_t) sums}};
	hp_live_sums_part *parts;

	counts_fold(counts, all, (uint32_t) sums->traces.used);
	qsort(counts, all, sizeof(*counts), counts_compare);
	maker.functions.numbers =
		safe_pemalloc(sums->functions.count, sizeof(*maker.functions.numbers), 0, true);
	parts = pecalloc((size_t) counts_parts(counts, all) + 1, sizeof(*parts), true);
	for (*count = 0; at < all; (*count)++) {
		hp_live_sums_part *part = &parts[*count];

		part->trace = traces[counts[at].trace];
		maker_part(&maker, part, counts, all, &at);
		if (*count == 0 || part->series != part[-1].series) {
			part->profile->calls.truncated = sums->series.rows[part->series].truncated;
			part->profile->samples.displaced = sums->series.rows[part->series].displaced;
		}
	}
	hp_live_part_free(&maker.part);
	pefree(maker.functions.numbers, true);
	pefree(traces, true);
	pefree(counts, true);

	return parts;
}
