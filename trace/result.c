#include "trace/result.h"

#include "trace/tree.h"

/* A clock that ran backwards must not show as a time of centuries. */
static int64_t result_ns(uint64_t ticks, double ticks_per_ns)
{
	return (int64_t) ticks < 0 ? 0 : (int64_t) ((double) ticks / ticks_per_ns);
}

static hp_values result_values(const hp_metrics *metrics, double ticks_per_ns)
{
	hp_values values = {
		result_ns(metrics->wall_ticks, ticks_per_ns),
		result_ns(metrics->cpu_ticks, ticks_per_ns),
		metrics->memory_bytes,
		metrics->peak_bytes,
	};

	return values;
}

static uint32_t result_number(hp_profile *profile, hp_symbol *symbol)
{
	if (symbol->number == HP_SYMBOL_NO_NUMBER) {
		symbol->number =
			hp_profile_function_number(profile, symbol->name, symbol->file, symbol->line);
	}

	return symbol->number;
}

/* Each edge is a pair of its own: no look-up. */
static void result_take_pairs(hp_profile *profile, const hp_graph *graph, double ticks_per_ns)
{
	for (const hp_edge *edge = graph->first; edge != NULL; edge = edge->next) {
		const hp_node *parent = edge->parent, *child = edge->child;
		hp_profile_pair *pair = hp_profile_append_pair(profile,
			parent == NULL ? HP_PROFILE_NONE : result_number(profile, parent->symbol),
			parent == NULL ? 0 : parent->level, result_number(profile, child->symbol),
			child->level);

		pair->count = edge->calls;
		pair->sum = result_values(&edge->sum, ticks_per_ns);
	}
}

static hp_profile_pair *result_pair(hp_profile *profile, const hp_edge *edge)
{
	const hp_node *parent = edge->parent, *child = edge->child;

	return hp_profile_pair_of(profile,
		parent == NULL ? HP_PROFILE_NONE : result_number(profile, parent->symbol),
		parent == NULL ? 0 : parent->level, result_number(profile, child->symbol), child->level);
}

static void result_take_path(hp_profile *profile, const hp_path *path, double ticks_per_ns)
{
	const hp_node *parent = path->edge.parent;
	hp_profile_node *node = hp_profile_append_node(profile,
		parent == NULL ? HP_PROFILE_NONE : hp_tree_path_of_node(parent)->number,
		result_number(profile, path->node.symbol));

	ZEND_ASSERT(node == &profile->nodes.rows[path->number]);
	node->level = path->node.level;
	node->line = path->line;
	node->count = path->edge.calls;
	node->sum = result_values(&path->edge.sum, ticks_per_ns);
	if (path->min_ticks != UINT64_MAX) {
		node->min_ns = result_ns(path->min_ticks, ticks_per_ns);
		node->max_ns = result_ns(path->max_ticks, ticks_per_ns);
	}
}

static void result_take_tree(hp_profile *profile, const hp_graph *graph, double ticks_per_ns)
{
	for (const hp_path *path = graph->first_path; path != NULL; path = path->next) {
		result_take_path(profile, path, ticks_per_ns);
	}
	for (hp_edge *edge = graph->first; edge != NULL; edge = edge->next) {
		if (edge->parent != edge->child) { /* else it is within what is truncated */
			*hp_vector_add(&profile->order) = hp_tree_path(edge)->number;
		}
	}
}

static hp_alloc_counts result_allocs(const hp_sites *sites, const hp_site *site)
{
	hp_alloc_counts allocs = {
		(int64_t) site->allocs,
		(int64_t) site->frees,
		(int64_t) site->alloc_bytes,
		(int64_t) site->freed_bytes,
		(int64_t) hp_site_at_peak(sites, site),
		(int64_t) site->temporary,
	};

	return allocs;
}

static void result_take_site(hp_profile *profile, const hp_sites *sites, const hp_site *site)
{
	const hp_edge *edge = site->owner;
	hp_alloc_counts allocs = result_allocs(sites, site);

	if (profile->features & HP_PROFILE_TREE) {
		hp_profile_allocs_add(
			&profile->node_allocs, hp_tree_path_of_node(edge->child)->number, &allocs);
	} else {
		hp_profile_allocs_add(&profile->pair_allocs,
			(uint32_t) (result_pair(profile, edge) - profile->pairs.rows), &allocs);
	}
}

static void result_take_allocs(hp_profile *profile, const hp_live *live)
{
	profile->metrics |= HP_METRIC_ALLOC;
	for (uint32_t i = 0; i < live->sites.count; i++) {
		result_take_site(profile, &live->sites, &live->sites.rows[i]);
	}
	profile->alloc_totals = (hp_alloc_run){
		.interval_bytes = (int64_t) live->interval_bytes,
		.change_bytes = live->sites.change_bytes,
		.peak_bytes = live->sites.peak_bytes,
		.outside_frees = (int64_t) live->outside_frees,
		.outside_bytes = (int64_t) live->outside_bytes,
		.lost = (int64_t) live->lost,
	};
}

static uint32_t result_features(hp_trace_mode mode)
{
	static const uint32_t features[] = {
		[HP_TRACE_HIER] = 0,
		[HP_TRACE_TREE] = HP_PROFILE_TREE,
		[HP_TRACE_TIMELINE] = HP_PROFILE_TREE | HP_PROFILE_TIMELINE,
	};

	return features[mode];
}

hp_profile *hp_result_new(const hp_graph *graph, const hp_live *live,
	const hp_trace_options *options, double ticks_per_ns)
{
	hp_profile *profile = hp_profile_new(options->metrics, result_features(options->mode));

	if (profile->features & HP_PROFILE_TREE) {
		result_take_tree(profile, graph, ticks_per_ns);
		profile->truncated_calls = hp_tree_truncated_calls(graph);
	} else {
		hp_vector_reserve(&profile->pairs, graph->ended_count);
		result_take_pairs(profile, graph, ticks_per_ns);
	}
	if (live->mode != HP_LIVE_OFF) {
		result_take_allocs(profile, live);
	}

	return profile;
}

void hp_result_add_open(
	hp_profile *profile, hp_edge *edge, const hp_metrics *cost, double ticks_per_ns)
{
	hp_values values = result_values(cost, ticks_per_ns);
	hp_profile_node *node;
	hp_profile_pair *pair;
	uint32_t number;

	if ((profile->features & HP_PROFILE_TREE) == 0) {
		pair = result_pair(profile, edge);
		pair->count++;
		hp_values_add(&pair->sum, &values);
		return;
	}
	number = hp_tree_path_of_node(edge->child)->number;
	node = &profile->nodes.rows[number];
	if (edge->parent == edge->child) {
		return; /* within what is truncated */
	}
	if (node->count++ == 0) {
		*hp_vector_add(&profile->order) = number;
	}
	hp_values_add(&node->sum, &values);
}
