#include "profile/distortion.h"

#include "profile/flat.h"
#include "profile/squares.h"
#include "profile/wait.h"

#include <math.h>

/* By chance alone, 997 of 1000 rows differ by less than this many standard errors. */
#define DISTORTION_ERRORS 3

typedef struct distortion_builder {
	const hp_profile *calls;
	const hp_profile *samples;
	hp_distortion *result;
	HP_VECTOR(hp_distortion_row) rows;
	int64_t *overheads_ps; /* overhead in a function's own time, by function of the calls */
	uint32_t *row_of_sampled; /* by function of the samples; HP_PROFILE_NONE: no row */
	double traced_ns; /* sums of all rows */
	double compensated_ns;
	double weight;
	double own_weight; /* weight of the samples in the profiler, not part of weight */
} distortion_builder;

static hp_profile_call distortion_kind(const hp_profile_function *function)
{
	if (function->file != NULL ||
		zend_string_starts_with_cstr(function->name, ZEND_STRL("load::"))) {
		return HP_PROFILE_CALL_USER;
	}

	return zend_memnstr(ZSTR_VAL(function->name), "::", 2,
			   ZSTR_VAL(function->name) + ZSTR_LEN(function->name)) == NULL
		? HP_PROFILE_CALL_INTERNAL
		: HP_PROFILE_CALL_METHOD;
}

/* Adds up the overhead of each function. The inner part of a call's overhead is in the callee's
 * time, the rest in the caller's. */
static void distortion_add_overheads(distortion_builder *builder)
{
	const hp_profile *calls = builder->calls;

	builder->overheads_ps =
		pecalloc(calls->functions.count + 1, sizeof(*builder->overheads_ps), true);
	for (uint32_t i = 0; i < calls->pairs.count && builder->result->has_costs; i++) {
		const hp_profile_pair *pair = &calls->pairs.rows[i];
		const hp_profile_cost *cost =
			&calls->calls.costs[distortion_kind(&calls->functions.rows[pair->callee])];

		if (pair->caller != HP_PROFILE_NONE) {
			builder->overheads_ps[pair->callee] += (int64_t) pair->count * cost->inner_ps;
			builder->overheads_ps[pair->caller] +=
				(int64_t) pair->count * (cost->all_ps - cost->inner_ps);
		}
	}
}

static uint32_t distortion_row(distortion_builder *builder, const hp_flat_row *flat)
{
	uint32_t number = hp_profile_find_function(builder->samples, flat->function->name);
	hp_distortion_row *row;

	if (number != HP_PROFILE_NONE && builder->row_of_sampled[number] != HP_PROFILE_NONE) {
		return builder->row_of_sampled[number];
	}
	row = hp_vector_add(&builder->rows);
	memset(row, 0, sizeof(*row));
	row->name = number == HP_PROFILE_NONE ? flat->function->name
										  : builder->samples->functions.rows[number].name;
	if (number != HP_PROFILE_NONE) {
		builder->row_of_sampled[number] = builder->rows.count - 1;
	}

	return builder->rows.count - 1;
}

/* Adds the times of the calls; they become shares later. In a compensated run, traced is the time
 * plus the overhead; otherwise compensated is the time minus the overhead. */
static void distortion_add_calls(distortion_builder *builder)
{
	hp_flat flat = hp_flat_new(builder->calls, true);

	for (uint32_t i = 0; i < flat.count; i++) {
		uint32_t number = distortion_row(builder, &flat.rows[i]);
		hp_distortion_row *row = &builder->rows.rows[number];
		const hp_values *own = &flat.rows[i].own;
		double own_ns = (double) MAX(0, builder->result->is_cpu ? own->cpu_ns : own->wall_ns);
		double overhead_ns = (double) builder->overheads_ps[flat.rows[i].number] / 1000;

		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the row is there */
		row->calls += flat.rows[i].calls;
		if (builder->result->is_compensated) {
			row->traced += own_ns + overhead_ns;
			row->compensated += own_ns;
		} else {
			row->traced += own_ns;
			row->compensated += own_ns > overhead_ns ? own_ns - overhead_ns : 0;
		}
	}
	hp_flat_free(&flat);
}

/* Returns the row of the innermost function on the path that the calls have too: the time of
 * functions that they do not have is their caller's. */
static uint32_t distortion_row_of_path(const distortion_builder *builder, uint32_t node)
{
	const hp_profile *samples = builder->samples;

	while (node != HP_PROFILE_NONE) {
		uint32_t row = builder->row_of_sampled[samples->nodes.rows[node].function];

		if (row != HP_PROFILE_NONE) {
			return row;
		}
		node = samples->nodes.rows[node].parent;
	}

	return HP_PROFILE_NONE;
}

