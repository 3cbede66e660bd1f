#include "profile/flat.h"

#include "base/vector.h"

typedef struct flat_builder {
	const hp_profile *profile;
	bool is_merged;
	hp_profile_index index; /* of rows, by function and level */
	HP_VECTOR(hp_flat_row) flat;
	HP_VECTOR(hp_flat_counts) counts; /* counts of these rows, if there are events */
} flat_builder;

static hp_flat_row *flat_row(flat_builder *builder, uint32_t function, uint32_t level)
{
	uint32_t key[HP_PROFILE_KEY_PARTS] = {function, builder->is_merged ? 0 : level, 0, 0};
	uint32_t number = hp_profile_index_find(&builder->index, key, builder->flat.count);
	hp_flat_row *row;

	if (number < builder->flat.count) {
		return &builder->flat.rows[number];
	}
	row = hp_vector_add(&builder->flat);
	memset(row, 0, sizeof(*row));
	row->function = &builder->profile->functions.rows[function];
	row->number = function;
	row->level = key[1];
	row->min_ns = INT64_MAX;
	row->max_ns = -1;
	row->counts_at = number;
	if (builder->profile->counted.events.count > 0) {
		memset(hp_vector_add(&builder->counts), 0, sizeof(*builder->counts.rows));
	}

	return row;
}

static void flat_add_counts(flat_builder *builder, const hp_profile_pair *pair, uint32_t number)
{
	const hp_counts *counts = hp_profile_counts(&builder->profile->counted.pairs, number);
	uint32_t callee = flat_row(builder, pair->callee, pair->callee_level)->counts_at;

	hp_counts_add(&builder->counts.rows[callee].own, counts);
	if (!builder->is_merged || pair->callee_level == 0) {
		hp_counts_add(&builder->counts.rows[callee].sum, counts);
	}
	if (pair->caller != HP_PROFILE_NONE) {
		uint32_t caller = flat_row(builder, pair->caller, pair->caller_level)->counts_at;

		hp_counts_subtract(&builder->counts.rows[caller].own, counts);
	}
}

static void flat_add_pairs(flat_builder *builder)
{
	for (uint32_t i = 0; i < builder->profile->pairs.count; i++) {
		const hp_profile_pair *pair = &builder->profile->pairs.rows[i];
		hp_flat_row *row = flat_row(builder, pair->callee, pair->callee_level);

		/* Samples include callees, so they add up as times do. */
		if (!builder->is_merged || pair->callee_level == 0 ||
			(builder->profile->features & HP_PROFILE_SAMPLED) == 0) {
			row->calls = (int64_t) ((uint64_t) row->calls + pair->count);
		}
		hp_values_add(&row->own, &pair->sum);
		hp_allocs_add(&row->allocs, hp_profile_allocs(&builder->profile->allocated.pairs, i));
		if (!builder->is_merged || pair->callee_level == 0) {
			hp_values_add(&row->sum, &pair->sum);
		}
		if (pair->caller != HP_PROFILE_NONE) {
			row = flat_row(builder, pair->caller, pair->caller_level);
			hp_values_subtract(&row->own, &pair->sum);
		}
		if (builder->profile->counted.events.count > 0) {
			flat_add_counts(builder, pair, i);
		}
	}
}

static void flat_add_extremes(flat_builder *builder)
{
	for (uint32_t i = 0; i < builder->profile->nodes.count; i++) {
		const hp_profile_node *node = &builder->profile->nodes.rows[i];
		hp_flat_row *row;

		if (node->max_ns >= 0) {
			row = flat_row(builder, node->function, node->level);
			row->min_ns = MIN(row->min_ns, node->min_ns);
			row->max_ns = MAX(row->max_ns, node->max_ns);
		}
	}
}

static uint64_t flat_magnitude(int64_t value)
{
	return value < 0 ? 0 - (uint64_t) value : (uint64_t) value;
}

/* Compares by magnitude of own wall time, then by number and level, so that the order is always the
 * same. */
static int flat_compare(const void *left, const void *right)
{
	const hp_flat_row *a = left, *b = right;
	uint64_t one = flat_magnitude(a->own.wall_ns), other = flat_magnitude(b->own.wall_ns);

	return one != other ? (one < other ? 1 : -1)
						: hp_vector_order(a->number, b->number, a->level, b->level);
}

hp_flat hp_flat_new(const hp_profile *profile, bool is_merged)
{
	flat_builder builder = {.profile = profile, .is_merged = is_merged};
	hp_flat flat;

	flat_add_pairs(&builder);
	flat_add_extremes(&builder);
	hp_profile_index_free(&builder.index);
	flat.rows = builder.flat.rows;
	flat.count = builder.flat.count;
	flat.counts = builder.counts.rows;
	hp_vector_sort(flat.rows, flat.count, sizeof(*flat.rows), flat_compare);

	return flat;
}

