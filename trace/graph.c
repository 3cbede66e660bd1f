#include "trace/graph.h"

#define GRAPH_FIRST_SLOTS 1024u

void hp_graph_init(
	hp_graph *graph, const hp_graph_mode *mode, uint32_t max_edges, hp_symbol *truncated)
{
	memset(graph, 0, sizeof(*graph));
	graph->mode = mode;
	graph->max_edges = max_edges;
	graph->truncated = truncated;
	graph->first = &hp_symbol_no_edge;
	graph->mask = GRAPH_FIRST_SLOTS - 1;
	graph->slots = pecalloc(GRAPH_FIRST_SLOTS, sizeof(*graph->slots), true);
	hp_variant_startup(&graph->variants);
}

void hp_graph_free(hp_graph *graph)
{
	if (graph->slots != NULL) {
		pefree(graph->slots, true);
		hp_variant_shutdown(&graph->variants);
	}
	hp_pool_free(&graph->pool);
	memset(graph, 0, sizeof(*graph));
}

/* By the callee's symbol and level, not by its node: a tree has many nodes for these. */
static uint32_t graph_hash(const hp_node *parent, const hp_node *child)
{
	uint64_t hash = (uint64_t) (uintptr_t) parent * UINT64_C(0x9E3779B97F4A7C15);

	hash ^= ((uint64_t) (uintptr_t) child->symbol + child->level) * UINT64_C(0xC2B2AE3D27D4EB4F);
	return (uint32_t) (hash >> 32);
}

static bool graph_is_same(const hp_edge *edge, const hp_node *parent, const hp_node *child)
{
	return edge->parent == parent &&
		(edge->child == child ||
			(edge->child->symbol == child->symbol && edge->child->level == child->level));
}

/* Where the edge is, or where it would go. */
static hp_edge **graph_slot(const hp_graph *graph, const hp_node *parent, const hp_node *child)
{
	uint32_t index = graph_hash(parent, child) & graph->mask;

	while (graph->slots[index] != NULL && !graph_is_same(graph->slots[index], parent, child)) {
		index = (index + 1) & graph->mask;
	}

	return &graph->slots[index];
}

static void graph_grow(hp_graph *graph)
{
	hp_edge **old_slots = graph->slots;
	size_t old_size = (size_t) graph->mask + 1;

	graph->slots = pecalloc(2 * old_size, sizeof(*graph->slots), true);
	graph->mask = (uint32_t) (2 * old_size - 1);
	for (size_t i = 0; i < old_size; i++) {
		if (old_slots[i] != NULL) {
			*graph_slot(graph, old_slots[i]->parent, old_slots[i]->child) = old_slots[i];
		}
	}
	pefree(old_slots, true);
}

hp_edge *hp_graph_edge(hp_graph *graph, hp_node *parent, hp_node *level)
{
	hp_edge **slot = graph_slot(graph, parent, level);
	hp_edge *edge = *slot;

	if (edge == NULL) {
		edge = graph->mode->make(graph, parent, level);
		if (graph_is_same(edge, parent, level)) {
			*slot = edge;
			if (++graph->edges_count > graph->mask / 2) {
				graph_grow(graph);
			}
		}
	}
	level->in = edge;

	return edge;
}

hp_edge *hp_graph_make_pair(hp_graph *graph, hp_node *parent, hp_node *level, size_t bytes)
{
	hp_edge *edge;

	if (graph->edges_count - graph->paths_count >= graph->max_edges &&
		level->symbol != graph->truncated) {
		return hp_graph_edge(graph, parent, &graph->truncated->first);
	}
	edge = hp_pool_alloc(&graph->pool, bytes);
	edge->parent = parent;
	edge->child = level;

	return edge;
}

void hp_graph_append(hp_graph *graph, hp_edge *edge)
{
	if (graph->last == NULL) {
		graph->first = edge;
	} else {
		graph->last->next = edge;
	}
	graph->last = edge;
	edge->next = &hp_symbol_no_edge;
	graph->ended_count++;
}
