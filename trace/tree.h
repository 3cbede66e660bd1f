/* tree.h: the mode that records every call path, main() -> a -> b -> c, with its cost.
 *
 * Beyond the limit of paths, a new one is cut off: the calls on it are recorded as pairs, as in hier, so
 * that the pairs of the run are exact. The path that was left has a "(truncated)" below it, which bears
 * the cost of these calls in the tree. */
#ifndef HP_TRACE_TREE_H
#define HP_TRACE_TREE_H

#include "trace/graph.h"

typedef struct hp_path hp_path;

/* 128 bytes: two cache lines. */
struct hp_path {
	hp_edge edge; /* the last step; edge.parent is the path before it */
	hp_node node; /* the parent of callees */
	uint32_t line; /* of the first call, in the caller's code; 0: not in PHP code */
	/* In order of creation, main() 0: a callee's is above its caller's. A pair has that of the "(truncated)"
	 * below main(). */
	uint32_t number;
	uint64_t min_ticks; /* of wall time, of one call */
	uint64_t max_ticks;
	hp_path *next; /* in order of creation; of a pair, the pair made before */
	hp_path *truncated; /* the "(truncated)" below, in no edge's place; NULL: none */
};

extern const hp_graph_mode hp_tree;

/* The path of an edge, and of a node, of a graph in this mode. */
static zend_always_inline hp_path *hp_tree_path(hp_edge *edge)
{
	return (hp_path *) edge;
}

static zend_always_inline const hp_path *hp_tree_path_of_node(const hp_node *node)
{
	return (const hp_path *) ((const char *) node - offsetof(hp_path, node));
}

/* True for the edge of a pair, beyond the limit of paths. */
static zend_always_inline bool hp_tree_is_cut(const hp_edge *edge)
{
	return edge->child != &((const hp_path *) edge)->node;
}

/* Updates the minimum and maximum with an ended call. */
static zend_always_inline void hp_tree_note(hp_edge *edge, uint64_t wall_ticks)
{
	hp_path *path = hp_tree_path(edge);

	if (wall_ticks < path->min_ticks) {
		path->min_ticks = wall_ticks;
	}
	if (wall_ticks > path->max_ticks) {
		path->max_ticks = wall_ticks;
	}
}

/* Counts the calls that a graph in either mode has as "(truncated)": of a tree all without a path. */
uint64_t hp_tree_truncated_calls(const hp_graph *graph);

#endif /* HP_TRACE_TREE_H */
