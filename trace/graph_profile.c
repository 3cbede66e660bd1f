#include "trace/graph_profile.h"

#include "trace/tree.h"

/* Converts ticks. A clock that ran backwards must not show as centuries. */
static int64_t graph_profile_ns(uint64_t ticks, double ticks_per_ns)
{
	return (int64_t) ticks < 0 ? 0 : (int64_t) ((double) ticks / ticks_per_ns);
}

static hp_values graph_profile_values(const hp_metrics *metrics, double ticks_per_ns)
{
	hp_values values = {
		graph_profile_ns(metrics->wall_ticks, ticks_per_ns),
		graph_profile_ns(metrics->cpu_ticks, ticks_per_ns),
		metrics->memory_bytes,
		metrics->peak_bytes,
	};

	return values;
}

static uint32_t graph_profile_number(hp_profile *profile, hp_symbol *symbol)
{
	if (symbol->number == HP_SYMBOL_NO_NUMBER) {
		symbol->number = hp_profile_append_function(
			profile, hp_symbol_text(symbol), symbol->name_length, symbol->file, symbol->line);
	}

	return symbol->number;
}

/* The recording, and the profile that is made from it. */
typedef struct graph_profile_source {
	hp_profile *profile;
	const hp_graph *graph;
	bool is_plain; /* names are the engine's */
	double ticks_per_ns;
} graph_profile_source;

static void graph_profile_add(const graph_profile_source *source, hp_profile_pair *pair,
	uint64_t calls, const hp_metrics *sum)
{
	hp_values values = graph_profile_values(sum, source->ticks_per_ns);

	pair->count += calls;
	hp_values_add(&pair->sum, &values);
}

static hp_profile_pair *graph_profile_pair(const graph_profile_source *source, const hp_edge *edge,
	hp_profile_pair *(*pair_of)(hp_profile *, uint32_t, uint32_t, uint32_t, uint32_t))
{
	hp_symbol_name callee = hp_variant_name(edge->child, source->is_plain), caller;

	if (edge->parent == NULL) {
		return pair_of(source->profile, HP_PROFILE_NONE, 0,
			graph_profile_number(source->profile, callee.symbol), callee.level);
	}
	caller = hp_variant_name(edge->parent, source->is_plain);

	return pair_of(source->profile, graph_profile_number(source->profile, caller.symbol),
		caller.level, graph_profile_number(source->profile, callee.symbol), callee.level);
}

/* True for the calls below a "(truncated)". Their cost is already in the call of the
 * "(truncated)". */
static bool graph_profile_is_within(const hp_edge *edge)
{
	return edge->parent == edge->child;
}

static void graph_profile_add_counts(
	hp_profile *profile, const hp_profile_pair *pair, const hp_counts *counts)
{
	uint32_t number = (uint32_t) (pair - profile->pairs.rows);

	hp_counts_add(hp_profile_counts_of(&profile->counted.pairs, number), counts);
}

static void graph_profile_add_edge(const graph_profile_source *source, const hp_edge *edge,
	hp_profile_pair *(*pair_of)(hp_profile *, uint32_t, uint32_t, uint32_t, uint32_t))
{
	hp_metrics sum = hp_graph_sum(source->graph, edge);
	hp_profile_pair *pair;

	if (graph_profile_is_within(edge)) {
		return;
	}
	pair = graph_profile_pair(source, edge, pair_of);
	graph_profile_add(source, pair, hp_edge_calls(edge), &sum);
	if (source->graph->counts != NULL) {
		graph_profile_add_counts(source->profile, pair, hp_graph_counts_of(edge));
	}
}

/* Adds paths with a cost but no calls: a fiber moved the call to another edge before it ended. */
static void graph_profile_take_left(const graph_profile_source *source, const hp_path *path)
{
	for (; path != NULL; path = path->next) {
		const hp_node *parent = path->edge.parent;

		if (hp_edge_calls(&path->edge) == 0 && path->edge.sum.wall_ticks != 0 && parent != NULL &&
			(hp_tree_is_cut(&path->edge) || hp_tree_path_of_node(parent)->truncated != path)) {
			graph_profile_add_edge(source, &path->edge, hp_profile_pair_of);
		}
	}
}

