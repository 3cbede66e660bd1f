/* graph.h: the call table of a run: who called whom, how often, at what cost.
 *
 * The mode decides what an edge stands for:
 *
 *   hier  a pair, a row of the classic result: a caller and a callee, each at a level of recursion
 *   tree  the last step of a call path from main() on; beyond max_edges paths, a pair
 *
 * In both, edge->child is what the callee's own callees have as edge->parent. An edge is looked up
 * first in the inline cache of the callee's symbol at its level of recursion, then among the edges
 * used lately, then in a hash over both. Callees with a single edge are not in the hash. The
 * functions of the mode are called only for a new edge.
 *
 * In hier there may be millions of edges, so each edge ends after the run's last metric: it takes
 * 40 bytes with wall time alone, 48 with CPU time, 64 with memory.
 *
 * Beyond max_edges pairs, a new pair becomes a call of "(truncated)", with at most one such edge
 * below each caller. One more edge, from "(truncated)" back to itself, counts the calls below it;
 * their cost is in the first edge. */
#ifndef HP_TRACE_GRAPH_H
#define HP_TRACE_GRAPH_H

#include "base/vector.h"
#include "event/counts.h"
#include "trace/variant.h"

typedef struct hp_graph hp_graph;

typedef struct hp_graph_mode {
	const char *name;
	bool is_tree; /* each edge has a child node for itself */
	size_t edge_bytes; /* the size of hp_edge, or of a struct that begins with one */
	/* Makes a new edge from parent to a symbol's level; parent is NULL for main(). Beyond a limit,
	 * returns an edge that stands for other calls too and has another parent or child. */
	hp_edge *(*make)(hp_graph *graph, hp_node *parent, hp_node *level);
	/* Notes the line of the call that made an edge. NULL: the mode does not need it. */
	void (*note_site)(hp_edge *edge, const zend_execute_data *execute_data);
} hp_graph_mode;

/* The time spent on look-ups that missed the caches. A random sample of them is timed. The growth
 * of tables, which is rare and long, is always timed. */
typedef struct hp_graph_cost {
	uint64_t lookups;
	uint64_t timed_lookups;
	uint64_t timed_ticks;
	uint64_t growth_ns;
} hp_graph_cost;

/* Places for the edges used lately: 4096 pairs, or 16384 call paths. With half as many pairs, 2 %
 * of the calls of Twig's compiler missed them. */
#define HP_GRAPH_RECENT_BITS(is_tree) ((is_tree) ? 14u : 12u)

struct hp_graph {
	const hp_graph_mode *mode;
	hp_edge **recent; /* edges used lately, by caller and callee; hp_symbol_no_edge: none */
	uint32_t *slots; /* open addressing: see graph.c; NULL until a callee has a second caller */
	uint32_t mask; /* slots minus one */
	uint32_t number_mask; /* the bits of a slot that are a number */
	uint32_t indexed_count; /* edges in slots */
	uint32_t edges_count;
	uint32_t paths_count; /* those that are paths of a tree */
	uint32_t max_edges; /* limit of pairs; paths have the same limit */
	uint32_t metrics; /* the run's HP_METRIC_*, which the edges' sums hold */
	hp_symbol *truncated; /* the symbol for calls that have no separate edge */
	/* calls that are not recorded, as their caller is a "(truncated)" at the limit of depth */
	uint64_t deep_calls;
	hp_edge *first; /* the list of edges with ended calls; hp_symbol_no_edge: it is empty */
	hp_edge *last;
	uint32_t ended_count; /* the length of this list */
	HP_VECTOR(char *) chunks; /* the edges, by number: see graph.c */
	uint32_t made_count;
	size_t head_bytes; /* bytes in front of each edge */
	size_t step_bytes; /* bytes from one edge to the next */
	hp_variants variants;
	hp_graph_cost cost;
	/* Set in a run with events, whose edges have an hp_counts in front; else NULL. */
	const hp_counts *counts; /* the newest reading */
	/* Set in a tree. */
	struct hp_path *first_path;
	struct hp_path *last_path;
	struct hp_path *last_pair;
};

