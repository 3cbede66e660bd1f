/* graph.h: the table of a run: who called whom, how often, at what cost.
 *
 * The mode decides what an edge stands for:
 *
 *   hier  a pair, a row of the classic result: a caller and a callee, each at a level of recursion
 *   tree  the last step of a call path from main() on; beyond max_edges paths, a pair
 *
 * In both, edge->child is what the callee's own callees have as edge->parent. An edge is found through
 * the inline cache of the callee's symbol at its level of recursion, or among those used lately, or else in a hash over
 * both, which callees with one edge need not; the mode is asked only for a new one.
 *
 * In hier there may be millions of edges: each ends after the run's last metric, which is 40 bytes with wall time alone,
 * 48 with CPU time, 64 with memory.
 *
 * Beyond max_edges pairs, a new one becomes a call of "(truncated)", at most one below each caller. One
 * more edge, from "(truncated)" back to itself, counts the calls below it: their cost is in the first. */
#ifndef HP_TRACE_GRAPH_H
#define HP_TRACE_GRAPH_H

#include "base/vector.h"
#include "event/counts.h"
#include "trace/variant.h"

typedef struct hp_graph hp_graph;

typedef struct hp_graph_mode {
	const char *name;
	bool is_tree; /* an edge's child is a node of its own */
	size_t edge_bytes; /* of hp_edge, or what begins with one */
	/* A new edge from parent to a symbol's level; parent is NULL for main(). Or, beyond a limit, one that stands
	 * for other calls as well, from another parent or to another child. */
	hp_edge *(*make)(hp_graph *graph, hp_node *parent, hp_node *level);
	/* Notes where the call that made an edge is. NULL: the mode does not care. */
	void (*note_site)(hp_edge *edge, const zend_execute_data *execute_data);
} hp_graph_mode;

/* The time that look-ups beyond the caches took: of some of them, taken at random, and that of all growth, which is
 * rare and long. */
typedef struct hp_graph_cost {
	uint64_t lookups;
	uint64_t timed_lookups;
	uint64_t timed_ticks;
	uint64_t growth_ns;
} hp_graph_cost;

/* Places for the edges used lately: 4096 pairs, 16384 call paths. Half as many pairs, and 2 % of the calls of Twig's
 * compiler missed them. */
#define HP_GRAPH_RECENT_BITS(is_tree) ((is_tree) ? 14u : 12u)

struct hp_graph {
	const hp_graph_mode *mode;
	hp_edge **recent; /* edges used lately, by caller and callee; hp_symbol_no_edge: none */
	uint32_t *slots; /* open addressing: see graph.c; NULL until a callee has a second caller */
	uint32_t mask; /* slots minus one */
	uint32_t number_mask; /* the bits of a slot that are a number */
	uint32_t indexed_count; /* edges in slots */
	uint32_t edges_count;
	uint32_t paths_count; /* those of them that are paths of a tree */
	uint32_t max_edges; /* of pairs, and of paths */
	uint32_t metrics; /* HP_METRIC_* of the run: what the edges' sums have */
	hp_symbol *truncated; /* stands for calls that have no edge of their own */
	uint64_t deep_calls; /* not recorded: their caller is a "(truncated)" at the limit of depth */
	hp_edge *first; /* of those that ended; hp_symbol_no_edge: none did */
	hp_edge *last;
	uint32_t ended_count; /* how many these are */
	HP_VECTOR(char *) chunks; /* the edges, by number: see graph.c */
	uint32_t made_count;
	size_t head_bytes; /* in front of each */
	size_t step_bytes; /* from one to the next */
	hp_variants variants;
	hp_graph_cost cost;
	/* of a run with events, whose edges have an hp_counts in front; else NULL */
	const hp_counts *counts; /* as read last */
	/* of a tree */
	struct hp_path *first_path;
	struct hp_path *last_path;
	struct hp_path *last_pair;
};

