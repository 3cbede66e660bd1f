#include "trace/graph.h"

#include "base/pages.h"

/* A slot is 0 if it is free. Otherwise its low bits are the number of an edge plus one, and the
 * bits above are as much of the hash as fits. Thanks to these, most slots of other edges are
 * skipped without reading the edge. */
#define GRAPH_FIRST_SLOTS 1024u

/* Edges per chunk: 512, 512, 1024, 2048, .. 16384, 16384 .. The first chunks are small, so that a
 * short run costs little. */
#define GRAPH_FIRST_BITS 9u
#define GRAPH_LARGEST_BITS 14u
#define GRAPH_LINE_BYTES ((size_t) 64)

ZEND_STATIC_ASSERT(sizeof(void *) != 8 || offsetof(hp_edge, sum) == 32, "an edge grew");
ZEND_STATIC_ASSERT(sizeof(hp_edge) == offsetof(hp_edge, sum) + sizeof(hp_metrics),
	"an edge ends after the last metric");

/* Returns the size of the part of an edge that a run with these metrics uses. */
static size_t graph_used_bytes(uint32_t metrics)
{
	if (metrics & HP_METRIC_MEMORY) {
		return sizeof(hp_edge);
	}

	return metrics & HP_METRIC_CPU ? offsetof(hp_edge, sum.memory_bytes)
								   : offsetof(hp_edge, sum.cpu_ticks);
}

static hp_edge **graph_new_recent(const hp_graph_mode *mode)
{
	size_t size = (size_t) 1 << HP_GRAPH_RECENT_BITS(mode->is_tree);
	hp_edge **recent = safe_pemalloc(size, sizeof(*recent), 0, true);

	for (size_t i = 0; i < size; i++) {
		recent[i] = &hp_symbol_no_edge;
	}

	return recent;
}

void hp_graph_init(hp_graph *graph, const hp_graph_mode *mode, size_t head_bytes, uint32_t metrics,
	uint32_t max_edges, hp_symbol *truncated)
{
	bool is_whole = head_bytes > 0 || mode->edge_bytes > sizeof(hp_edge);

	memset(graph, 0, sizeof(*graph));
	graph->mode = mode;
	graph->head_bytes = head_bytes;
	graph->metrics = metrics;
	graph->step_bytes = is_whole ? head_bytes + mode->edge_bytes : graph_used_bytes(metrics);
	graph->max_edges = max_edges;
	graph->truncated = truncated;
	graph->first = &hp_symbol_no_edge;
	graph->recent = graph_new_recent(mode);
	hp_variant_startup(&graph->variants);
}

void hp_graph_free(hp_graph *graph)
{
	if (graph->mode == NULL) {
		return;
	}
	for (uint32_t i = 0; i < graph->chunks.count; i++) {
		hp_pages_free(graph->chunks.rows[i]);
	}
	hp_vector_free(&graph->chunks);
	pefree(graph->slots, true);
	pefree(graph->recent, true);
	hp_variant_shutdown(&graph->variants);
	memset(graph, 0, sizeof(*graph));
}

/* The place of an edge. */
typedef struct graph_place {
	uint32_t chunk;
	uint32_t at;
} graph_place;

static zend_always_inline graph_place graph_place_of(uint32_t number)
{
	graph_place place = {0, number};

	if (number >> GRAPH_LARGEST_BITS > 0) {
		place.chunk = GRAPH_LARGEST_BITS - GRAPH_FIRST_BITS + (number >> GRAPH_LARGEST_BITS);
		place.at = number & ((1u << GRAPH_LARGEST_BITS) - 1);
	} else if (number >> GRAPH_FIRST_BITS > 0) {
		for (place.chunk = 1; number >> (GRAPH_FIRST_BITS + place.chunk) > 0; place.chunk++) {
		}
		place.at = number - (1u << (GRAPH_FIRST_BITS + place.chunk - 1));
	}

	return place;
}

static zend_always_inline hp_edge *graph_edge_at(const hp_graph *graph, uint32_t number)
{
	graph_place place = graph_place_of(number);
	uintptr_t start = (uintptr_t) graph->chunks.rows[place.chunk];

	start = (start + GRAPH_LINE_BYTES - 1) & ~(uintptr_t) (GRAPH_LINE_BYTES - 1);
	return (hp_edge *) (start + place.at * graph->step_bytes + graph->head_bytes);
}