/* Makes an empty graph. In front of each edge are head_bytes of zeros for the caller, a multiple of
 * 16. With such a head, and in a tree, edges have all columns, not only those of `metrics`.
 * hp_graph_free() accepts and leaves all zeros. */
void hp_graph_init(hp_graph *graph, const hp_graph_mode *mode, size_t head_bytes, uint32_t metrics,
	uint32_t max_edges, hp_symbol *truncated);
void hp_graph_free(hp_graph *graph);

/* Finds or makes the edge from parent to a symbol's level. Sets the level's inline cache. */
hp_edge *hp_graph_edge(hp_graph *graph, hp_node *parent, hp_node *level);

/* Returns the place of the edge from parent to a symbol's level among the edges used lately.
 * Callees with several callers need it, because their edges replace one another in the inline
 * cache. */
static zend_always_inline hp_edge **hp_graph_recent(
	const hp_graph *graph, const hp_node *parent, const hp_node *level, bool is_tree)
{
	uint32_t hash = (uint32_t) (uintptr_t) level * UINT32_C(0x85EBCA77);

	hash = (hash + (uint32_t) (uintptr_t) parent) * UINT32_C(0x9E3779B1);
	return &graph->recent[hash >> (32 - HP_GRAPH_RECENT_BITS(is_tree))];
}

/* Returns the edge from parent to a symbol's level if it was used lately, else NULL. A call that a
 * "(truncated)" stands for is not found, as its edge has another child. is_tree must be that of the
 * mode. */
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

/* Counts the ended calls of all edges. */
uint64_t hp_graph_calls(const hp_graph *graph);

/* Estimates the time of all look-ups that missed the caches, in ticks. It comes on top of the cost
 * of cached calls. 0 with the fake clock. */
double hp_graph_cost_ticks(const hp_graph *graph, double ticks_per_ns);

/* For modes: allocates an edge without calls, whose other members are zeros. The graph owns it. */
hp_edge *hp_graph_make(hp_graph *graph);

/* For modes: makes a new pair or, beyond the limit, returns the caller's edge to "(truncated)". */
hp_edge *hp_graph_make_pair(hp_graph *graph, hp_node *parent, hp_node *level);

/* Appends an edge to the list of the result, unless it is in the list. Call it at the edge's first
 * end, or when its first call moved to another edge. */
void hp_graph_append(hp_graph *graph, hp_edge *edge);

/* Returns the sum of an edge. Metrics that the run does not measure are zero. */
static zend_always_inline hp_metrics hp_graph_sum(const hp_graph *graph, const hp_edge *edge)
{
	const hp_metrics nothing = {0, 0, 0, 0};
	hp_metrics sum = nothing;

	hp_metric_add(&sum, graph->metrics, &nothing, &edge->sum);

	return sum;
}

/* Returns the sums of an edge's events. Only in a run with events. */
static zend_always_inline hp_counts *hp_graph_counts_of(const hp_edge *edge)
{
	return (hp_counts *) (uintptr_t) edge - 1;
}

/* Adds one ended call to an edge. Returns true if it is the first: then append the edge. */
static zend_always_inline bool hp_graph_count(
	hp_edge *edge, uint32_t flags, const hp_metrics *from, const hp_metrics *to)
{
	hp_metric_add(&edge->sum, flags, from, to);

	return ++edge->more_calls == 0;
}

/* Adds one ended call to an edge, and appends the edge if the call is its first. */
static zend_always_inline void hp_graph_add(
	hp_graph *graph, hp_edge *edge, uint32_t flags, const hp_metrics *from, const hp_metrics *to)
{
	if (UNEXPECTED(hp_graph_count(edge, flags, from, to))) {
		hp_graph_append(graph, edge);
	}
}

#endif /* HP_TRACE_GRAPH_H */
