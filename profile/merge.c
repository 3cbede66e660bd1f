#include "profile/merge.h"

/* The numbers that the functions of another profile have here. The caller frees them. */
static uint32_t *merge_functions(hp_profile *profile, const hp_profile *other)
{
	uint32_t *map = safe_pemalloc(other->functions.count + 1, sizeof(*map), 0, true);

	for (uint32_t i = 0; i < other->functions.count; i++) {
		const hp_profile_function *function = &other->functions.rows[i];

		map[i] =
			hp_profile_function_number(profile, function->name, function->file, function->line);
	}

	return map;
}

/* The map gives the numbers that the other's rows have here. */
static void merge_allocs(hp_profile *profile, const hp_profile *other, hp_allocs_table *table,
	const hp_allocs_table *from, const uint32_t *map)
{
	if (profile->metrics & HP_METRIC_ALLOC) {
		hp_profile_allocs_merge(
			table, from, map, other->alloc_totals.peak_bytes > profile->alloc_totals.peak_bytes);
	}
}

static void merge_pairs(hp_profile *profile, const hp_profile *other, const uint32_t *functions)
{
	uint32_t *map = safe_pemalloc(other->pairs.count + 1, sizeof(*map), 0, true);

	for (uint32_t i = 0; i < other->pairs.count; i++) {
		const hp_profile_pair *from = &other->pairs.rows[i];
		hp_profile_pair *pair = hp_profile_pair_of(profile,
			from->caller == HP_PROFILE_NONE ? HP_PROFILE_NONE : functions[from->caller],
			from->caller_level, functions[from->callee], from->callee_level);

		pair->count += from->count;
		hp_values_add(&pair->sum, &from->sum);
		map[i] = (uint32_t) (pair - profile->pairs.rows);
	}
	merge_allocs(profile, other, &profile->pair_allocs, &other->pair_allocs, map);
	pefree(map, true);
}

static void merge_node(hp_profile_node *node, const hp_profile_node *other)
{
	node->count += other->count;
	hp_values_add(&node->sum, &other->sum);
	node->min_ns = MIN(node->min_ns, other->min_ns);
	node->max_ns = MAX(node->max_ns, other->max_ns);
}

/* The line of another run's node, as the nodes of this one have it. */
static uint32_t merge_line(
	const hp_profile *profile, const hp_profile *other, const hp_profile_node *from)
{
	if ((profile->features & HP_PROFILE_LINES) == (other->features & HP_PROFILE_LINES)) {
		return from->line;
	}

	return from->parent == HP_PROFILE_NONE ? 0 : other->nodes.rows[from->parent].line;
}

/* Before the calls are added: what has some is in the order already. */
static void merge_order(hp_profile *profile, const hp_profile *other, const uint32_t *map)
{
	bool *is_new = pecalloc(profile->nodes.count + 1, sizeof(*is_new), true);

	for (uint32_t i = 0; i < other->order.count; i++) {
		uint32_t node = map[other->order.rows[i]];

		if (profile->nodes.rows[node].count == 0 && !is_new[node]) {
			*hp_vector_add(&profile->order) = node;
			is_new[node] = true; /* nodes that differ by line alone may be one here */
		}
	}
	pefree(is_new, true);
}

static void merge_nodes(hp_profile *profile, const hp_profile *other, const uint32_t *functions)
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
	merge_order(profile, other, map);
	for (uint32_t i = 0; i < other->nodes.count; i++) {
		merge_node(&profile->nodes.rows[map[i]], &other->nodes.rows[i]);
	}
	merge_allocs(profile, other, &profile->node_allocs, &other->node_allocs, map);
	hp_profile_set_levels(profile);
	pefree(map, true);
}

void hp_profile_add(hp_profile *profile, const hp_profile *other)
{
	uint32_t *functions = merge_functions(profile, other);

	if (profile->features & HP_PROFILE_TREE) {
		merge_nodes(profile, other, functions);
	}
	merge_pairs(profile, other, functions);
	hp_profile_allocs_merge_totals(&profile->alloc_totals, &other->alloc_totals);
	profile->unrecorded_calls += other->unrecorded_calls;
	profile->truncated_calls += other->truncated_calls;
	profile->interval_ns = profile->samples == 0 || profile->interval_ns == other->interval_ns
		? other->interval_ns
		: 0;
	profile->samples += other->samples;
	profile->displaced += other->displaced;
	pefree(functions, true);
}

hp_profile *hp_profile_join_lines(const hp_profile *profile)
{
	hp_profile *joined;

	if ((profile->features & HP_PROFILE_LINES) == 0) {
		return NULL;
	}
	joined = hp_profile_new(profile->metrics, profile->features & ~HP_PROFILE_LINES);
	joined->started_ns = profile->started_ns;
	hp_profile_add(joined, profile);
	hp_profile_finish(joined);

	return joined;
}
