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

static void result_add(
	hp_profile_pair *pair, uint64_t calls, const hp_metrics *sum, double ticks_per_ns)
{
	hp_values values = result_values(sum, ticks_per_ns);

	pair->count += calls;
	hp_values_add(&pair->sum, &values);
}

static hp_profile_pair *result_pair(hp_profile *profile, const hp_edge *edge,
	hp_profile_pair *(*pair_of)(hp_profile *, uint32_t, uint32_t, uint32_t, uint32_t))
{
	const hp_node *parent = edge->parent, *child = edge->child;

	return pair_of(profile,
		parent == NULL ? HP_PROFILE_NONE : result_number(profile, parent->symbol),
		parent == NULL ? 0 : parent->level, result_number(profile, child->symbol), child->level);
}

/* True for the calls below a "(truncated)", whose cost is in the call of that. */
static bool result_is_within(const hp_edge *edge)
{
	return edge->parent == edge->child;
}

static void result_add_edge(hp_profile *profile, const hp_edge *edge, double ticks_per_ns)
{
	result_add(
		result_pair(profile, edge, hp_profile_pair_of), edge->calls, &edge->sum, ticks_per_ns);
}

/* Each edge is a pair of its own: no look-up. */
static void result_take_pairs(hp_profile *profile, const hp_graph *graph, double ticks_per_ns)
{
	hp_vector_reserve(&profile->pairs, graph->ended_count);
	for (const hp_edge *edge = graph->first; edge != NULL; edge = edge->next) {
		if (!result_is_within(edge)) {
			result_add(result_pair(profile, edge, hp_profile_append_pair), edge->calls, &edge->sum,
				ticks_per_ns);
		}
	}
}

/* Without calls: a fiber took the call that was here elsewhere before it ended. */
static void result_take_left(hp_profile *profile, const hp_path *path, double ticks_per_ns)
{
	for (; path != NULL; path = path->next) {
		const hp_node *parent = path->edge.parent;

		if (path->edge.calls == 0 && path->edge.sum.wall_ticks != 0 && parent != NULL &&
			(hp_tree_is_cut(&path->edge) || hp_tree_path_of_node(parent)->truncated != path)) {
			result_add_edge(profile, &path->edge, ticks_per_ns);
		}
	}
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

static void result_take_tree(hp_profile *profile, hp_graph *graph, double ticks_per_ns)
{
	for (const hp_path *path = graph->first_path; path != NULL; path = path->next) {
		result_take_path(profile, path, ticks_per_ns);
	}
	for (hp_edge *edge = graph->first; edge != NULL; edge = edge->next) {
		if (!hp_tree_is_cut(edge)) {
			*hp_vector_add(&profile->order) = hp_tree_path(edge)->number;
		}
		if (!result_is_within(edge)) {
			result_add_edge(profile, edge, ticks_per_ns);
		}
	}
	result_take_left(profile, graph->first_path, ticks_per_ns);
	result_take_left(profile, graph->last_pair, ticks_per_ns);
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
	hp_edge *edge = site->owner;
	hp_alloc_counts allocs = result_allocs(sites, site);

	hp_profile_allocs_add(&profile->pair_allocs,
		(uint32_t) (result_pair(profile, edge, hp_profile_pair_of) - profile->pairs.rows), &allocs);
	if (profile->features & HP_PROFILE_TREE) {
		hp_profile_allocs_add(&profile->node_allocs, hp_tree_path(edge)->number, &allocs);
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

hp_profile *hp_result_new(
	hp_graph *graph, const hp_live *live, const hp_trace_options *options, double ticks_per_ns)
{
	hp_profile *profile = hp_profile_new(options->metrics, result_features(options->mode));

	if (profile->features & HP_PROFILE_TREE) {
		result_take_tree(profile, graph, ticks_per_ns);
	} else {
		result_take_pairs(profile, graph, ticks_per_ns);
	}
	profile->truncated_calls = hp_tree_truncated_calls(graph);
	if (live->mode != HP_LIVE_OFF) {
		result_take_allocs(profile, live);
	}

	return profile;
}

static void result_add_to_node(
	hp_profile *profile, uint32_t number, const hp_metrics *cost, double ticks_per_ns)
{
	hp_values values = result_values(cost, ticks_per_ns);

	profile->nodes.rows[number].count++;
	hp_values_add(&profile->nodes.rows[number].sum, &values);
}

void hp_result_add_open(hp_profile *profile, const hp_entry *entry, bool is_cut,
	const hp_metrics *cost, double ticks_per_ns)
{
	hp_edge *edge = entry->edge;
	uint32_t number;

	if (result_is_within(edge)) {
		return;
	}
	result_add(result_pair(profile, edge, hp_profile_pair_of), 1, cost, ticks_per_ns);
	if (is_cut) {
		number = hp_tree_path_of_node(entry[-1].edge->child)->truncated->number;
		result_add_to_node(profile, number, cost, ticks_per_ns);
	} else if ((profile->features & HP_PROFILE_TREE) && !hp_tree_is_cut(edge)) {
		number = hp_tree_path(edge)->number;
		if (profile->nodes.rows[number].count == 0) {
			*hp_vector_add(&profile->order) = number;
		}
		result_add_to_node(profile, number, cost, ticks_per_ns);
	}
}
