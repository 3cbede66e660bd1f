#include "hook/c_stack.h"

/* The share of the C stack that calls may use, in eighths. The rest is for internal functions,
 * which recurse as well: serialize() takes 5 MB for 3,000 levels. */
#define C_STACK_EIGHTHS 3

/* Assumed sizes: of a stack whose size is not known, and of a stack that is neither the thread's
 * nor a fiber's, such as a coroutine's of another extension. */
#define C_STACK_BYTES ((size_t) 1024 * 1024)
#define C_STACK_FOREIGN_BYTES ((size_t) 128 * 1024)

static const char *c_stack_limit(const char *base, size_t bytes)
{
	return base - bytes / 8 * C_STACK_EIGHTHS;
}

static bool c_stack_is_in(const hp_stack_bounds *bounds, const char *here, const char **limit)
{
	if (!hp_stack_bounds_has(bounds, here)) {
		return false;
	}
	*limit = c_stack_limit(hp_stack_bounds_base(bounds), bounds->bytes);

	return true;
}

const char *hp_c_stack_limit(hp_c_stack *stack, const char *here)
{
	const char *limit = hp_segment_limit(&stack->segments, here);
	hp_stack_bounds bounds = hp_stack_bounds_of_engine();

	if (limit != NULL || c_stack_is_in(&bounds, here, &limit)) {
		return limit;
	}
	if (EG(active_fiber) != NULL) {
		bounds = hp_stack_bounds_of_fiber(&EG(active_fiber)->context);
		if (c_stack_is_in(&bounds, here, &limit)) {
			return limit;
		}
	}
	if (stack->thread.bytes == 0) {
		stack->thread = hp_stack_bounds_of_thread();
	}
	if (stack->thread.bytes == 0) {
		return c_stack_limit(here, C_STACK_BYTES);
	}

	return c_stack_is_in(&stack->thread, here, &limit) ? limit
													   : c_stack_limit(here, C_STACK_FOREIGN_BYTES);
}
