#include "heap/stack.h"

#include "base/pages.h"
#include "heap/reach.h"

/* Not inlined, so that its frame is below the caller's. */
zend_never_inline void hp_heap_stack_find(hp_heap_stack *stack)
{
	stack->here = (const char *) HP_FRAME_ADDRESS();
	stack->thread = hp_stack_bounds_of_thread();
}

void hp_heap_stack_running(hp_heap_walk *walk, const zend_execute_data *frame, uint32_t id)
{
	uint32_t *place = hp_address_map_place(&walk->running, frame);

	if (place != NULL) {
		*place = id;
	}
}

static void stack_later(hp_heap_walk *walk, const char *start, const char *end, uint32_t owner)
{
	hp_heap_parts *stacks = &walk->stacks;

	if (hp_pages_grow(
			(void **) &stacks->all, &stacks->size, stacks->count + 1, sizeof(*stacks->all))) {
		stacks->all[stacks->count++] = (hp_heap_part){start, (size_t) (end - start), owner};
	}
}

/* Adds the part of the table behind the elements that are counted: C code may count elements only
 * when all of them are filled in. */
void hp_heap_stack_table(hp_heap_walk *walk, const HashTable *table)
{
	uint32_t id = hp_address_map_find(&walk->seen, table);
	const char *start = (const char *) HT_GET_DATA_ADDR(table);
	size_t bytes;

	if (id != 0 && !(HT_FLAGS(table) & HASH_FLAG_UNINITIALIZED) &&
		hp_heap_block_start(&walk->blocks, start, &bytes) == start) {
		stack_later(walk, start + MIN(bytes, hp_compat_table_used_bytes(table)), start + bytes, id);
	}
}

/* Adds the stack from its top on. Returns false if the top is not within the bounds. */
static bool stack_add(hp_heap_walk *walk, hp_stack_bounds bounds, const char *top)
{
	bool is_there = hp_stack_bounds_has(&bounds, top);

	if (is_there) {
		stack_later(walk, top, hp_stack_bounds_base(&bounds), 0);
	}

	return is_there;
}

/* If PHP switches fibers by ucontext instead of its own code, the handle is not the top of the
 * stack, and the stack is left out. */
void hp_heap_stack_fiber(hp_heap_walk *walk, const zend_fiber_context *context)
{
	stack_add(walk, hp_stack_bounds_of_fiber(context), context->handle);
}

/* Adds the stack in use, and those of fibers that wait for the running one. */
static void stack_add_running(hp_heap_walk *walk, const hp_heap_stack *stack)
{
	const zend_fiber *fiber = EG(active_fiber);

	if (!stack_add(walk, hp_stack_bounds_of_engine(), stack->here) &&
		!stack_add(walk, stack->thread, stack->here) && fiber != NULL) {
		stack_add(walk, hp_stack_bounds_of_fiber(&fiber->context), stack->here);
	}
	while (fiber != NULL && fiber->caller != NULL) {
		zend_fiber_context *caller = fiber->caller;

		stack_add(walk, caller->stack == NULL ? stack->thread : hp_stack_bounds_of_fiber(caller),
			caller->handle);
		fiber = caller->kind == zend_ce_fiber ? zend_fiber_from_context(caller) : NULL;
	}
}

static void stack_part(
	hp_heap_walk *walk, uint32_t owner, const uintptr_t *lowest, const uintptr_t *end)
{
	if (owner != 0) {
		hp_heap_reach_part(walk, owner, (const char *) lowest,
			(size_t) ((const char *) end - (const char *) lowest));
	}
}

/* Splits a stack among the internal functions that run on it. A stack grows downward. A function's
 * part ends where its frame is passed to the next function, whose id is lower. The outermost
 * function also gets the part above the pointer to its frame: there the engine keeps unused
 * results. */
static HP_UNCHECKED void stack_split(hp_heap_walk *walk, const hp_heap_part *stack)
{
	const uintptr_t *lowest =
		(const void *) ZEND_MM_ALIGNED_SIZE_EX((uintptr_t) stack->start, sizeof(void *));
	const uintptr_t *end = (const void *) (stack->start + stack->bytes);
	uintptr_t first = walk->blocks.lowest, size = walk->blocks.highest - first;
	uint32_t owner = 0;

	for (const uintptr_t *word = end - 1; word >= lowest; word--) {
		uint32_t id =
			*word - first < size ? hp_address_map_find(&walk->running, (const void *) *word) : 0;

		if (id != 0 && (owner == 0 || id < owner)) {
			stack_part(walk, owner, word + 1, end);
			end = owner == 0 ? end : word + 1;
			owner = id;
		}
	}
	stack_part(walk, owner, lowest, end);
}

void hp_heap_stack_visit(hp_heap_walk *walk, const hp_heap_stack *stack)
{
	if (walk->blocks.heap == NULL) {
		return;
	}
	stack_add_running(walk, stack);
	for (size_t i = 0; i < walk->stacks.count; i++) {
		const hp_heap_part *part = &walk->stacks.all[i];

		if (part->owner == 0) {
			stack_split(walk, part);
		} else {
			hp_heap_reach_part(walk, part->owner, part->start, part->bytes);
		}
	}
	hp_heap_reach_rest(walk);
}