static void graph_profile_add_node(const graph_profile_source *source, const hp_path *path)
{
	const hp_node *parent = path->edge.parent;
	hp_symbol_name name = hp_variant_name(&path->node, false);
	hp_metrics sum = hp_graph_sum(source->graph, &path->edge);
	hp_profile_node *node = hp_profile_append_node(source->profile,
		parent == NULL ? HP_PROFILE_NONE : hp_tree_path_of_node(parent)->number,
		graph_profile_number(source->profile, name.symbol));

	ZEND_ASSERT(node == &source->profile->nodes.rows[path->number]);
	node->level = name.level;
	node->line = path->line;
	node->count = hp_edge_calls(&path->edge);
	node->sum = graph_profile_values(&sum, source->ticks_per_ns);
	if (source->graph->counts != NULL) {
		hp_counts_add(hp_profile_counts_of(&source->profile->counted.nodes, path->number),
			hp_graph_counts_of(&path->edge));
	}
	if (path->min_ticks != UINT64_MAX) {
		node->min_ns = graph_profile_ns(path->min_ticks, source->ticks_per_ns);
		node->max_ns = graph_profile_ns(path->max_ticks, source->ticks_per_ns);
	}
}

static void graph_profile_take_paths(const graph_profile_source *source)
{
	for (const hp_path *path = source->graph->first_path; path != NULL; path = path->next) {
		graph_profile_add_node(source, path);
	}
}

/* Adds the edges as pairs. In hier without variants, each edge is a separate pair, so no look-up is
 * needed. */
static void graph_profile_take_edges(const graph_profile_source *source)
{
	const hp_graph *graph = source->graph;
	bool is_apart = graph->first_path == NULL && !hp_variant_has_any(&graph->variants);

	hp_vector_reserve(&source->profile->pairs, graph->ended_count);
	for (const hp_edge *edge = graph->first; edge != &hp_symbol_no_edge; edge = edge->next) {
		graph_profile_add_edge(
			source, edge, is_apart ? hp_profile_append_pair : hp_profile_pair_of);
	}
	graph_profile_take_left(source, graph->first_path);
	graph_profile_take_left(source, graph->last_pair);
}

static hp_alloc_counts graph_profile_allocs(const hp_sites *sites, const hp_site *site)
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

static void graph_profile_take_site(
	const graph_profile_source *source, const hp_sites *sites, const hp_site *site)
{
	hp_profile *profile = source->profile;
	hp_edge *edge = site->owner;
	hp_alloc_counts allocs = graph_profile_allocs(sites, site);

	hp_profile_allocs_add(&profile->allocated.pairs,
		(uint32_t) (graph_profile_pair(source, edge, hp_profile_pair_of) - profile->pairs.rows),
		&allocs);
	if (profile->features & HP_PROFILE_TREE) {
		hp_profile_allocs_add(&profile->allocated.nodes, hp_tree_path(edge)->number, &allocs);
	}
}

static void graph_profile_take_allocs(const graph_profile_source *source, const hp_live *live)
{
	source->profile->metrics |= HP_METRIC_ALLOC;
	for (uint32_t i = 0; i < live->sites.count; i++) {
		graph_profile_take_site(source, &live->sites, &live->sites.rows[i]);
	}
	source->profile->allocated.totals = (hp_alloc_run){
		.interval_bytes = (int64_t) live->interval_bytes,
		.change_bytes = live->sites.change_bytes,
		.peak_bytes = live->sites.peak_bytes,
		.outside_frees = (int64_t) live->outside_frees,
		.outside_bytes = (int64_t) live->outside_bytes,
		.lost = (int64_t) live->lost,
	};
}

static uint32_t graph_profile_features(hp_trace_mode mode)
{
	static const uint32_t features[] = {
		[HP_TRACE_HIER] = 0,
		[HP_TRACE_TREE] = HP_PROFILE_TREE,
		[HP_TRACE_TIMELINE] = HP_PROFILE_TREE | HP_PROFILE_TIMELINE,
	};

	return features[mode];
}