/* Returns the CPU time by the kernel's clock, because growth may take so long that another program
 * runs meanwhile. Returns 0 with the fake clock, which would advance. */
static uint64_t graph_cpu_ns(void)
{
#ifdef XHPROF_FAKE_CLOCK
	return 0;
#else
	return hp_timer_thread_cpu_ns();
#endif
}

static void graph_add_chunk(hp_graph *graph, uint32_t chunk)
{
	uint32_t bits = GRAPH_FIRST_BITS + (chunk == 0 ? 0 : chunk - 1);
	size_t count = (size_t) 1 << MIN(bits, GRAPH_LARGEST_BITS);
	uint64_t start_ns = graph_cpu_ns();

	*hp_vector_add(&graph->chunks) =
		hp_pages_allocate(count * graph->step_bytes + GRAPH_LINE_BYTES);
	graph->cost.growth_ns += graph_cpu_ns() - start_ns;
}

hp_edge *hp_graph_make(hp_graph *graph)
{
	uint32_t number = graph->made_count++;
	uint32_t chunk = graph_place_of(number).chunk;
	hp_edge *edge;

	if (chunk == graph->chunks.count) {
		graph_add_chunk(graph, chunk);
	}

	edge = graph_edge_at(graph, number);
	edge->more_calls = UINT64_MAX;

	return edge;
}

/* Uses the callee's symbol and level, not its node: in a tree, many nodes have the same symbol and
 * level. */
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

/* Returns the slot of the edge, or else the free slot where it would go. */
static uint32_t *graph_slot(
	const hp_graph *graph, uint32_t hash, const hp_node *parent, const hp_node *child)
{
	uint32_t index = hash & graph->mask, slot;

	while ((slot = graph->slots[index]) != 0) {
		if (((slot ^ hash) & ~graph->number_mask) == 0 &&
			graph_is_same(graph_edge_at(graph, (slot & graph->number_mask) - 1), parent, child)) {
			break;
		}
		index = (index + 1) & graph->mask;
	}

	return &graph->slots[index];
}

/* Puts an edge that is not in the slots into a free one. */
static void graph_put(hp_graph *graph, uint32_t number, uint32_t hash)
{
	uint32_t index = hash & graph->mask;

	while (graph->slots[index] != 0) {
		index = (index + 1) & graph->mask;
	}
	graph->slots[index] = (hash & ~graph->number_mask) | (number + 1);
}

/* Moves all edges to mask + 1 slots, with room for numbers up to number_mask. */
static void graph_rebuild(hp_graph *graph, uint32_t mask, uint32_t number_mask)
{
	hp_graph old = *graph;
	uint64_t start_ns = graph_cpu_ns();

	graph->slots = pecalloc((size_t) mask + 1, sizeof(*graph->slots), true);
	graph->mask = mask;
	graph->number_mask = number_mask;
	for (size_t i = 0; old.slots != NULL && i <= old.mask; i++) {
		if (old.slots[i] != 0) {
			uint32_t number = (old.slots[i] & old.number_mask) - 1;
			const hp_edge *edge = graph_edge_at(graph, number);

			graph_put(graph, number, graph_hash(edge->parent, edge->child));
		}
	}
	pefree(old.slots, true);
	graph->cost.growth_ns += graph_cpu_ns() - start_ns;
}

/* Puts an edge into the slots, and grows them so that at most three quarters are used. */
static void graph_index(hp_graph *graph, const hp_edge *edge, uint32_t number)
{
	uint32_t mask = graph->slots == NULL ? GRAPH_FIRST_SLOTS - 1 : graph->mask;
	uint32_t number_mask = MAX(graph->number_mask, mask);

	if (++graph->indexed_count > mask - mask / 4) {
		mask = 2 * mask + 1;
	}
	while (number >= number_mask) {
		number_mask = 2 * number_mask + 1;
	}
	if (graph->slots == NULL || mask != graph->mask || number_mask != graph->number_mask) {
		graph_rebuild(graph, mask, MAX(number_mask, mask));
	}
	graph_put(graph, number, graph_hash(edge->parent, edge->child));
}

