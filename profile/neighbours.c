#include "profile/neighbours.h"

#include "profile/paths.h"

/* The callers or the callees: rows by function, and how often each one's edge is on the current
 * path. */
typedef struct neighbours_side {
	hp_neighbour_list *list;
	uint32_t *row_of; /* by function; HP_PROFILE_NONE: no row */
	uint32_t *open; /* by function */
} neighbours_side;

typedef struct neighbours_builder {
	const hp_profile *profile;
	const bool *is_meant;
	bool is_sampled;
	uint64_t *samples; /* by node, callees included; NULL: the run has calls */
	neighbours_side callers;
	neighbours_side callees;
	uint32_t open_itself;
	hp_neighbours result;
} neighbours_builder;

/* An edge: the last call of a path, or a pair. */
typedef struct neighbours_edge {
	uint64_t calls;
	const hp_values *sum;
	const hp_counts *counts;
	bool is_outermost; /* it is not within another call of the same edge */
} neighbours_edge;

static void neighbours_add(
	const neighbours_builder *builder, hp_neighbour *row, const neighbours_edge *edge)
{
	if (edge->is_outermost || !builder->is_sampled) {
		row->calls += edge->calls;
	}
	if (edge->is_outermost) {
		hp_values_add(&row->sum, edge->sum);
		hp_counts_add(&row->counts, edge->counts);
	}
}

static hp_neighbour *neighbours_row(const neighbours_side *side, uint32_t function)
{
	if (side->row_of[function] == HP_PROFILE_NONE) {
		side->row_of[function] = side->list->count;
		*hp_vector_add(side->list) = (hp_neighbour){.function = function};
	}

	return &side->list->rows[side->row_of[function]];
}

/* Returns the row of an edge, and in *open the counter of how often it is open. NULL if the edge
 * does not touch the function. */
static hp_neighbour *neighbours_row_of_edge(
	neighbours_builder *builder, uint32_t caller, uint32_t callee, uint32_t **open)
{
	if (caller == HP_PROFILE_NONE || (!builder->is_meant[caller] && !builder->is_meant[callee])) {
		return NULL;
	}
	if (builder->is_meant[caller] && builder->is_meant[callee]) {
		*open = &builder->open_itself;
		return &builder->result.itself;
	}
	if (builder->is_meant[callee]) {
		*open = &builder->callers.open[caller];
		return neighbours_row(&builder->callers, caller);
	}
	*open = &builder->callees.open[callee];

	return neighbours_row(&builder->callees, callee);
}

static uint32_t neighbours_caller(const hp_profile *profile, const hp_profile_node *node)
{
	return node->parent == HP_PROFILE_NONE ? HP_PROFILE_NONE
										   : profile->nodes.rows[node->parent].function;
}

static bool neighbours_enter(void *context, uint32_t number)
{
	neighbours_builder *builder = context;
	const hp_profile *profile = builder->profile;
	const hp_profile_node *node = &profile->nodes.rows[number];
	uint32_t *open = NULL;
	hp_neighbour *row =
		neighbours_row_of_edge(builder, neighbours_caller(profile, node), node->function, &open);
	neighbours_edge edge = {.sum = &node->sum};

	if (row != NULL) {
		edge.calls = builder->samples != NULL ? builder->samples[number] : node->count;
		edge.counts = hp_profile_counts(&profile->counted.nodes, number);
		edge.is_outermost = (*open)++ == 0;
		neighbours_add(builder, row, &edge);
	}

	return true;
}

static void neighbours_leave(void *context, uint32_t number)
{
	neighbours_builder *builder = context;
	const hp_profile_node *node = &builder->profile->nodes.rows[number];
	uint32_t *open = NULL;

	if (neighbours_row_of_edge(
			builder, neighbours_caller(builder->profile, node), node->function, &open) != NULL) {
		(*open)--;
	}
}

static void neighbours_of_paths(neighbours_builder *builder)
{
	if (builder->is_sampled) {
		builder->samples = hp_paths_node_samples(builder->profile);
	}
	hp_paths_walk(builder->profile, neighbours_enter, neighbours_leave, builder);
	hp_vector_release(builder->samples);
}

typedef struct neighbours_pair {
	const hp_profile_pair *pair;
	uint32_t number;
} neighbours_pair;

