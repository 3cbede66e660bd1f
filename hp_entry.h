/* hp_entry.h: the open calls, one stack for each fiber.
 *
 * A stack is an array on the heap. base[0] is no call: its edge is that of the bottom call's
 * caller, main() or the call that resumed the fiber. The current stack is the chain of the
 * resumers' stacks with the running fiber's on top:
 *
 *   main() <- a <- Fiber::resume        the main program's stack
 *                  ^ base[0] <- b <- c  the running fiber's
 *
 * A call is ended by its id, never blindly: see hp_entry_t.id. */
#ifndef HP_ENTRY_H
#define HP_ENTRY_H

#include "trace/graph.h"

typedef struct hp_entry {
	hp_edge *edge; /* from the entry below; its child is the caller of the entry above */
	hp_metrics start; /* later by the time for which the fiber was suspended */
	hp_symbol *symbol; /* the call's symbol; not always that of edge->child: see trace/graph.h */
	uint8_t overhead_kind; /* index into hp_overhead.costs; set only with HP_WORK_COMPENSATED */
	/* The engine's frame of the call, or the caller's frame if the call has none (compiling a file,
	 * a frameless call). An address that is never dereferenced. */
	const void *id;
} hp_entry_t;

typedef struct hp_entry_stack hp_entry_stack;

/* Above any C frame: the first comparison makes the hook find the real limit. */
#define HP_ENTRY_LIMIT_UNKNOWN ((const char *) UINTPTR_MAX)

struct hp_entry_stack {
	hp_entry_t *top; /* the innermost open call; base if none is open */
	hp_entry_t *base;
	hp_entry_t *
		last; /* top when no room is left for a call; one more entry is there for a "(truncated)" */
	uint32_t max_depth; /* limit of open calls */
	uint32_t number; /* 0: the main program's stack; others are fibers' */
	uint32_t deep; /* open calls below a "(truncated)" whose ends the hook will see */
	hp_entry_stack *resumer; /* the stack that waits for this one to suspend; NULL: none */
	/* The frame of the innermost ignored call, and the depth of the stack when it began: it was
	 * called by that top entry, however many ignored calls are between. Never dereferenced. */
	const void *ignored_id;
	ptrdiff_t ignored_depth;
	/* Pages of the VM stack that holds the frames: the one seen last, and the first, by which
	 * frames of another stack are recognized. Never dereferenced. */
	const void *vm_page;
	const void *vm_root;
	/* The frame that calls the bottom entry, as last found. It is not base->id: a call that is not
	 * of this run may be open in that frame. Never dereferenced. */
	const void *bottom_id;
	const char *c_limit; /* calls with a lower C frame are not recorded */
	hp_graph *graph; /* the run's */
	struct hp_line_call *lines; /* open calls whose lines are recorded: trace/line_log.h */
	bool is_native; /* a call below c_limit is open */
	bool is_suspended;
	hp_metrics suspended_at;
	/* In a run with events, the counts at the begin of each entry; [0] holds the counts when the
	 * fiber was suspended. NULL: the run has no events. */
	hp_counts *counts;
};

/* Makes an empty stack below the callee of `caller`. The caller of this function frees it. */
hp_entry_stack *hp_entry_stack_new(hp_edge *caller, uint32_t max_depth, hp_graph *graph);
void hp_entry_stack_free(hp_entry_stack *stack);

/* Makes room for the counts of events. No call may be open. */
void hp_entry_stack_count(hp_entry_stack *stack);

/* Makes room for a call; entries may move. Returns the symbol to push: the given one or, at the
 * limit of depth, "(truncated)". Beyond it returns NULL, and counts the call as too deep. */
hp_symbol *hp_entry_stack_grow(hp_entry_stack *stack, hp_symbol *symbol);

/* Adds the cost of a call that left the paths to the "(truncated)" below the last path. is_ended:
 * also counts the call there. */
void hp_entry_add_cut(
	const hp_entry_t *entry, uint32_t flags, const hp_metrics *now, bool is_ended);

/* Returns the edge of the "(truncated)" below the last path, for a call that left the paths. */
hp_edge *hp_entry_cut_edge(const hp_entry_t *entry);

/* Takes a stack off the chain when its fiber suspends. This ends the bottom call; the other entries
 * wait. */
void hp_entry_suspend(hp_entry_stack *stack, uint32_t flags, const hp_metrics *now);

