#include "hp_entry.h"

#include "trace/tree.h"

#define ENTRY_FIRST_COUNT 64

hp_entry_stack *hp_entry_stack_new(hp_edge *caller, uint32_t max_depth, hp_graph *graph)
{
	hp_entry_stack *stack = pecalloc(1, sizeof(*stack), true);
	size_t size = MIN(ENTRY_FIRST_COUNT, max_depth + 1);

	stack->base = safe_pemalloc(size + 1, sizeof(*stack->base), 0, true);
	stack->last = stack->base + size - 1;
	stack->top = stack->base;
	stack->max_depth = max_depth;
	stack->c_limit = HP_ENTRY_LIMIT_UNKNOWN;
	stack->graph = graph;
	memset(stack->base, 0, sizeof(*stack->base));
	stack->base->edge = caller;

	return stack;
}

void hp_entry_stack_free(hp_entry_stack *stack)
{
	pefree(stack->base, true);
	pefree(stack->counts, true);
	pefree(stack, true);
}

void hp_entry_stack_count(hp_entry_stack *stack)
{
	size_t size = (size_t) (stack->last - stack->base) + 2;

	stack->counts = safe_perealloc(stack->counts, size, sizeof(*stack->counts), 0, true);
}

static void entry_stack_double(hp_entry_stack *stack)
{
	size_t size = MIN(2 * (size_t) (stack->last + 1 - stack->base), (size_t) stack->max_depth + 1);
	size_t used = (size_t) (stack->top - stack->base);

	stack->base = safe_perealloc(stack->base, size + 1, sizeof(*stack->base), 0, true);
	stack->last = stack->base + size - 1;
	stack->top = stack->base + used;
	if (stack->counts != NULL) {
		hp_entry_stack_count(stack);
	}
}

hp_symbol *hp_entry_stack_grow(hp_entry_stack *stack, hp_symbol *symbol)
{
	size_t depth = (size_t) (stack->top - stack->base);

	if (depth < stack->max_depth) {
		entry_stack_double(stack);
		return symbol;
	}
	if (depth == stack->max_depth) {
		stack->deep = 0;
		return stack->graph->truncated;
	}
	stack->deep++;
	stack->graph->deep_calls++;

	return NULL;
}

hp_edge *hp_entry_cut_edge(const hp_entry_t *entry)
{
	return &hp_tree_path_of_node(entry[-1].edge->child)->truncated->edge;
}

static hp_metrics *entry_cut_sum(const hp_entry_t *entry)
{
	return &hp_entry_cut_edge(entry)->sum;
}

void hp_entry_add_cut(const hp_entry_t *entry, uint32_t flags, const hp_metrics *now, bool is_ended)
{
	hp_metric_add(entry_cut_sum(entry), flags, &entry->start, now);
	hp_tree_path_of_node(entry[-1].edge->child)->truncated->edge.more_calls += is_ended;
}

/* Returns the call of a stack that left the paths; NULL if none did. */
static const hp_entry_t *entry_cut(const hp_entry_stack *stack)
{
	for (const hp_entry_t *entry = stack->base + 1; entry <= stack->top; entry++) {
		if (hp_entry_is_cut(entry)) {
			return entry;
		}
	}

	return NULL;
}

hp_edge *hp_entry_find_edge(
	hp_graph *graph, hp_node *caller, hp_node *level, const zend_execute_data *execute_data)
{
	hp_edge *edge = hp_graph_edge(graph, caller, level);

	if (graph->mode->note_site != NULL) {
		graph->mode->note_site(edge, execute_data);
	}

	return edge;
}

/* Adds the events since the begin of a call to an edge. */
static void entry_add_counts(
	hp_entry_stack *stack, const hp_entry_t *entry, hp_edge *edge, const hp_counts *now)
{
	hp_counts_add_difference(hp_graph_counts_of(edge), hp_entry_counts(stack, entry), now);
}

/* Does for the counts of events what hp_entry_suspend() does for times. */
static void entry_suspend_counts(hp_entry_stack *stack, const hp_entry_t *cut)
{
	const hp_graph *graph = stack->graph;

	if (cut != NULL) {
		entry_add_counts(stack, cut, hp_entry_cut_edge(cut), graph->counts);
	}
	if (stack->top > stack->base) {
		entry_add_counts(stack, stack->base + 1, stack->base[1].edge, graph->counts);
	}
	*hp_entry_counts(stack, stack->base) = *graph->counts;
}

