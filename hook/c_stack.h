/* c_stack.h: how much there is of the C stack. */
#ifndef HP_HOOK_C_STACK_H
#define HP_HOOK_C_STACK_H

#include "hook/hook.h"

/* In MINIT. */
void hp_c_stack_startup(void);

/* How deep calls may recurse on the C stack that is in use, the thread's or a fiber's: to that
 * address. here is one near its top. */
const char *hp_c_stack_limit(hp_hook_state *state, const char *here);

#endif /* HP_HOOK_C_STACK_H */
