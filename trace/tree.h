/* tree.h: the mode that records every call path, main() -> a -> b -> c, with its cost.
 *
 * Beyond the limit of paths, a new one is cut off: the calls on it are recorded as pairs, as in
 * hier, so that the pairs of the run are exact. The path that these calls left gets a "(truncated)"
 * below it, which carries their cost in the tree. */
#ifndef HP_TRACE_TREE_H
#define HP_TRACE_TREE_H

#include "trace/graph.h"

typedef struct hp_path hp_path;

/* 128 bytes: two cache lines. */
struct hp_path {
	hp_edge edge; /* the last step; edge.parent is the path before it */
	hp_node node; /* the parent of callees */
	uint32_t line; /* line of the first call, in the caller's code; 0: the caller is not PHP code */
	/* Numbered in order of creation, from main() with 0, so a callee's number is above its
	 * caller's. A pair has the number of the "(truncated)" below main(). */
	uint32_t number;
	uint64_t min_ticks; /* wall time of the shortest and the longest call */
	uint64_t max_ticks;
	hp_path *next; /* the next path in order of creation; for a pair, the pair made before it */
	hp_path *truncated; /* the "(truncated)" below this path, which no look-up finds; NULL: none */
};

extern const hp_graph_mode hp_tree;

/* Return the path of an edge, and of a node, of a graph in this mode. */
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

/* Counts the calls for which a "(truncated)" stands, in a graph of either mode. In a tree these are
 * all calls without a path. */
uint64_t hp_tree_truncated_calls(const hp_graph *graph);

#endif /* HP_TRACE_TREE_H */