void hp_entry_suspend(hp_entry_stack *stack, uint32_t flags, const hp_metrics *now)
{
	hp_graph *graph = stack->graph;
	const hp_entry_t *cut = entry_cut(stack);

	for (hp_entry_t *entry = stack->top; entry > stack->base; entry--) {
		entry->symbol->depth--;
	}
	if (cut != NULL) {
		hp_entry_add_cut(cut, flags, now, cut == stack->base + 1);
	}
	if (stack->top > stack->base) {
		hp_entry_t *bottom = stack->base + 1;

		hp_graph_add(graph, bottom->edge, flags, &bottom->start, now);
	}
	if (graph->counts != NULL) {
		entry_suspend_counts(stack, cut);
	}
	stack->suspended_at = *now;
	stack->is_suspended = true;
	stack->resumer = NULL;
}

/* Returns the symbol that the call has in the new chain. */
static hp_symbol *entry_symbol(const hp_entry_t *entry, hp_graph *graph)
{
	const hp_symbol_name *names = hp_symbol_names(entry->symbol);

	return names == NULL ? entry->symbol : hp_variant_of(&graph->variants, names[false].symbol);
}

/* Does for the counts of events what entry_move() does for times. `edge` is the new edge. */
static void entry_move_counts(
	hp_entry_stack *stack, const hp_entry_t *entry, const hp_edge *edge, const hp_counts *now)
{
	hp_counts *start = hp_entry_counts(stack, entry);
	const hp_counts *suspended_at = hp_entry_counts(stack, stack->base);
	bool is_bottom = entry == stack->base + 1;

	if (edge == entry->edge && !is_bottom) {
		hp_counts_add_difference(start, suspended_at, now);
		return;
	}
	if (!is_bottom) {
		entry_add_counts(stack, entry, entry->edge, suspended_at);
	}
	*start = *now;
}

/* Adds the time so far to the edge that the call leaves. The new edge counts the call when it
 * ends. */
static void entry_add_so_far(const hp_entry_t *entry, uint32_t flags, hp_entry_stack *stack)
{
	hp_metric_add(&entry->edge->sum, flags, &entry->start, &stack->suspended_at);
	if (!stack->graph->mode->is_tree) {
		/* in a tree, the edge is found among the paths */
		hp_graph_append(stack->graph, entry->edge);
	}
}

/* Moves an entry to the edge that its symbol's depth and its caller now give it. */
static void entry_move(
	hp_entry_t *entry, hp_pool *nodes, uint32_t flags, hp_entry_stack *stack, const hp_metrics *now)
{
	hp_graph *graph = stack->graph;
	hp_symbol *symbol = entry_symbol(entry, graph);
	hp_node *node = hp_symbol_node(symbol, symbol->depth, nodes);
	hp_edge *edge = hp_graph_edge(graph, entry[-1].edge->child, node);
	bool is_bottom = entry == stack->base + 1;

	entry->symbol = symbol;
	symbol->depth++;
	if (graph->counts != NULL) {
		entry_move_counts(stack, entry, edge, graph->counts);
	}
	if (edge == entry->edge && !is_bottom) {
		hp_metric_add(&entry->start, flags, &stack->suspended_at, now);
		return;
	}
	/* The edge is new, and the old one gets the time so far. For the bottom call,
	 * hp_entry_suspend() did that. */
	if (!is_bottom) {
		entry_add_so_far(entry, flags, stack);
	}
	entry->edge = edge;
	entry->start = *now;
}

void hp_entry_resume(
	hp_entry_stack *stack, hp_pool *nodes, uint32_t flags, hp_edge *caller, const hp_metrics *now)
{
	const hp_graph *graph = stack->graph;
	const hp_entry_t *cut;

	stack->base->edge = caller;
	stack->is_suspended = false;
	for (hp_entry_t *entry = stack->base + 1; entry <= stack->top; entry++) {
		entry_move(entry, nodes, flags, stack, now);
	}
	/* When it ends, the call adds its cost since its start. The cost up to the suspension was added
	 * already, so it is subtracted here. */
	cut = entry_cut(stack);
	if (cut != NULL) {
		hp_metric_add(entry_cut_sum(cut), flags, now, &cut->start);
		if (graph->counts != NULL) {
			hp_counts_add_difference(hp_graph_counts_of(hp_entry_cut_edge(cut)), graph->counts,
				hp_entry_counts(stack, cut));
		}
	}
}
