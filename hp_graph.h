/* hp_graph.h: who called whom, how often, at what cost: the table of a run.
 *
 * An edge is one row of the result, "parent==>child". It is found through the child's inline
 * cache, or else in a hash over both nodes. */
#ifndef HP_GRAPH_H
#define HP_GRAPH_H

#include "hp_metric.h"
#include "hp_symbol.h"

typedef struct hp_edge hp_edge;

/* 64 bytes: one cache line. */
struct hp_edge {
	hp_node *parent; /* NULL for main() */
	hp_node *child;
	uint64_t calls; /* ended, or closed when the run was stopped */
	hp_metrics sum; /* inclusive, over these calls */
	hp_edge *next; /* by their first end; NULL for the last and for one that has not ended */
};

typedef struct hp_graph {
	hp_edge **slots; /* open addressing, at most half full */
	uint32_t mask; /* slots minus one */
	uint32_t edges_count;
	hp_edge *first; /* of those that ended */
	hp_edge *last;
	uint32_t ended_count; /* how many these are */
	hp_pool pool; /* the edges */
} hp_graph;

/* What an inline cache holds that holds nothing: it leads from no node. Read only. */
extern hp_edge hp_graph_no_edge;

/* An empty graph; all zeros is what hp_graph_free() leaves and takes. */
void hp_graph_init(hp_graph *graph);
void hp_graph_free(hp_graph *graph);

/* The edge parent => child, made if it is new. Sets the child's inline cache. */
hp_edge *hp_graph_edge(hp_graph *graph, hp_node *parent, hp_node *child);

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

#endif /* HP_GRAPH_H */
