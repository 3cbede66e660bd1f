/* stack.h: gives owners to memory that only running C code knows.
 *
 * Examples are a string that json_encode() writes, a copy that usort() sorts, an array that a
 * function fills. Until the function returns, only its variables on the C stack point to them. They
 * are found like other memory of C code (heap/reach.h), but last, because a C stack is full of
 * stale addresses. */
#ifndef HP_HEAP_STACK_H
#define HP_HEAP_STACK_H

#include "base/stack_bounds.h"
#include "heap/walk.h"

typedef struct hp_heap_stack {
	const char *here; /* the top of the stack, or an address below it */
	hp_stack_bounds thread;
} hp_heap_stack;

/* Finds this thread's stack, from the caller's frame on, and sets *stack. Call it before a fork. */
void hp_heap_stack_find(hp_heap_stack *stack);

/* Notes the frame of a running internal function and its node's id. Call it for the innermost frame
 * first. */
void hp_heap_stack_running(hp_heap_walk *walk, const zend_execute_data *frame, uint32_t id);

/* Notes a table that a running internal function is filling. */
void hp_heap_stack_table(hp_heap_walk *walk, const HashTable *table);

/* Notes the stack of a suspended fiber. */
void hp_heap_stack_fiber(hp_heap_walk *walk, const zend_fiber_context *context);

/* Searches all stacks. Call it after everything else is recorded. */
void hp_heap_stack_visit(hp_heap_walk *walk, const hp_heap_stack *stack);

#endif /* HP_HEAP_STACK_H */
