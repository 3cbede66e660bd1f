/* stack_bounds.h: finds where C stacks are. */
#ifndef HP_BASE_STACK_BOUNDS_H
#define HP_BASE_STACK_BOUNDS_H

#include "base/compat.h"

#include "Zend/zend_fibers.h"

/* The bounds of a C stack. Zeros: unknown. */
typedef struct hp_stack_bounds {
	const char *lowest;
	size_t bytes;
} hp_stack_bounds;

/* In MINIT. */
void hp_stack_bounds_startup(void);

static inline const char *hp_stack_bounds_base(const hp_stack_bounds *bounds)
{
	return bounds->lowest + bounds->bytes;
}

static inline bool hp_stack_bounds_has(const hp_stack_bounds *bounds, const char *here)
{
	return here >= bounds->lowest && here < hp_stack_bounds_base(bounds);
}

/* Returns the bounds of the calling thread's stack. Allocates memory, and reads a file. */
hp_stack_bounds hp_stack_bounds_of_thread(void);

/* Returns the bounds of the stack in use, as the engine knows them for its limit. */
hp_stack_bounds hp_stack_bounds_of_engine(void);

/* Returns the bounds of a fiber's stack; unknown for the main context, whose stack is the
 * thread's. */
hp_stack_bounds hp_stack_bounds_of_fiber(const zend_fiber_context *context);

#endif /* HP_BASE_STACK_BOUNDS_H */
