/* c_stack.h: how much there is of the C stack. */
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

/* How deep calls may recurse on the C stack that is in use, the thread's or a fiber's: to that
 * address. here is one near its top. */
const char *hp_c_stack_limit(hp_c_stack *stack, const char *here);

#endif /* HP_HOOK_C_STACK_H */
