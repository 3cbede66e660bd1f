/* graph.h: who called whom, how often, at what cost: the table of a run.
 *
 * What an edge stands for is up to the mode: see trace/mode.h. It is found through the inline cache of
 * the callee's symbol at its level of recursion, or else in a hash over both. */
#ifndef HP_TRACE_GRAPH_H
#define HP_TRACE_GRAPH_H

#include "trace/metric.h"
#include "trace/mode.h"

/* 64 bytes: one cache line. */
struct hp_edge {
	hp_node *parent; /* NULL for main() */
	hp_node *child;
	uint64_t calls; /* ended, or closed when the run was stopped */
	hp_metrics sum; /* inclusive, over these calls */
	hp_edge *next; /* by their first end; NULL for the last and for one that has not ended */
};

struct hp_graph {
	const hp_mode *mode;
	hp_edge **slots; /* open addressing, at most half full */
	uint32_t mask; /* slots minus one */
	uint32_t edges_count;
	hp_edge *first; /* of those that ended */
	hp_edge *last;
	uint32_t ended_count; /* how many these are */
	hp_pool pool; /* the edges */
	/* of a tree */
	hp_symbol *truncated; /* what stands for paths that are not kept */
	struct hp_path *first_path;
	struct hp_path *last_path;
	uint32_t max_paths;
};

/* What an inline cache holds that holds nothing: it leads from no node. Read only. */
extern hp_edge hp_graph_no_edge;

/* An empty graph; all zeros is what hp_graph_free() leaves and takes. */
void hp_graph_init(hp_graph *graph, const hp_mode *mode);
void hp_graph_free(hp_graph *graph);

/* The edge from parent to a symbol's level, made if it is new. Sets the level's inline cache. */
hp_edge *hp_graph_edge(hp_graph *graph, hp_node *parent, hp_node *level);

/* Puts an edge into the order of the result, at its first end. */
void hp_graph_append(hp_graph *graph, hp_edge *edge);

/* Adds one ended call to an edge. */
static zend_always_inline void hp_graph_add(
	hp_graph *graph, hp_edge *edge, uint32_t flags, const hp_metrics *from, const hp_metrics *to)
{
	hp_metric_add(&edge->sum, flags, from, to);
	if (UNEXPECTED(edge->calls++ == 0)) {
		hp_graph_append(graph, edge);
	}
}

#endif /* HP_TRACE_GRAPH_H */