static void distortion_add_samples(distortion_builder *builder)
{
	const hp_profile *samples = builder->samples;

	for (uint32_t i = 0; i < samples->nodes.count; i++) {
		const hp_profile_node *node = &samples->nodes.rows[i];
		uint32_t row;

		if (zend_string_equals_literal(
				samples->functions.rows[node->function].name, HP_PROFILE_OWN_NAME)) {
			builder->own_weight += (double) node->count;
			continue;
		}
		row = distortion_row_of_path(builder, i);
		if (row != HP_PROFILE_NONE) {
			/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the row is there */
			builder->rows.rows[row].sampled += (double) node->count;
			builder->weight += (double) node->count;
		}
	}
}

static double distortion_share(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

static double distortion_shown(const hp_distortion *distortion, const hp_distortion_row *row)
{
	return distortion->is_compensated ? row->compensated : row->traced;
}

/* Returns whether the difference is more than chance explains. Uses the greater error of both
 * shares, as the sampled share has none if no sample fell there. */
static bool distortion_is_beyond(const hp_distortion *distortion, const hp_distortion_row *row)
{
	double shown = row->sampled + row->difference, samples = distortion->effective;
	double variance = MAX(shown * (1 - shown), row->sampled * (1 - row->sampled)) / samples;

	return samples > 0 &&
		fabs(row->difference) > DISTORTION_ERRORS * sqrt(MAX(variance, 0)) + 1e-12;
}

static void distortion_set_shares(distortion_builder *builder)
{
	hp_distortion *result = builder->result;

	for (uint32_t i = 0; i < builder->rows.count; i++) {
		builder->traced_ns += builder->rows.rows[i].traced;
		builder->compensated_ns += builder->rows.rows[i].compensated;
	}
	result->own = distortion_share(builder->own_weight, builder->own_weight + builder->weight);
	result->samples =
		(uint64_t) ((double) builder->samples->samples.count * (1 - result->own) + 0.5);
	result->effective = (1 - result->own) * hp_profile_effective(builder->samples);
	for (uint32_t i = 0; i < builder->rows.count; i++) {
		hp_distortion_row *row = &builder->rows.rows[i];

		row->traced = distortion_share(row->traced, builder->traced_ns);
		row->compensated =
			result->has_costs ? distortion_share(row->compensated, builder->compensated_ns) : -1;
		row->sampled = distortion_share(row->sampled, builder->weight);
		row->difference = distortion_shown(result, row) - row->sampled;
		hp_profile_share_interval(row->sampled, result->effective, &row->low, &row->high);
		row->is_distorted = distortion_is_beyond(result, row);
		result->distorted_count += row->is_distorted;
	}
}

static int distortion_compare(const void *left, const void *right)
{
	const hp_distortion_row *a = left, *b = right;
	double first = fabs(a->difference), second = fabs(b->difference);

	if (first != second) {
		return first < second ? 1 : -1;
	}

	return zend_binary_strcmp(
		ZSTR_VAL(a->name), ZSTR_LEN(a->name), ZSTR_VAL(b->name), ZSTR_LEN(b->name));
}

static const char *distortion_refusal(const hp_profile *calls, const hp_profile *samples)
{
	if ((calls->features & HP_PROFILE_SAMPLED) != 0) {
		return "the first profile holds samples: give a profile of calls";
	}
	if (hp_profile_missing(samples, HP_PROFILE_SAMPLED | HP_PROFILE_TREE) != 0) {
		return "the profile has no samples: record samples beside the calls";
	}
	if ((samples->features & HP_PROFILE_CPU_CLOCK) != 0 && (calls->metrics & HP_METRIC_CPU) == 0) {
		return "the samples are of CPU time, and the calls have none: record CPU time, or sample "
			   "by the wall clock";
	}

	return NULL;
}

const char *hp_distortion_new(
	hp_distortion *distortion, const hp_profile *calls, const hp_profile *samples)
{
	distortion_builder builder = {.calls = calls, .samples = samples, .result = distortion};
	const char *refusal = distortion_refusal(calls, samples);

	memset(distortion, 0, sizeof(*distortion));
	if (refusal != NULL) {
		return refusal;
	}
	distortion->is_cpu = (samples->features & HP_PROFILE_CPU_CLOCK) != 0;
	distortion->has_costs = (calls->features & HP_PROFILE_COSTS) != 0;
	distortion->is_compensated = distortion->has_costs && calls->calls.compensated != 0;
	builder.row_of_sampled = hp_profile_no_numbers(samples->functions.count);
	distortion_add_overheads(&builder);
	distortion_add_calls(&builder);
	distortion_add_samples(&builder);
	distortion_set_shares(&builder);
	pefree(builder.row_of_sampled, true);
	pefree(builder.overheads_ps, true);
	distortion->rows = builder.rows.rows;
	distortion->count = builder.rows.count;
	hp_vector_sort(
		distortion->rows, distortion->count, sizeof(*distortion->rows), distortion_compare);

	return NULL;
}

void hp_distortion_free(hp_distortion *distortion)
{
	hp_vector_release(distortion->rows);
}

double hp_distortion_ratio(const hp_distortion *distortion, const hp_distortion_row *row)
{
	return row->sampled > 0 ? distortion_shown(distortion, row) / row->sampled : -1;
}
