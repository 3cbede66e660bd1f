/* hp_entry.h: the calls that are open, one stack for each fiber.
 *
 * A stack is an array on the heap. base[0] is no call: its edge is that of the caller of what runs
 * at the bottom, main() or whoever switched into the fiber. The stack of the moment is the chain of the
 * resumers' stacks with the running fiber's on top:
 *
 *   main() <- a <- Fiber::resume        the main program's stack
 *                  ^ base[0] <- b <- c  the running fiber's
 *
 * An entry is closed by what it was opened for, not blindly: see hp_entry.id. */
#ifndef HP_ENTRY_H
#define HP_ENTRY_H

#include "trace/graph.h"

typedef struct hp_entry {
	hp_edge *edge; /* from the entry below; its child is the caller of the entry above */
	hp_symbol *symbol; /* of the call; not always that of edge->child: see trace/graph.h */
	hp_metrics start; /* moved on by the time that the fiber was suspended */
	/* The engine's frame of the call, or of the caller where the call has none of its own: the
	 * compiling of a file, a frameless call. An address, never looked into. */
	const void *id;
	uint32_t outer_depth; /* what the symbol's depth was before */
	bool is_internal; /* no user function; known only where the run is HP_WORK_COMPENSATED */
} hp_entry;

typedef struct hp_entry_stack hp_entry_stack;

/* No C frame is that high: whoever compares with it finds out the real limit first. */
#define HP_ENTRY_LIMIT_UNKNOWN ((const char *) UINTPTR_MAX)

struct hp_entry_stack {
	hp_entry *top; /* the innermost open call; base if there is none */
	hp_entry *base;
	hp_entry *end; /* of the array */
	hp_entry_stack *resumer; /* whose code waits for this stack to suspend; NULL: nobody's */
	const char *c_limit; /* calls whose C frame is below go unrecorded */
	bool is_native; /* such a call is open */
	bool is_suspended;
	hp_metrics suspended_at;
};

/* An empty stack below the call that caller leads to. The owner frees it. */
hp_entry_stack *hp_entry_stack_new(hp_edge *caller);
void hp_entry_stack_free(hp_entry_stack *stack);

/* Makes room for one entry more, and may move them all. */
void hp_entry_stack_grow(hp_entry_stack *stack);

/* Takes a stack off the chain, when its fiber suspends. What is open at the bottom has ended a
 * call by it; the other entries wait. */
void hp_entry_suspend(
	hp_entry_stack *stack, hp_graph *graph, uint32_t flags, const hp_metrics *now);

/* Puts a stack on the chain again below another caller. Recursion levels follow the new chain. */
void hp_entry_resume(hp_entry_stack *stack, hp_graph *graph, hp_pool *nodes, uint32_t flags,
	hp_edge *caller, const hp_metrics *now);

/* The edge of a call that the inline cache does not know. execute_data is the call's frame, NULL if
 * it has none. */
hp_edge *hp_entry_find_edge(
	hp_graph *graph, hp_node *caller, hp_node *level, const zend_execute_data *execute_data);

/* Opens a call. Its start is to be read by the caller, last. */
static zend_always_inline hp_entry *hp_entry_push(hp_entry_stack *stack, hp_graph *graph,
	hp_pool *nodes, hp_symbol *symbol, const void *id, const zend_execute_data *execute_data)
{
	hp_entry *entry;
	hp_edge *edge;
	hp_node *node;
	hp_node *caller;
	uint32_t depth;

	if (UNEXPECTED(stack->top + 1 == stack->end)) {
		hp_entry_stack_grow(stack);
	}
	depth = symbol->depth;
	node = hp_symbol_node(symbol, depth, nodes);
	edge = node->in;
	caller = stack->top->edge->child;
	if (UNEXPECTED(edge->parent != caller)) {
		edge = hp_entry_find_edge(graph, caller, node, execute_data);
	}
	entry = ++stack->top;
	entry->edge = edge;
	entry->symbol = symbol;
	entry->id = id;
	entry->outer_depth = depth;
	symbol->depth = depth + 1;

	return entry;
}

/* Closes the innermost call. */
static zend_always_inline void hp_entry_pop(
	hp_entry_stack *stack, hp_graph *graph, uint32_t flags, const hp_metrics *now)
{
	hp_entry *entry = stack->top--;

	entry->symbol->depth = entry->outer_depth;
	hp_graph_add(graph, entry->edge, flags, &entry->start, now);
}

#endif /* HP_ENTRY_H */
