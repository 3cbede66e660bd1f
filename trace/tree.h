/* tree.h: the mode that records every call path, main() -> a -> b -> c, with its cost.
 *
 * Beyond max_nodes paths, a new path becomes a call of "(truncated)", at most one below each path. The
 * calls below "(truncated)" belong to it: they are counted, but only the first call adds its cost,
 * which includes theirs. */
#ifndef HP_TRACE_TREE_H
#define HP_TRACE_TREE_H

#include "trace/graph.h"

typedef struct hp_path hp_path;

/* 128 bytes: two cache lines. */
struct hp_path {
	hp_edge edge; /* the last step; edge.parent is the path before it */
	hp_node node; /* the parent of callees */
	uint32_t line; /* of the first call, in the caller's code; 0: not in PHP code */
	uint32_t number; /* in order of creation, main() 0: a callee's is above its caller's */
	uint64_t min_ticks; /* of wall time, of one call */
	uint64_t max_ticks;
	hp_path *next; /* in order of creation */
	hp_path *truncated; /* the "(truncated)" below; NULL: none */
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

/* Counts the calls without a path of their own. */
uint64_t hp_tree_truncated_calls(const hp_graph *tree);

#endif /* HP_TRACE_TREE_H */