/* Returns the average of runs, of which there is at least one. A half is rounded away from 0, as by
 * the command and in a report: two runs with 101 calls have 51 each. */
static int64_t flat_mean(int64_t sum, int64_t runs)
{
	int64_t rest = sum % runs;
	bool is_up = flat_magnitude(rest) >= (uint64_t) runs - flat_magnitude(rest);

	return sum / runs + (!is_up ? 0 : sum < 0 ? -1 : 1);
}

static void flat_divide(int64_t *numbers, size_t count, int64_t runs)
{
	for (size_t i = 0; i < count; i++) {
		numbers[i] = flat_mean(numbers[i], runs);
	}
}

/* Returns the average costs per run. Peaks are already those of one run. */
static hp_flat flat_average(const hp_profile *profile)
{
	hp_flat flat = hp_flat_new(profile, true);

	for (uint32_t i = 0; i < flat.count && profile->runs > 1; i++) {
		hp_flat_row *row = &flat.rows[i];

		flat_divide(&row->calls, 1, profile->runs);
		flat_divide(&row->sum.wall_ns, 3, profile->runs);
		flat_divide(&row->own.wall_ns, 3, profile->runs);
		flat_divide(&row->allocs.allocs, sizeof(row->allocs) / sizeof(int64_t), profile->runs);
		if (flat.counts != NULL) {
			flat_divide(flat.counts[row->counts_at].sum.of, 2 * HP_EVENT_MAX, profile->runs);
		}
	}

	return flat;
}

static void flat_subtract(hp_flat_row *row, const hp_flat_row *less)
{
	row->calls = (int64_t) ((uint64_t) row->calls - (uint64_t) less->calls);
	hp_values_subtract(&row->sum, &less->sum);
	hp_values_subtract(&row->own, &less->own);
	hp_allocs_subtract(&row->allocs, &less->allocs);
}

/* Makes room for the events of more rows, after those of the existing ones. */
static void flat_extend_counts(hp_flat *flat, uint32_t more)
{
	if (flat->counts != NULL) {
		flat->counts =
			safe_perealloc(flat->counts, flat->count + more + 1, sizeof(*flat->counts), 0, true);
		memset(&flat->counts[flat->count], 0, (more + 1) * sizeof(*flat->counts));
	}
}

static void flat_subtract_counts(hp_flat_counts *counts, const hp_flat_counts *less,
	const hp_profile *before, const hp_profile *after)
{
	hp_counts sum =
		hp_profile_counts_as(&less->sum, &before->counted.events, &after->counted.events);
	hp_counts own =
		hp_profile_counts_as(&less->own, &before->counted.events, &after->counted.events);

	hp_counts_subtract(&counts->sum, &sum);
	hp_counts_subtract(&counts->own, &own);
}

/* Returns the positions of rows by function number; HP_PROFILE_NONE: no row. The caller frees
 * them. */
static uint32_t *flat_places(const hp_profile *after, const hp_flat *flat)
{
	uint32_t *places = hp_profile_no_numbers(after->functions.count);

	for (uint32_t i = 0; i < flat->count; i++) {
		places[flat->rows[i].number] = i;
	}

	return places;
}

hp_flat hp_flat_diff(const hp_profile *after, const hp_profile *before)
{
	hp_flat flat = flat_average(after);
	hp_flat less = flat_average(before);
	uint32_t *places = flat_places(after, &flat);

	flat.rows = safe_perealloc(flat.rows, flat.count + less.count + 1, sizeof(*flat.rows), 0, true);
	flat_extend_counts(&flat, less.count);
	for (uint32_t i = 0; i < less.count; i++) {
		uint32_t number = hp_profile_find_function(after, less.rows[i].function->name);
		uint32_t place = number == HP_PROFILE_NONE ? HP_PROFILE_NONE : places[number];

		if (place == HP_PROFILE_NONE) {
			place = flat.count++;
			memset(&flat.rows[place], 0, sizeof(*flat.rows));
			flat.rows[place].function = less.rows[i].function;
			flat.rows[place].number = after->functions.count + less.rows[i].number;
			flat.rows[place].counts_at = place;
		}
		flat_subtract(&flat.rows[place], &less.rows[i]);
		if (flat.counts != NULL && less.counts != NULL) {
			flat_subtract_counts(&flat.counts[flat.rows[place].counts_at],
				&less.counts[less.rows[i].counts_at], before, after);
		}
	}
	hp_vector_sort(flat.rows, flat.count, sizeof(*flat.rows), flat_compare);
	hp_flat_free(&less);
	pefree(places, true);

	return flat;
}

void hp_flat_free(hp_flat *flat)
{
	hp_vector_release(flat->rows);
	hp_vector_release(flat->counts);
}