/* The first edge to a level stays out of the slots until there is a second. */
static hp_edge *graph_make_first(hp_graph *graph, hp_node *parent, hp_node *level)
{
	hp_edge *edge = graph->mode->make(graph, parent, level);

	if (graph_is_same(edge, parent, level)) {
		level->number = graph->made_count - 1;
		graph->edges_count++;
	} else if (level->in == &hp_symbol_no_edge) {
		level->is_indexed = true;
	}

	return edge;
}

static hp_edge *graph_find(hp_graph *graph, hp_node *parent, hp_node *level)
{
	uint32_t slot;
	hp_edge *edge;

	if (!level->is_indexed) {
		if (graph_is_same(level->in, parent, level)) {
			return level->in;
		}
		level->is_indexed = true;
		graph_index(graph, level->in, level->number);
	}
	slot = graph->slots == NULL ? 0 : *graph_slot(graph, graph_hash(parent, level), parent, level);
	if (slot != 0) {
		return graph_edge_at(graph, (slot & graph->number_mask) - 1);
	}
	edge = graph->mode->make(graph, parent, level);
	if (graph_is_same(edge, parent, level)) {
		graph_index(graph, edge, graph->made_count - 1);
		graph->edges_count++;
	}

	return edge;
}

static hp_edge *graph_look_up(hp_graph *graph, hp_node *parent, hp_node *level)
{
	hp_edge *edge = level->in == &hp_symbol_no_edge ? graph_make_first(graph, parent, level)
													: graph_find(graph, parent, level);

	level->in = edge;

	return edge;
}

/* Picks one look-up in eight at random. If it were every eighth one, the look-ups that touch a new
 * page of memory could be picked always, or never. */
static bool graph_is_timed(hp_graph *graph)
{
	return (uint32_t) ++graph->cost.lookups * UINT32_C(0x9E3779B1) >> 29 == 0;
}

hp_edge *hp_graph_edge(hp_graph *graph, hp_node *parent, hp_node *level)
{
	hp_graph_cost *cost = &graph->cost;
	uint64_t ticks, growth_ns = cost->growth_ns;
	hp_edge *edge;

	if (EXPECTED(!graph_is_timed(graph))) {
		return graph_look_up(graph, parent, level);
	}
	ticks = hp_timer_own_ticks();
	edge = graph_look_up(graph, parent, level);
	ticks = hp_timer_own_ticks() - ticks;
	if (EXPECTED(ticks < HP_TIMER_MOST_OWN_TICKS) && cost->growth_ns == growth_ns) {
		cost->timed_ticks += ticks;
		cost->timed_lookups++;
	}

	return edge;
}

uint64_t hp_graph_calls(const hp_graph *graph)
{
	uint64_t calls = 0;

	for (const hp_edge *edge = graph->first; edge != &hp_symbol_no_edge; edge = edge->next) {
		calls += hp_edge_calls(edge);
	}

	return calls;
}

double hp_graph_cost_ticks(const hp_graph *graph, double ticks_per_ns)
{
	const hp_graph_cost *cost = &graph->cost;
	double growth_ticks = (double) cost->growth_ns * ticks_per_ns;
	double mean_ticks = (double) cost->timed_ticks / (double) MAX(cost->timed_lookups, 1);

	return growth_ticks + mean_ticks * (double) cost->lookups;
}

hp_edge *hp_graph_make_pair(hp_graph *graph, hp_node *parent, hp_node *level)
{
	hp_edge *edge;

	if (graph->edges_count - graph->paths_count >= graph->max_edges &&
		level->symbol != graph->truncated) {
		return hp_graph_edge(graph, parent, &graph->truncated->first);
	}
	edge = hp_graph_make(graph);
	edge->parent = parent;
	edge->child = level;

	return edge;
}

void hp_graph_append(hp_graph *graph, hp_edge *edge)
{
	if (edge->next != NULL) {
		return;
	}
	if (graph->last == NULL) {
		graph->first = edge;
	} else {
		graph->last->next = edge;
	}
	graph->last = edge;
	edge->next = &hp_symbol_no_edge;
	graph->ended_count++;
}