static int neighbours_compare_pairs(const void *left, const void *right)
{
	const hp_profile_pair *a = ((const neighbours_pair *) left)->pair;
	const hp_profile_pair *b = ((const neighbours_pair *) right)->pair;
	int order = hp_vector_order(a->caller, b->caller, a->callee, b->callee);

	return order != 0
		? order
		: hp_vector_order(a->caller_level, b->caller_level, a->callee_level, b->callee_level);
}

/* Adds pairs, sorted so that those of the same functions are together, lower levels first. An edge
 * can be within another one only if the other has lower levels of both functions. */
static void neighbours_add_pairs(
	neighbours_builder *builder, const neighbours_pair *pairs, uint32_t count)
{
	uint32_t least = UINT32_MAX; /* least level of the callee, among lower levels of the caller */
	uint32_t least_here = UINT32_MAX; /* the same, including the current level */

	for (uint32_t i = 0; i < count; i++) {
		const hp_profile_pair *pair = pairs[i].pair;
		const hp_profile_pair *last = i == 0 ? NULL : pairs[i - 1].pair;
		uint32_t *open = NULL;
		neighbours_edge edge = {.calls = pair->count, .sum = &pair->sum};

		if (last == NULL || last->caller != pair->caller || last->callee != pair->callee) {
			least = least_here = UINT32_MAX;
		} else if (last->caller_level != pair->caller_level) {
			least = least_here;
		}
		edge.counts = hp_profile_counts(&builder->profile->counted.pairs, pairs[i].number);
		edge.is_outermost = least >= pair->callee_level;
		neighbours_add(
			builder, neighbours_row_of_edge(builder, pair->caller, pair->callee, &open), &edge);
		least_here = MIN(least_here, pair->callee_level);
	}
}

static void neighbours_of_pairs(neighbours_builder *builder)
{
	HP_VECTOR(neighbours_pair) pairs = {NULL, 0, 0};

	for (uint32_t i = 0; i < builder->profile->pairs.count; i++) {
		const hp_profile_pair *pair = &builder->profile->pairs.rows[i];

		if (pair->caller != HP_PROFILE_NONE &&
			(builder->is_meant[pair->caller] || builder->is_meant[pair->callee])) {
			*hp_vector_add(&pairs) = (neighbours_pair){pair, i};
		}
	}
	hp_vector_sort(pairs.rows, pairs.count, sizeof(*pairs.rows), neighbours_compare_pairs);
	neighbours_add_pairs(builder, pairs.rows, pairs.count);
	hp_vector_free(&pairs);
}

static int neighbours_compare(const void *left, const void *right)
{
	const hp_neighbour *a = left, *b = right;

	return hp_vector_order(b->sum.wall_ns, a->sum.wall_ns, a->function, b->function);
}

static neighbours_side neighbours_side_of(const hp_profile *profile, hp_neighbour_list *list)
{
	size_t functions = (size_t) profile->functions.count + 1;

	return (neighbours_side){list, hp_profile_no_numbers(profile->functions.count),
		pecalloc(functions, sizeof(uint32_t), true)};
}

static void neighbours_finish_side(neighbours_side *side)
{
	hp_vector_sort(
		side->list->rows, side->list->count, sizeof(*side->list->rows), neighbours_compare);
	pefree(side->row_of, true);
	pefree(side->open, true);
}

hp_neighbours hp_neighbours_new(const hp_profile *profile, const bool *is_meant)
{
	neighbours_builder builder = {.profile = profile, .is_meant = is_meant};

	builder.is_sampled = (profile->features & HP_PROFILE_SAMPLED) != 0;
	builder.callers = neighbours_side_of(profile, &builder.result.callers);
	builder.callees = neighbours_side_of(profile, &builder.result.callees);
	if (hp_profile_has_all_paths(profile)) {
		neighbours_of_paths(&builder);
	} else {
		neighbours_of_pairs(&builder);
	}
	neighbours_finish_side(&builder.callers);
	neighbours_finish_side(&builder.callees);

	return builder.result;
}

void hp_neighbours_free(hp_neighbours *neighbours)
{
	hp_vector_free(&neighbours->callers);
	hp_vector_free(&neighbours->callees);
}
