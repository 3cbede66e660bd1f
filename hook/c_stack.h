/* c_stack.h: the limit on recursion on the C stack. */
#ifndef HP_HOOK_C_STACK_H
#define HP_HOOK_C_STACK_H

#include "base/stack_bounds.h"
#include "hook/segment.h"

/* The running function's place on the C stack, to compare with a limit. The address of its frame
 * would cost a hook one register and three instructions. */
#if defined(__GNUC__) && defined(__x86_64__)
register const char *hp_c_stack_pointer __asm__("rsp");
# define HP_C_STACK_POINTER() hp_c_stack_pointer
#elif defined(__GNUC__) && defined(__aarch64__)
register const char *hp_c_stack_pointer __asm__("sp");
# define HP_C_STACK_POINTER() hp_c_stack_pointer
#else
# define HP_C_STACK_POINTER() ((const char *) HP_FRAME_ADDRESS())
#endif

/* The bounds of the thread's own C stack, read on first use, and its segments. */
typedef struct hp_c_stack {
	hp_stack_bounds thread;
	hp_segments segments;
} hp_c_stack;

/* Returns the lowest address to which calls may recurse on the C stack in use: a segment, the
 * thread's or a fiber's stack. `here` is an address near its top. */
const char *hp_c_stack_limit(hp_c_stack *stack, const char *here);

#endif /* HP_HOOK_C_STACK_H */
