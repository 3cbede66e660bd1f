/* c_stack.h: the limit on recursion on the C stack. */
#ifndef HP_HOOK_C_STACK_H
#define HP_HOOK_C_STACK_H

#include "base/compat.h"

/* Where the thread's own C stack starts, and its size. All zeros: not yet measured. */
typedef struct hp_c_stack {
	const char *base;
	size_t bytes;
} hp_c_stack;

/* In MINIT. */
void hp_c_stack_startup(void);

/* The lowest address to which calls may recurse on the C stack in use, the thread's or a fiber's.
 * here is an address near its top. */
const char *hp_c_stack_limit(hp_c_stack *stack, const char *here);

#endif /* HP_HOOK_C_STACK_H */
