#include "profile/paths.h"

/* By number of a node: the first node that it called, and the next node with the same caller;
 * HP_PROFILE_NONE: none. */
typedef struct paths_tree {
	uint32_t *first;
	uint32_t *next;
} paths_tree;

/* Builds the lists. Further nodes of main() follow the first one. */
static paths_tree paths_tree_of(const hp_profile *profile)
{
	uint32_t count = profile->nodes.count;
	paths_tree tree = {hp_profile_no_numbers(count), hp_profile_no_numbers(count)};

	for (uint32_t i = count; i-- > 1;) {
		uint32_t parent = profile->nodes.rows[i].parent;
		uint32_t *before = parent == HP_PROFILE_NONE ? &tree.next[0] : &tree.first[parent];

		tree.next[i] = *before;
		*before = i;
	}

	return tree;
}

void hp_paths_walk(const hp_profile *profile, bool (*enter)(void *context, uint32_t node),
	void (*leave)(void *context, uint32_t node), void *context)
{
	paths_tree tree = paths_tree_of(profile);
	uint32_t at = profile->nodes.count > 0 ? 0 : HP_PROFILE_NONE;

	while (at != HP_PROFILE_NONE && enter(context, at)) {
		if (tree.first[at] != HP_PROFILE_NONE) {
			at = tree.first[at];
			continue;
		}
		leave(context, at);
		while (tree.next[at] == HP_PROFILE_NONE) {
			at = profile->nodes.rows[at].parent;
			if (at == HP_PROFILE_NONE) {
				break;
			}
			leave(context, at);
		}
		at = at == HP_PROFILE_NONE ? at : tree.next[at];
	}
	pefree(tree.first, true);
	pefree(tree.next, true);
}

typedef struct paths_levels {
	hp_profile *profile;
	uint32_t *open; /* by function, how often it is on the current path */
} paths_levels;

static bool paths_enter(void *context, uint32_t node)
{
	const paths_levels *levels = context;
	hp_profile_node *entered = &levels->profile->nodes.rows[node];

	entered->level = levels->open[entered->function]++;

	return true;
}

static void paths_leave(void *context, uint32_t node)
{
	const paths_levels *levels = context;

	levels->open[levels->profile->nodes.rows[node].function]--;
}

/* One walk for all nodes: to walk up from each would be quadratic in the depth, and a loaded file
 * chooses the depth. */
void hp_paths_set_levels(hp_profile *profile)
{
	paths_levels levels = {
		profile, pecalloc((size_t) profile->functions.count + 1, sizeof(*levels.open), true)};

	hp_paths_walk(profile, paths_enter, paths_leave, &levels);
	pefree(levels.open, true);
}

hp_profile_pair *hp_paths_pair(hp_profile *profile, const hp_profile_node *node)
{
	const hp_profile_node *parent =
		node->parent == HP_PROFILE_NONE ? NULL : &profile->nodes.rows[node->parent];

	return hp_profile_pair_of(profile, parent == NULL ? HP_PROFILE_NONE : parent->function,
		parent == NULL ? 0 : parent->level, node->function, node->level);
}

/* Callers come before their callees. */
uint64_t *hp_paths_node_samples(const hp_profile *profile)
{
	uint64_t *samples = pecalloc((size_t) profile->nodes.count + 1, sizeof(*samples), true);

	for (uint32_t i = profile->nodes.count; i-- > 0;) {
		const hp_profile_node *node = &profile->nodes.rows[i];

		samples[i] += node->count;
		if (node->parent != HP_PROFILE_NONE) {
			samples[node->parent] += samples[i];
		}
	}

	return samples;
}

/* Adds to each pair of a sampled run the samples of its nodes, callees included. */
static void paths_add_samples(hp_profile *profile)
{
	uint64_t *samples = hp_paths_node_samples(profile);

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		hp_paths_pair(profile, &profile->nodes.rows[i])->count += samples[i];
	}
	pefree(samples, true);
}

static void paths_add_node_counts(hp_profile *profile)
{
	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		const hp_profile_pair *pair = hp_paths_pair(profile, &profile->nodes.rows[i]);

		hp_counts_add(
			hp_profile_counts_of(&profile->counted.pairs, (uint32_t) (pair - profile->pairs.rows)),
			hp_profile_counts(&profile->counted.nodes, i));
	}
}

static void paths_make_sampled_pairs(hp_profile *profile)
{
	for (uint32_t i = 0; i < profile->samples.order.count; i++) {
		const hp_profile_node *node = &profile->nodes.rows[profile->samples.order.rows[i]];

		hp_values_add(&hp_paths_pair(profile, node)->sum, &node->sum);
	}
	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		const hp_profile_node *node = &profile->nodes.rows[i];

		if (node->count == 0 && (node->sum.wall_ns > 0 || node->sum.cpu_ns > 0)) {
			hp_values_add(&hp_paths_pair(profile, node)->sum, &node->sum);
		}
	}
	paths_add_samples(profile);
}

static void paths_make_called_pairs(hp_profile *profile)
{
	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		const hp_profile_node *node = &profile->nodes.rows[i];
		hp_profile_pair *pair = hp_paths_pair(profile, node);

		pair->count += node->count;
		hp_values_add(&pair->sum, &node->sum);
	}
}

void hp_paths_make_pairs(hp_profile *profile)
{
	hp_profile_index_pairs(profile, profile->nodes.count);
	if (profile->features & HP_PROFILE_SAMPLED) {
		paths_make_sampled_pairs(profile);
	} else {
		paths_make_called_pairs(profile);
	}
	if (profile->counted.events.count > 0) {
		paths_add_node_counts(profile);
	}
}

/* A node comes after its parent, so one pass from the end is enough. */
void hp_paths_add_up(hp_profile *profile)
{
	for (uint32_t i = profile->nodes.count; i-- > 0;) {
		const hp_profile_node *node = &profile->nodes.rows[i];

		if (node->parent != HP_PROFILE_NONE) {
			hp_values_add(&profile->nodes.rows[node->parent].sum, &node->sum);
		}
	}
	hp_paths_set_levels(profile);
	hp_paths_make_pairs(profile);
	hp_profile_finish(profile);
}

hp_values *hp_paths_own_values(const hp_profile *profile)
{
	hp_values *own = safe_pemalloc(profile->nodes.count + 1, sizeof(*own), 0, true);

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		const hp_profile_node *node = &profile->nodes.rows[i];

		own[i] = node->sum;
		if (node->parent != HP_PROFILE_NONE) {
			hp_values_subtract(&own[node->parent], &node->sum);
		}
	}

	return own;
}

hp_counts *hp_paths_own_counts(const hp_profile *profile)
{
	hp_counts *own;

	if (profile->counted.events.count == 0) {
		return NULL;
	}
	own = safe_pemalloc(profile->nodes.count + 1, sizeof(*own), 0, true);
	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		const hp_counts *counts = hp_profile_counts(&profile->counted.nodes, i);
		uint32_t parent = profile->nodes.rows[i].parent;

		own[i] = *counts;
		if (parent != HP_PROFILE_NONE) {
			hp_counts_subtract(&own[parent], counts);
		}
	}

	return own;
}