/* An empty graph; all zeros is what hp_graph_free() leaves and takes. In front of each edge are head_bytes, a multiple
 * of 16, for the caller: zeros. With them, and in a tree, edges are whole, whatever the metrics. */
void hp_graph_init(hp_graph *graph, const hp_graph_mode *mode, size_t head_bytes, uint32_t metrics,
	uint32_t max_edges, hp_symbol *truncated);
void hp_graph_free(hp_graph *graph);

/* The edge from parent to a symbol's level, made if it is new. Sets the level's inline cache. */
hp_edge *hp_graph_edge(hp_graph *graph, hp_node *parent, hp_node *level);

/* Where the edge from parent to a symbol's level is if it was used lately: callees with several callers take turns in the
 * inline cache, and would miss it. */
static zend_always_inline hp_edge **hp_graph_recent(
	const hp_graph *graph, const hp_node *parent, const hp_node *level, bool is_tree)
{
	uint32_t hash = (uint32_t) (uintptr_t) level * UINT32_C(0x85EBCA77);

	hash = (hash + (uint32_t) (uintptr_t) parent) * UINT32_C(0x9E3779B1);
	return &graph->recent[hash >> (32 - HP_GRAPH_RECENT_BITS(is_tree))];
}

/* The edge from parent to a symbol's level if it was used lately; else NULL. That of a call which a "(truncated)" stands
 * for has another child. is_tree is that of the mode. */
static zend_always_inline hp_edge *hp_graph_recent_edge(
	const hp_graph *graph, const hp_node *parent, const hp_node *level, bool is_tree)
{
	hp_edge *edge = *hp_graph_recent(graph, parent, level, is_tree);

	if (UNEXPECTED(edge->parent != parent) ||
		(UNEXPECTED(edge->child != level) &&
			(!is_tree || edge->child->symbol != level->symbol ||
				edge->child->level != level->level))) {
		return NULL;
	}

	return edge;
}

/* The calls of all edges: those that ended. */
uint64_t hp_graph_calls(const hp_graph *graph);

/* The time of all look-ups, as estimated: it comes on top of the cost of cached calls. 0 by the fake clock. */
double hp_graph_cost_ticks(const hp_graph *graph, double ticks_per_ns);

/* For modes: memory for an edge, of zeros but for its calls. */
hp_edge *hp_graph_make(hp_graph *graph);

/* For modes: a new pair; beyond the limit the caller's edge to "(truncated)". */
hp_edge *hp_graph_make_pair(hp_graph *graph, hp_node *parent, hp_node *level);

/* Puts an edge into the order of the result, unless it has its place: at its first end, or when the first call of it
 * left it for another. */
void hp_graph_append(hp_graph *graph, hp_edge *edge);

/* Returns the sum of an edge; metrics that the run has not are zero. */
static zend_always_inline hp_metrics hp_graph_sum(const hp_graph *graph, const hp_edge *edge)
{
	const hp_metrics nothing = {0, 0, 0, 0};
	hp_metrics sum = nothing;

	hp_metric_add(&sum, graph->metrics, &nothing, &edge->sum);

	return sum;
}

/* The sums of an edge's events, in a run that has some. */
static zend_always_inline hp_counts *hp_graph_counts_of(const hp_edge *edge)
{
	return (hp_counts *) (uintptr_t) edge - 1;
}

/* Adds one ended call to an edge. True if it is the first: the edge is yet to be appended. */
static zend_always_inline bool hp_graph_count(
	hp_edge *edge, uint32_t flags, const hp_metrics *from, const hp_metrics *to)
{
	hp_metric_add(&edge->sum, flags, from, to);

	return ++edge->more_calls == 0;
}

/* The same, and appends it. */
static zend_always_inline void hp_graph_add(
	hp_graph *graph, hp_edge *edge, uint32_t flags, const hp_metrics *from, const hp_metrics *to)
{
	if (UNEXPECTED(hp_graph_count(edge, flags, from, to))) {
		hp_graph_append(graph, edge);
	}
}

#endif /* HP_TRACE_GRAPH_H */
