#include "format/load_check.h"

/* The most names with one place in PHP's hash table. Honest names share a place with a dozen others
 * at most. */
#define LOAD_COLLISIONS_MAX 64u

/* The number of a fiber in a timeline. Writers keep tables by it. */
#define LOAD_LANES_MAX (UINT32_C(1) << 24)

/* Names may be made to collide, too: then each PHP array of them, and numbering them, takes
 * quadratic time. */
static bool load_check_names(const hp_profile *profile)
{
	uint32_t size = 1, *places;
	bool is_good = true;

	while (size < profile->functions.count && size < UINT32_C(1) << 31) {
		size *= 2;
	}
	places = pecalloc(size, sizeof(*places), true);
	for (uint32_t i = 0; i < profile->functions.count && is_good; i++) {
		zend_string *name = profile->functions.rows[i].name;

		is_good = name != NULL && ++places[ZSTR_HASH(name) & (size - 1)] <= LOAD_COLLISIONS_MAX;
	}
	pefree(places, true);

	return is_good;
}

static bool load_check_allocs(const hp_allocs_table *table)
{
	for (uint32_t i = 0; i < table->count; i++) {
		const hp_alloc_counts *allocs = &table->rows[i];

		if (allocs->frees > allocs->allocs || allocs->freed_bytes > allocs->alloc_bytes) {
			return false;
		}
	}

	return true;
}

/* No two are equal. */
static bool load_check_pairs(const hp_profile *profile)
{
	hp_profile_index index = {.rows = NULL};
	bool is_good = profile->pairs.count > 0;

	for (uint32_t i = 0; i < profile->pairs.count && is_good; i++) {
		const hp_profile_pair *pair = &profile->pairs.rows[i];
		uint32_t key[] = {pair->caller, pair->caller_level, pair->callee, pair->callee_level};

		is_good = pair->callee < profile->functions.count &&
			(pair->caller < profile->functions.count || pair->caller == HP_PROFILE_NONE) &&
			hp_profile_index_find(&index, key, i) == i;
	}
	hp_profile_index_free(&index);

	return is_good;
}

/* Callers stand before their callees, and only main() has none. */
static bool load_check_nodes(const hp_profile *profile)
{
	bool is_good = profile->nodes.count > 0;

	for (uint32_t i = 0; i < profile->nodes.count && is_good; i++) {
		const hp_profile_node *node = &profile->nodes.rows[i];
		bool is_main = i == 0 ||
			((profile->features & HP_PROFILE_LINES) &&
				node->function == profile->nodes.rows[0].function);

		is_good = node->function < profile->functions.count &&
			(node->parent == HP_PROFILE_NONE ? is_main : node->parent < i);
	}

	return is_good;
}

/* Samples are in order of time, at nodes that exist. Without times they stand for the interval. */
static bool load_check_moments(hp_profile *profile)
{
	bool has_spans = (profile->features & (HP_PROFILE_LANES | HP_PROFILE_SPANS)) != 0;
	int64_t at_ns = 0;

	for (uint32_t i = 0; i < profile->samples.moments.count; i++) {
		hp_profile_moment *moment = &profile->samples.moments.rows[i];

		if (moment->at_ns < at_ns || moment->node >= profile->nodes.count ||
			moment->lane > LOAD_LANES_MAX) {
			return false;
		}
		at_ns = moment->at_ns;
		if (!has_spans) {
			moment->wall_ns =
				MAX(0, (int64_t) (moment->weight * (uint64_t) profile->samples.interval_ns));
		}
	}

	return profile->samples.moments.count == 0 || (profile->features & HP_PROFILE_SAMPLED) != 0;
}

/* A timeline has nodes that exist, and no moments, from which another is made. Readers ignore an
 * end without a begin. */
static bool load_check_timeline(const hp_profile *profile)
{
	for (uint32_t i = 0; i < profile->timeline.events.count; i++) {
		const hp_profile_event *event = &profile->timeline.events.rows[i];

		if ((event->node != HP_PROFILE_NONE && event->node >= profile->nodes.count) ||
			event->lane > LOAD_LANES_MAX) {
			return false;
		}
	}

	for (uint32_t i = 0; i < profile->timeline.memories.count; i++) {
		if (profile->timeline.memories.rows[i].event >= (int64_t) profile->timeline.events.count) {
			return false;
		}
	}
	for (uint32_t i = 0; i < profile->timeline.marks.count; i++) {
		if (profile->timeline.marks.rows[i].lane > LOAD_LANES_MAX) {
			return false;
		}
	}

	return profile->samples.moments.count == 0 ||
		(profile->timeline.events.count == 0 && profile->timeline.points.count == 0);
}

/* No two are equal. */
static bool load_check_lines(const hp_profile *profile)
{
	hp_profile_index index = {.rows = NULL};
	bool is_good = true;

	for (uint32_t i = 0; i < profile->calls.lines.count && is_good; i++) {
		const hp_profile_line *line = &profile->calls.lines.rows[i];
		uint32_t key[HP_PROFILE_KEY_PARTS] = {line->function, line->line, 0, 0};

		is_good =
			line->function < profile->functions.count && hp_profile_index_find(&index, key, i) == i;
	}
	hp_profile_index_free(&index);

	return is_good;
}

bool hp_load_check(hp_profile *profile)
{
	return load_check_names(profile) && hp_profile_number_functions(profile) &&
		load_check_pairs(profile) && load_check_allocs(&profile->allocated.pairs) &&
		load_check_allocs(&profile->allocated.nodes) && load_check_lines(profile) &&
		(!(profile->features & HP_PROFILE_TREE) || load_check_nodes(profile)) &&
		load_check_moments(profile) && load_check_timeline(profile);
}