static void graph_profile_name_events(hp_profile_counted *counted, const hp_counting *counting)
{
	for (uint32_t i = 0; i < counting->count; i++) {
		const hp_event *event = counting->events[i];

		hp_profile_events_add(&counted->events, event->name, strlen(event->name), event->unit);
	}
}

hp_profile *hp_graph_profile_new(const hp_graph *graph, const hp_live *live,
	const hp_trace_options *options, const hp_counting *counting, bool is_plain,
	double ticks_per_ns)
{
	uint32_t peak = options->metrics & HP_METRIC_MEMORY ? HP_METRIC_PEAK : 0;
	hp_profile *profile = hp_profile_new(
		options->metrics | peak, is_plain ? 0 : graph_profile_features(options->mode));
	graph_profile_source source = {profile, graph, is_plain, ticks_per_ns};

	if (graph->counts != NULL) {
		graph_profile_name_events(&profile->counted, counting);
	}
	if (profile->features & HP_PROFILE_TREE) {
		graph_profile_take_paths(&source);
	}
	graph_profile_take_edges(&source);
	profile->calls.truncated = hp_tree_truncated_calls(graph);
	if (live->mode != HP_LIVE_OFF) {
		graph_profile_take_allocs(&source, live);
	}

	return profile;
}

static void graph_profile_take_code(
	hp_profile *profile, const hp_line_code *code, double ticks_per_ns)
{
	for (uint32_t i = 0; i < code->size; i++) {
		const hp_line *line = &code->lines[i];

		if (line->count > 0 || line->wall_ticks > 0) {
			hp_profile_line *row = hp_vector_add(&profile->calls.lines);

			row->function = graph_profile_number(profile, code->symbol);
			row->line = code->first + i;
			row->count = line->count;
			row->wall_ns = graph_profile_ns(line->wall_ticks, ticks_per_ns);
		}
	}
}

void hp_graph_profile_take_lines(hp_profile *profile, hp_line_log *lines, double ticks_per_ns)
{
	const hp_line_code *code;

	profile->features |= HP_PROFILE_LINE_COUNTS;
	profile->calls.missed_lines = lines->missed_calls;
	if (lines->has_codes) {
		ZEND_HASH_FOREACH_PTR(&lines->codes, code) {
			graph_profile_take_code(profile, code, ticks_per_ns);
		}
		ZEND_HASH_FOREACH_END();
	}
}

static void graph_profile_add_open_node(
	hp_profile *profile, const hp_graph_profile_open *open, double ticks_per_ns)
{
	hp_values values = graph_profile_values(&open->cost, ticks_per_ns);
	hp_edge *edge = open->is_cut ? hp_entry_cut_edge(open->entry) : open->entry->edge;
	uint32_t number = hp_tree_path(edge)->number;

	profile->nodes.rows[number].count++;
	hp_values_add(&profile->nodes.rows[number].sum, &values);
	if (profile->counted.events.count > 0) {
		hp_counts_add(hp_profile_counts_of(&profile->counted.nodes, number), &open->counts);
	}
}

void hp_graph_profile_add_open(
	hp_profile *profile, const hp_graph_profile_open *open, double ticks_per_ns)
{
	graph_profile_source source = {profile, NULL, false, ticks_per_ns};
	hp_edge *edge = open->entry->edge;
	hp_profile_pair *pair;

	if (graph_profile_is_within(edge)) {
		return;
	}
	pair = graph_profile_pair(&source, edge, hp_profile_pair_of);
	graph_profile_add(&source, pair, 1, &open->cost);
	if (profile->counted.events.count > 0) {
		graph_profile_add_counts(profile, pair, &open->counts);
	}
	if ((profile->features & HP_PROFILE_TREE) && (open->is_cut || !hp_tree_is_cut(edge))) {
		graph_profile_add_open_node(profile, open, ticks_per_ns);
	}
}
