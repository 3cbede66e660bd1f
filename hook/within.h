/* within.h: what the engine does itself, recorded as a call: a file or an eval() compiled, the garbage collector. */
#ifndef HP_HOOK_WITHIN_H
#define HP_HOOK_WITHIN_H

#include "base/bailout.h"
#include "trace/tracer.h"

/* Calls work, as a call of the symbol by the function that runs; NULL, or no run: it is not recorded. A fatal error
 * ends the call, too, and continues. */
void hp_hook_within(hp_symbol *symbol, hp_bailout_function work, void *context);

#endif /* HP_HOOK_WITHIN_H */
