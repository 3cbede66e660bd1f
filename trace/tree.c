#include "trace/tree.h"

ZEND_STATIC_ASSERT(sizeof(void *) != 8 || sizeof(hp_path) == 128, "a path is two cache lines");

static hp_path *tree_new_path(hp_graph *graph, hp_node *parent, hp_symbol *symbol, uint32_t level)
{
	hp_path *path = hp_pool_alloc(&graph->pool, sizeof(*path));

	path->edge.parent = parent;
	path->edge.child = &path->node;
	path->node.symbol = symbol;
	path->node.level = level;
	path->node.in = &path->edge;
	path->min_ticks = UINT64_MAX;

	return path;
}

static void tree_append(hp_graph *graph, hp_path *path)
{
	if (graph->last_path == NULL) {
		graph->first_path = path;
	} else {
		path->number = graph->last_path->number + 1;
		graph->last_path->next = path;
	}
	graph->last_path = path;
}

/* The edge to the "(truncated)" below a path. */
static hp_edge *tree_truncated(hp_graph *graph, hp_path *caller)
{
	hp_path *path = caller->truncated;

	if (path == NULL && caller->node.symbol == graph->truncated) {
		/* Within "(truncated)": an edge back to the same node, to count calls only. */
		path = tree_new_path(graph, &caller->node, graph->truncated, 0);
		path->edge.child = &caller->node;
	} else if (path == NULL) {
		path = tree_new_path(graph, &caller->node, graph->truncated, 0);
		tree_append(graph, path);
	}
	caller->truncated = path;

	return &path->edge;
}

static hp_edge *tree_make(hp_graph *graph, hp_node *parent, hp_node *level)
{
	hp_path *path;

	if (parent != NULL &&
		(graph->edges_count >= graph->max_paths || parent->symbol == graph->truncated)) {
		return tree_truncated(graph, (hp_path *) hp_tree_path_of_node(parent));
	}
	path = tree_new_path(graph, parent, level->symbol, level->level);
	tree_append(graph, path);

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

const hp_graph_mode hp_tree = {"tree", tree_make, tree_note_site};

uint64_t hp_tree_truncated_calls(const hp_graph *tree)
{
	uint64_t calls = 0;

	for (const hp_path *path = tree->first_path; path != NULL; path = path->next) {
		if (path->node.symbol == tree->truncated) {
			calls += path->edge.calls + (path->truncated == NULL ? 0 : path->truncated->edge.calls);
		}
	}

	return calls;
}