/* Puts a stack on the chain again below another caller. Recursion levels follow the new chain. */
void hp_entry_resume(
	hp_entry_stack *stack, hp_pool *nodes, uint32_t flags, hp_edge *caller, const hp_metrics *now);

/* Finds or makes the edge of a call that missed the caches. execute_data is the call's frame; NULL:
 * it has none. */
hp_edge *hp_entry_find_edge(
	hp_graph *graph, hp_node *caller, hp_node *level, const zend_execute_data *execute_data);

/* Returns the counts at the begin of an entry. Only in a run with events. */
static zend_always_inline hp_counts *hp_entry_counts(
	const hp_entry_stack *stack, const hp_entry_t *entry)
{
	return &stack->counts[entry - stack->base];
}

/* True if there is no room to push a call. */
static zend_always_inline bool hp_entry_stack_is_full(const hp_entry_stack *stack)
{
	return stack->top >= stack->last;
}

/* Pushes a call; there must be room. The caller then reads its start. */
static zend_always_inline hp_entry_t *hp_entry_push(hp_entry_stack *stack, hp_pool *nodes,
	hp_symbol *symbol, const void *id, const zend_execute_data *execute_data)
{
	hp_graph *graph = stack->graph;
	hp_entry_t *entry;
	hp_edge *edge;
	hp_node *node;
	hp_node *caller;
	bool is_tree = graph->mode->is_tree;

	node = hp_symbol_node(symbol, symbol->depth, nodes);
	edge = node->in;
	caller = stack->top->edge->child;
	if (UNEXPECTED(edge->parent != caller)) {
		edge = hp_graph_recent_edge(graph, caller, node, is_tree);
		if (edge == NULL) {
			edge = hp_entry_find_edge(graph, caller, node, execute_data);
		}
	}
	/* Also if the inline cache had it, as another edge may have taken its place here. */
	*hp_graph_recent(graph, caller, node, is_tree) = edge;
	entry = ++stack->top;
	entry->edge = edge;
	entry->symbol = symbol;
	entry->id = id;
	symbol->depth++;

	return entry;
}

/* Pushes a call of a symbol that is not special, if its edge is cached and there is room, as it is
 * for nearly every call. Otherwise does nothing and returns NULL. has_places: the symbol may be a
 * place, whose variants take turns. */
static zend_always_inline hp_entry_t *hp_entry_push_cached(
	hp_entry_stack *stack, hp_symbol *symbol, const void *id, bool has_places, bool is_tree)
{
	hp_entry_t *top;
	hp_edge *edge;
	hp_node *node;
	hp_node *caller;

	/* Tested first, while most registers are free: one more register would cost each call a push
	 * and a pop. */
	if (has_places && UNEXPECTED(symbol->depth_and_special != 0) &&
		symbol->special == HP_SYMBOL_HAS_VARIANTS) {
		symbol = hp_variant_reopen(symbol);
	}
	node = hp_symbol_next_node(symbol);
	top = stack->top;
	if (UNEXPECTED(node == NULL) || UNEXPECTED(top >= stack->last)) {
		return NULL;
	}
	caller = top->edge->child;
	edge = node->in;
	if (edge->parent != caller) {
		edge = hp_graph_recent_edge(stack->graph, caller, node, is_tree);
		if (UNEXPECTED(edge == NULL)) {
			return NULL;
		}
	}
	HP_IN_MEMORY(stack->top);
	stack->top++;
	top[1].edge = edge;
	top[1].symbol = symbol;
	top[1].id = id;
	symbol->depth++;

	return top + 1;
}

/* True if the call left the paths of a tree. At most one call in a chain did. */
static zend_always_inline bool hp_entry_is_cut(const hp_entry_t *entry)
{
	return entry->edge->parent != entry[-1].edge->child;
}

/* Pops the innermost call. */
static zend_always_inline void hp_entry_pop(
	hp_entry_stack *stack, uint32_t flags, const hp_metrics *now)
{
	hp_entry_t *entry = stack->top;

	HP_IN_MEMORY(stack->top);
	stack->top--;
	entry->symbol->depth--;
	if (UNEXPECTED(hp_graph_count(entry->edge, flags, &entry->start, now))) {
		hp_graph_append(stack->graph, entry->edge);
	}
}

#endif /* HP_ENTRY_H */
