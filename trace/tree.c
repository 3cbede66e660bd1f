#include "trace/tree.h"

ZEND_STATIC_ASSERT(sizeof(void *) != 8 || sizeof(hp_path) == 128, "a path is two cache lines");

static hp_path *tree_new_path(hp_graph *graph, hp_node *parent, hp_symbol *symbol, uint32_t level)
{
	hp_path *path = hp_tree_path(hp_graph_make(graph));

	path->edge.parent = parent;
	path->edge.child = &path->node;
	path->node.symbol = symbol;
	path->node.level = level;
	path->node.in = &path->edge;
	path->min_ticks = UINT64_MAX;
	if (graph->last_path == NULL) {
		graph->first_path = path;
	} else {
		path->number = graph->last_path->number + 1;
		graph->last_path->next = path;
	}
	graph->last_path = path;

	return path;
}

static void tree_truncate(hp_graph *graph, hp_path *path)
{
	if (path->truncated == NULL) {
		path->truncated = tree_new_path(graph, &path->node, graph->truncated, 0);
	}
}

static hp_edge *tree_make_pair(hp_graph *graph, hp_node *parent, hp_node *level)
{
	hp_path *pair = hp_tree_path(hp_graph_make_pair(graph, parent, level));

	if (pair->number == 0) { /* else it is a "(truncated)" that was made before */
		pair->number = graph->first_path->truncated->number;
		pair->next = graph->last_pair;
		graph->last_pair = pair;
	}

	return &pair->edge;
}

static hp_edge *tree_make(hp_graph *graph, hp_node *parent, hp_node *level)
{
	hp_node *caller = parent == NULL ? NULL : hp_symbol_level(parent);
	hp_path *path;

	if (parent != NULL && parent == caller) {
		return tree_make_pair(graph, parent, level);
	}
	if (graph->paths_count >= graph->max_edges) {
		tree_truncate(graph, graph->first_path);
		tree_truncate(graph, (hp_path *) hp_tree_path_of_node(parent));
		return hp_graph_edge(graph, caller, level);
	}
	path = tree_new_path(graph, parent, level->symbol, level->level);
	graph->paths_count++;

	return &path->edge;
}

static void tree_note_site(hp_edge *edge, const zend_execute_data *execute_data)
{
	hp_path *path = hp_tree_path(edge);
	/* A call without a frame is called by the newest frame. */
	const zend_execute_data *caller =
		execute_data == NULL ? EG(current_execute_data) : execute_data->prev_execute_data;

	if (path->line == 0 && caller != NULL && caller->func != NULL &&
		ZEND_USER_CODE(caller->func->type) && caller->opline != NULL) {
		path->line = caller->opline->lineno;
	}
}

const hp_graph_mode hp_tree = {"tree", true, sizeof(hp_path), tree_make, tree_note_site};

uint64_t hp_tree_truncated_calls(const hp_graph *graph)
{
	bool is_tree = graph->mode == &hp_tree;
	uint64_t calls = graph->deep_calls;

	for (const hp_edge *edge = graph->first; edge != &hp_symbol_no_edge; edge = edge->next) {
		if (edge->child->symbol == graph->truncated || (is_tree && hp_tree_is_cut(edge))) {
			calls += hp_edge_calls(edge);
		}
	}

	return calls;
}
