#include "trace/hier.h"

static hp_edge *hier_make(hp_graph *graph, hp_node *parent, hp_node *level)
{
	return hp_graph_make_pair(graph, parent, level);
}

const hp_graph_mode hp_hier = {"hier", false, sizeof(hp_edge), hier_make, NULL};
