#include "trace/hier.h"

static hp_edge *hier_make(hp_graph *graph, hp_node *parent, hp_node *level)
{
	hp_edge *edge = hp_pool_alloc(&graph->pool, sizeof(*edge));

	edge->parent = parent;
	edge->child = level;

	return edge;
}

const hp_graph_mode hp_hier = {"hier", hier_make, NULL};
