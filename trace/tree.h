/* tree.h: the mode that keeps every call path, main() -> a -> b -> c, with its cost.
 *
 * There are at most max_nodes paths. What would be one more becomes a call of "(truncated)", of which
 * each path has at most one; whatever runs below that is a part of it. Only its first call has a
 * cost then: the cost of those below it is within that. */
#ifndef HP_TRACE_TREE_H
#define HP_TRACE_TREE_H

#include "trace/graph.h"

typedef struct hp_path hp_path;

/* 128 bytes: two cache lines. */
struct hp_path {
	hp_edge edge; /* the last step, from edge.parent, the path before it */
	hp_node node; /* what callees have as parent */
	uint32_t line; /* where it was called first, in the code of its caller; 0: not in PHP code */
	uint32_t number; /* in the order of making, main() 0: a callee's is greater than its caller's */
	uint64_t min_ticks; /* of wall time, of one call */
	uint64_t max_ticks;
	hp_path *next; /* in the order of making */
	hp_path *truncated; /* the one that stands for what is not kept below; NULL: nothing */
};

extern const hp_graph_mode hp_tree;

/* The path of an edge of a graph in this mode, and that which a node belongs to. */
static zend_always_inline hp_path *hp_tree_path(hp_edge *edge)
{
	return (hp_path *) edge;
}

static zend_always_inline const hp_path *hp_tree_path_of_node(const hp_node *node)
{
	return (const hp_path *) ((const char *) node - offsetof(hp_path, node));
}

/* Keeps in mind how long a call took that ends. */
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

/* How many calls have no path of their own. */
uint64_t hp_tree_truncated_calls(const hp_graph *tree);

#endif /* HP_TRACE_TREE_H */
